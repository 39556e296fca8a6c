/** The ids of GitBook's expandable blocks, `<details>` with a `<summary>`: links lead to them as to headings. */
import { htmlText } from './html-token.ts'
import { pageIds, slugOf } from './slug.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const DETAILS = /^(\s*<details)(>\s*)$/
const SUMMARY = /^\s*<summary>(.*)<\/summary>\s*$/

/** Gives the blocks their ids, counted like those of headings. */
export function nameExpandables(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => DETAILS.test(text))) return lines
  const ids = pageIds('gitbook', new Set())
  const track = codeTracker()
  return lines.map((line, at) => {
    const [, before, after] = (track(line.text) === 'text' && DETAILS.exec(line.text)) || []
    if (before === undefined || after === undefined) return line
    // GitBook writes an empty line before the summary.
    const next = lines.slice(at + 1, at + 3).find(({ text }) => text.trim() !== '')
    const title = htmlText(SUMMARY.exec(next?.text ?? '')?.[1] ?? '')
    return slugOf('gitbook', title) === '' ? line : { ...line, text: `${before} id="${ids.make(title)}"${after}` }
  })
}
