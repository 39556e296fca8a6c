/**
 * Replaces the targets of links and images in Markdown, so that the text can be read without its folder. Only the targets change:
 * inline links, definitions, and attributes of HTML. Fenced code and code spans stay as they are.
 */

/** Returns the new target, or `undefined` to keep the old one. */
export type AddressOf = (target: string) => string | undefined

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]{1,999}\]:[ \t]*/
const ATTRIBUTE = /\b(href|src)="([^"]*)"/g

/** The Markdown with other targets. */
export function withAddresses(markdown: string, addressOf: AddressOf): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const [, mark] = FENCE.exec(line) ?? []
      if (fence !== undefined) {
        if (mark?.startsWith(fence)) fence = undefined
        return line
      }
      if (mark !== undefined) {
        fence = mark
        return line
      }
      const start = DEFINITION.exec(line)?.[0]
      if (start === undefined) return outsideCode(line, (text) => inText(text, addressOf))
      return start + replaced(line.slice(start.length), addressOf)
    })
    .join('\n')
}

/** The targets that `withAddresses` finds, each once. */
export function targetsOf(markdown: string): Set<string> {
  const targets = new Set<string>()
  withAddresses(markdown, (target) => {
    targets.add(target)
    return undefined
  })
  return targets
}

/** Changes the parts of a line that are outside code spans. */
function outsideCode(line: string, change: (text: string) => string): string {
  let result = ''
  let from = 0
  for (let at = line.indexOf('`'); at !== -1; at = line.indexOf('`', at)) {
    let end = at
    while (line[end] === '`') end++
    const run = line.slice(at, end)
    const close = closing(line, run, end)
    if (close === undefined) {
      at = end
      continue
    }
    result += change(line.slice(from, at)) + line.slice(at, close)
    from = at = close
  }
  return result + change(line.slice(from))
}

/** The end of the run of backticks of the same length, at most 2,000 characters away. */
function closing(line: string, run: string, from: number): number | undefined {
  const limit = Math.min(line.length, from + 2000)
  for (let at = line.indexOf('`', from); at !== -1 && at < limit; at = line.indexOf('`', at)) {
    let end = at
    while (line[end] === '`') end++
    if (end - at === run.length) return end
    at = end
  }
  return undefined
}

/** Longest target (UTF-16 units) that is read. */
const MAX_TARGET = 2048

function inText(text: string, addressOf: AddressOf): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', from)) {
    const start = at + 2
    const target = targetIn(text.slice(start, start + MAX_TARGET)) ?? ''
    result += text.slice(from, start) + replaced(target, addressOf)
    from = start + target.length
  }
  return (result + text.slice(from)).replaceAll(ATTRIBUTE, (whole, name: string, target: string) => {
    const address = addressOf(target)
    return address === undefined ? whole : `${name}="${address}"`
  })
}

/** A text that begins with a target, with the new one. */
function replaced(text: string, addressOf: AddressOf): string {
  const target = targetIn(text)
  if (target === undefined || target === '') return text
  const inBrackets = target.startsWith('<')
  const address = addressOf(inBrackets ? target.slice(1, -1) : target)
  if (address === undefined) return text
  return (inBrackets ? `<${address}>` : address) + text.slice(target.length)
}

/** The target at the beginning of a text: in angle brackets, or up to a blank or the bracket that ends the link. */
function targetIn(text: string): string | undefined {
  if (text.startsWith('<')) {
    const end = text.indexOf('>')
    return end === -1 ? undefined : text.slice(0, end + 1)
  }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === ' ' || character === '\t' || (character === ')' && depth === 0)) return text.slice(0, at)
    if (character === '(') depth++
    else if (character === ')') depth--
  }
  return text
}
