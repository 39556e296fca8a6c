/** The front matter of included files. */
import type { SourceLine } from './source-line.ts'

/** Lines without the front matter at their beginning. */
export function withoutFrontMatter(lines: SourceLine[]): SourceLine[] {
  if (lines[0]?.text.trim() !== '---') return lines
  const end = lines.slice(1).findIndex(({ text }) => text.trim() === '---')
  return end < 0 ? lines : lines.slice(end + 2)
}
