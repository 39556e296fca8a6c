/**
 * What the MDX parser is not asked to read. It works as the square of the tags in a line, and of those that are not
 * closed. Where a brace is never closed it looks for the end from every brace anew, and
 * twice for each tag in an attribute of a tag: 20 of those take a second, 40 forever. And it reads expressions by recursion
 * in native code, where 10,000 brackets or operators within each other end the process. One pass over the text tells such
 * a page from those that people write; it does not have to be exact, since a page that is refused is read as Markdown.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './source-line.ts'

/** Tags in attributes of tags, each in its braces: people nest two or three. 12 take some 3 ms. */
const MAX_ATTRIBUTE_DEPTH = 12

/** Brackets in brackets of an expression. */
const MAX_DEPTH = 100

/** Operators, tags and statements within each other in an expression: `!!!a`, `a ? b : c ? d : e`, `if (a) if (b)`. */
const MAX_CHAIN = 400

/** Braces on a page: 10,000 in one paragraph take 0.3 s, and the time grows with the square. */
const MAX_BRACES = 10_000

/**
 * Signs that may begin a tag, on a page, in code too: what is code is the parser's to say. 4000 take 0.2 s where they are
 * in one line or never closed, and the time grows with the square. Of 1300 pages of real docs the most has 370.
 */
const MAX_TAGS = 4000

/** All that the grammar of an expression can nest by, what ends such a chain (`,`, `;`), and escaped signs. */
const TOKENS =
  /\\[^]|=?\{|[}()[\],;]|=>|\*\*|\?\?|[?!~<=:]|[-+](?=\s*[-+])|`|\b(?:typeof|void|delete|new|await|yield|if|else|for|while|do|with|class|function|async|import)\b/g

/** Where a page is too much for the parser, and why; `undefined` for a page that is not. */
export function beyondMdx(lines: SourceLine[]): { line: number; message: string } | undefined {
  const track = codeTracker()
  /** Open brackets: whether it is an attribute's, and the length of the chain before it. */
  const open: { isAttribute: boolean; chain: number }[] = []
  let isModule = false
  let chain = 0
  let attributes = 0
  let braces = 0
  let tags = 0
  for (const { text, line } of lines) {
    tags += countOf(text, '<')
    if (tags > MAX_TAGS) return { line, message: `there are more than ${MAX_TAGS} tags` }
    const kind = track(text)
    const isOutside = open.length === 0
    if (isOutside && text.trim() === '') isModule = false
    if (isOutside && !isModule) {
      chain = 0
      if (kind !== 'text' && kind !== 'raw') continue
      isModule = /^(?:import|export)\b/.test(text)
    }
    const isProse = isOutside && !isModule
    if (isProse && !/[{}]/.test(text)) continue
    const plain = isProse ? text.replaceAll(/(?<!`)(`+)(?!`)[^`]*\1(?!`)/g, '') : text
    for (const [sign] of plain.matchAll(TOKENS)) {
      const isExpression = isModule || open.length > 0
      if (sign.endsWith('{') && !sign.startsWith('\\')) {
        braces++
        if (sign === '={') attributes++
        open.push({ isAttribute: sign === '={', chain: chain++ })
      } else if (!isExpression || sign.startsWith('\\')) continue
      else if (sign === '(' || sign === '[') open.push({ isAttribute: false, chain: chain++ })
      else if (sign === '}' || sign === ')' || sign === ']') {
        const closed = open.pop()
        chain = closed?.chain ?? 0
        if (closed?.isAttribute === true) attributes--
      } else if (sign === ',' || sign === ';') chain = (open.at(-1)?.chain ?? -1) + 1
      else chain++
      if (attributes > MAX_ATTRIBUTE_DEPTH || open.length > MAX_DEPTH)
        return { line, message: 'braces are nested too deep or never closed' }
      if (chain > MAX_CHAIN) return { line, message: 'an expression is nested too deep' }
      if (braces > MAX_BRACES) return { line, message: `there are more than ${MAX_BRACES} braces` }
    }
  }
  return undefined
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}
