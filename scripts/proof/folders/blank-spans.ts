/** Blanks code within lines, so that it is not read as Markdown. */

/** A code span: equal numbers of backticks at both ends, and no empty line between. */
const CODE_SPAN = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t>]*\n)[\s\S])+?)(?<!`)\1(?!`)/g

/** Replaces code spans, HTML code and backslash escapes by a mark; the lines stay. */
export function blankSpans(lines: string[], hidden: string[]): void {
  const text = lines.join('\n')
  const moved: [number, string][] = []
  const blank = (span: string, at: number): string => {
    moved.push([at, span])
    return span.replaceAll(/[^\n]/g, '\u00B7')
  }
  const prose = text
    .replaceAll(CODE_SPAN, (span: string, _: string, __: string, at: number) => blank(span, at))
    .replaceAll(/<(code|kbd|samp)\b[^>]*>[\s\S]*?<\/\1>/g, (span: string, _: string, at: number) => blank(span, at))
    .replaceAll(/\\[!-/:-@[-`{-~]/g, (span: string, at: number) => blank(span, at))
    .replaceAll(/\{\/\*[\s\S]*?\*\/\}/g, (span) => span.replaceAll(/[^\n]/g, ' '))
  const lineAt = lineFinder(text)
  for (const [at, span] of moved) hidden[lineAt(at) - 1] += ` ${span}`
  lines.splice(0, lines.length, ...prose.split('\n'))
}

/** The line (1-based) of a position of a text. */
export function lineFinder(text: string): (at: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
