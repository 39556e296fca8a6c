/**
 * What the MDX parser is not asked to read. Where a brace is never closed it looks for the end from every brace anew, and
 * twice for each tag in an attribute of a tag: 20 of those take a second, 40 forever. One pass over the text tells such a
 * page from those that people write.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './source-line.ts'

/** Tags in attributes of tags, each in its braces: people nest two or three. 12 take some 3 ms. */
const MAX_ATTRIBUTE_DEPTH = 12

/** Braces in braces. */
const MAX_DEPTH = 100

/** Braces on a page: 10,000 in one paragraph take 0.3 s, and the time grows with the square. */
const MAX_BRACES = 10_000

/** Where a page is too much for the parser, and why; `undefined` for a page that is not. */
export function beyondMdx(lines: SourceLine[]): { line: number; message: string } | undefined {
  const track = codeTracker()
  const open: boolean[] = []
  let attributes = 0
  let braces = 0
  for (const { text, line } of lines) {
    if (track(text) !== 'text' || !/[{}]/.test(text)) continue
    const plain = text.replaceAll(/(?<!`)(`+)(?!`)[^`]*\1(?!`)/g, '')
    for (const [sign] of plain.matchAll(/(?<!\\)=?\{|(?<!\\)\}/g)) {
      if (sign === '}') {
        if (open.pop() === true) attributes--
        continue
      }
      open.push(sign === '={')
      braces++
      if (sign === '={') attributes++
      if (attributes > MAX_ATTRIBUTE_DEPTH || open.length > MAX_DEPTH)
        return { line, message: 'braces are nested too deep or never closed' }
      if (braces > MAX_BRACES) return { line, message: `there are more than ${MAX_BRACES} braces` }
    }
  }
  return undefined
}
