/** Commands of LaTeX for the printed book, which Pandoc leaves out of HTML: `\index{a!b}`, `\newpage`. */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const COMMAND =
  /\\(?:index\{(?:[^{}\n]|\{[^{}\n]*\}){0,500}\}|(?:newpage|clearpage|cleardoublepage|pagebreak|printindex|noindent|bigskip|medskip|smallskip)(?![A-Za-z]))/g

/** Removes the commands; code stays. */
export function withoutTexCommands(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('\\'))) return lines
  const track = codeTracker()
  return lines.map((line) => {
    if (track(line.text) !== 'text' || !line.text.includes('\\')) return line
    const parts = line.text.split(/(`[^`]*`)/)
    return { ...line, text: parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(COMMAND, ''))).join('') }
  })
}
