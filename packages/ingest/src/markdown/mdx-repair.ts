/**
 * MDX with signs that begin no tag, as in `List<[Item](x.md)>` and `a <5`: the signs become text, so that the components of
 * the page are read all the same. Generators of earlier versions allowed them.
 */
import type { Report } from '../result/problem.ts'
import { survives } from './mdx-probe.ts'
import { parseMdx, type MdxFault } from './parse.ts'
import type { TreeNode } from './tree.ts'

/** Signs of a page that are made text: each needs another pass of the parser. */
const MAX_REPAIRS = 40

/** Maximum work of all passes, in UTF-16 units (60 ns). For each `<` the parser reads its line again, at 1 ns for a unit. */
const MAX_WORK = 1_000_000
const LINE_UNITS = 64

/** Parses MDX. A sign that begins no tag is a problem; another fault is returned. `lineOf` as for `parseMdx`. */
export function parseRepaired(source: string, lineOf: (line: number) => number, report: Report): TreeNode | MdxFault {
  if (!survives(source)) return { line: lineOf(0), message: 'its tags or expressions are nested too deep' }
  const { result, repaired } = repairAndParse(source, lineOf)
  if ('type' in result)
    for (const line of repaired)
      report('mdx-syntax', line, 'This "<" begins no tag and is shown as text; write "\\<", or put it into code.')
  return result
}

/** Parses MDX that the parser survives. @returns the tree or the first fault that remains, and the lines of repaired signs. */
export function repairAndParse(
  source: string,
  lineOf: (line: number) => number,
): { result: TreeNode | MdxFault; repaired: number[] } {
  const repaired: number[] = []
  let text = source
  let work = 0
  for (;;) {
    const result = parseMdx(text, lineOf)
    if ('type' in result) return { result, repaired }
    work += workOf(text)
    const next = repaired.length < MAX_REPAIRS && work < MAX_WORK ? withoutTag(text, result) : undefined
    if (next === undefined) return { result, repaired }
    repaired.push(result.line)
    text = next
  }
}

/** The work of one pass over a text. */
function workOf(text: string): number {
  let work = text.length
  for (const line of text.split('\n')) work += ((line.split('<').length - 1) * line.length) / LINE_UNITS
  return work
}

/** The text with the sign at the place of the fault as text, and with an address in angle brackets as a link. */
function withoutTag(text: string, { at, message }: MdxFault): string | undefined {
  if (at === undefined || !message.startsWith('Unexpected character after `<`')) return undefined
  let start = 0
  for (let line = 1; line < at.line; line++) {
    start = text.indexOf('\n', start) + 1
    if (start === 0) return undefined
  }
  const place = start + at.column - 1
  if (text[place] !== '<') return undefined
  const rest = text.slice(place, place + MAX_ADDRESS)
  const [whole = '', address] = /^<(https?:[^\s<>()[\]]+)>/.exec(rest) ?? []
  const shown = address === undefined ? '\\<' : `[${address}](${address})`
  return text.slice(0, place) + shown + text.slice(place + Math.max(1, whole.length))
}

/** Units of the longest address in angle brackets. */
const MAX_ADDRESS = 2000
