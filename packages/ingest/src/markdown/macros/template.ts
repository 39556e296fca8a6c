/**
 * Reads the templates of a project's own shortcodes as far as they are text: HTML or Markdown with arguments, parameters,
 * conditions and variables. A template with anything else is not evaluated.
 */
import { evaluate, evaluateTable, isTrue, type TemplateValues, Unknown, type Variables } from './template-value.ts'

/** The body of a shortcode in its result. */
export const INNER = Symbol('inner')

/** Functions that write a message for the author of the docs, and nothing on the page. */
const MESSAGE = /^(?:fmt\.)?(?:error|warn)(?:f|idf)\s/i

/** A tag up to the value of an attribute that readers do not see. */
const UNSEEN =
  /^<[a-z][^<>]*\s(?:id|class|style|for|data-[\w-]+|aria-(?:labelledby|controls|describedby))=(?:"[^"]*|'[^']*)?$/i

/** The value of such an attribute that cannot be computed. */
const LEFT_OUT = '\u0000'

/** An attribute with such a part. */
const WITHOUT_VALUE = /\s[\w-]+=(?:"[^"\0]*\0[^"]*"|'[^'\0]*\0[^']*'|\0[^\s"'<>]*)/g

/** Maximum length of a template (UTF-16 units). */
const MAX_UNITS = 20_000

/** Length (UTF-16 units) of the tag before an output after which its beginning is not looked for. */
const MAX_TAG = 1000

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'action'; text: string }
  | { kind: 'branch'; branches: { word: string; condition: string; nodes: Node[] }[] }

/** The result of a template: texts, and the place of the body; `undefined` for a program. */
export function expandTemplate(source: string, values: TemplateValues): (string | typeof INNER)[] | undefined {
  if (source.length > MAX_UNITS) return undefined
  const parts: (string | typeof INNER)[] = []
  try {
    run(parse(source), values, new Map([['.', '']]), parts)
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
  return parts.includes(LEFT_OUT) ? withoutUnseen(parts) : parts
}

/** The result without the attributes of which a part cannot be computed. */
function withoutUnseen(parts: readonly (string | typeof INNER)[]): (string | typeof INNER)[] {
  const inner = parts.indexOf(INNER)
  const text = (some: typeof parts): string => some.join('').replaceAll(WITHOUT_VALUE, '').replaceAll(LEFT_OUT, '')
  return inner < 0 ? [text(parts)] : [text(parts.slice(0, inner)), INNER, text(parts.slice(inner + 1))]
}

function parse(source: string): Node[] {
  const top: Node[] = []
  const open: { branch: Extract<Node, { kind: 'branch' }>; around: Node[] }[] = []
  let into = top
  for (const piece of pieces(source)) {
    if (piece.kind === 'text') {
      into.push(piece)
      continue
    }
    const [, word = '', rest = ''] = /^(\w*)([^]*)$/.exec(piece.text) ?? []
    if (word === 'if' || word === 'with') {
      const nodes: Node[] = []
      const branch = { kind: 'branch' as const, branches: [{ word, condition: rest.trim(), nodes }] }
      into.push(branch)
      open.push({ branch, around: into })
      into = nodes
    } else if (word === 'else') {
      const [, next = 'else', condition = ''] = /^\s*(if|with)\b([^]*)$/.exec(rest) ?? []
      const nodes: Node[] = []
      const last = open.at(-1)
      if (last === undefined) throw new Unknown()
      last.branch.branches.push({ word: next, condition: condition.trim(), nodes })
      into = nodes
    } else if (word === 'end') {
      const last = open.pop()
      if (last === undefined) throw new Unknown()
      into = last.around
    } else if (/^(?:range|define|block|template|return|break|continue)$/.test(word)) throw new Unknown()
    else into.push(piece)
  }
  if (open.length > 0) throw new Unknown()
  return top
}

/** Texts and actions; blanks beside `{{-` and `-}}` are removed, and so are comments. */
function pieces(source: string): Extract<Node, { kind: 'text' | 'action' }>[] {
  const found: Extract<Node, { kind: 'text' | 'action' }>[] = []
  let at = 0
  let trim = false
  while (at < source.length) {
    const from = source.indexOf('{{', at)
    const text = source.slice(at, from < 0 ? undefined : from)
    const trims = from >= 0 && /^-\s/.test(source.slice(from + 2, from + 4))
    const left = trim ? text.trimStart() : text
    found.push({ kind: 'text', text: trims ? left.trimEnd() : left })
    if (from < 0) break
    const start = from + (trims ? 3 : 2)
    const isComment = /^\s*\/\*/.test(source.slice(start, start + 20))
    const end = isComment ? source.indexOf('}}', source.indexOf('*/', start)) : source.indexOf('}}', start)
    if (end < 0) throw new Unknown()
    const action = source.slice(start, end)
    trim = /\s-$/.test(action.slice(-2))
    if (!isComment) found.push({ kind: 'action', text: (trim ? action.slice(0, -1) : action).trim() })
    at = end + 2
  }
  return found
}

function run(
  nodes: readonly Node[],
  values: TemplateValues,
  variables: Variables,
  parts: (string | typeof INNER)[],
): void {
  for (const node of nodes) {
    if (node.kind === 'text') parts.push(node.text)
    else if (node.kind === 'action') actInTag(node.text, values, variables, parts)
    else {
      for (const { word, condition, nodes: inner } of node.branches) {
        const value = word === 'else' ? true : evaluate(condition, values, variables)
        if (!isTrue(value)) continue
        if (word === 'with') {
          const dot = variables.get('.')
          variables.set('.', value)
          run(inner, values, variables, parts)
          variables.set('.', dot ?? '')
        } else run(inner, values, variables, parts)
        break
      }
    }
  }
}

/** An action; an output that cannot be computed is left out where readers do not see it: a random id. */
function actInTag(text: string, values: TemplateValues, variables: Variables, parts: (string | typeof INNER)[]): void {
  try {
    act(text, values, variables, parts)
  } catch (error) {
    if (!(error instanceof Unknown) || /\.Inner\b/.test(text) || !UNSEEN.test(openTag(parts))) throw error
    parts.push(LEFT_OUT)
  }
}

/** The result from its last `<`. */
function openTag(parts: readonly (string | typeof INNER)[]): string {
  let tag = ''
  for (const part of parts.toReversed()) {
    if (part === INNER) return ''
    const at = part.lastIndexOf('<')
    tag = part.slice(Math.max(0, at)) + tag
    if (at >= 0 || tag.length > MAX_TAG) break
  }
  return tag
}

/** A template of the site with a table of values, of which readers see a title and a content. */
const PARTIAL = /^partial(?:Cached)?\s+"[^"]+"\s+\(dict\s([^]*)\)$/

/** Title and content of a partial that is not read: a program has the frame around them. @throws Unknown without a content */
function partialText(table: ReturnType<typeof evaluateTable>): string {
  const of = (...keys: string[]): string =>
    keys.map((key) => table.get(key)).find((value) => typeof value === 'string') ?? ''
  const [title, content] = [of('title', 'heading', 'label'), of('content', 'text', 'body', 'message')]
  if (content === '') throw new Unknown()
  return title === '' ? content : `**${title.replaceAll('*', String.raw`\*`)}**: ${content}`
}

/** An output, an assignment, or a mark for the templates of the page. */
function act(text: string, values: TemplateValues, variables: Variables, parts: (string | typeof INNER)[]): void {
  const [, name, expression = ''] = /^(\$\w+)\s*:?=([^]*)$/.exec(text) ?? []
  if (name !== undefined) {
    // A variable that cannot be computed is a fault only where it is used.
    try {
      variables.set(name, evaluate(expression.trim(), values, variables))
    } catch (error) {
      if (!(error instanceof Unknown)) throw error
      variables.set(name, undefined)
    }
    return
  }
  if (MESSAGE.test(text)) return
  if (/^\$?\.(?:Page\.)?(?:Store|Scratch)\.Set "has\w*" true$/.test(text)) return
  if (/^\$?\.Inner\b/.test(text) && evaluate(text, { ...values, inner: 'x' }, variables) === 'x') {
    if (parts.includes(INNER)) throw new Unknown()
    parts.push(INNER)
    return
  }
  const [, table] = values.inner === '' ? (PARTIAL.exec(text) ?? []) : []
  if (table !== undefined) {
    parts.push(partialText(evaluateTable(table, values, variables)))
    return
  }
  const value = evaluate(text, values, variables)
  parts.push(typeof value === 'boolean' ? String(value) : value)
}
