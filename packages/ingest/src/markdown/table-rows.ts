/** The rows of tables with a head, in the form that the parser needs. */
import { changeAroundBackticks } from './code-spans.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** The line between the head and the rows. */
const DELIMITER = /^[-:| \t]+$/

/** Escapes the pipes in code: kramdown and Python-Markdown end no cell there, GitHub's tables do. */
export function escapeCodePipes(lines: SourceLine[]): SourceLine[] {
  return lines.some(({ text }) => text.includes('`') && text.includes('|')) ? changeRows(lines, withCodePipes) : lines
}

/** Puts a blank between a bare address and the pipe after it, which the parser takes for a part of the address. */
export function endAddresses(lines: SourceLine[]): SourceLine[] {
  const mayHave = ({ text }: SourceLine): boolean => text.includes('|') && /https?:\/\/|www\.|@/.test(text)
  return lines.some(mayHave) ? changeRows(lines, withEndedAddresses) : lines
}

function changeRows(lines: SourceLine[], change: (row: string) => string): SourceLine[] {
  const track = codeTracker()
  let isTable = false
  return lines.map((line, at) => {
    const isText = track(line.text) === 'text' && line.text.includes('|')
    isTable = isText && (isTable || isDelimiter(lines[at + 1]?.text))
    return isTable ? { ...line, text: change(line.text) } : line
  })
}

function isDelimiter(text = ''): boolean {
  return text.includes('|') && text.includes('-') && DELIMITER.test(text)
}

function withEndedAddresses(row: string): string {
  const cells = row.split('|')
  return cells
    .map((cell, at) => {
      const word = at === cells.length - 1 ? '' : (cell.split(/[ \t]/).at(-1) ?? '')
      return /https?:\/\/|www\.|@/.test(word) && !/[\\`]/.test(word) ? `${cell} ` : cell
    })
    .join('|')
}

/** A row with its pipes in code escaped. */
export function withCodePipes(row: string): string {
  return changeAroundBackticks(row.match(/`+|\\.|[^`\\]+|\\$/g) ?? [], (part, isCode) =>
    !isCode || part.startsWith('\\') ? part : part.replaceAll('|', String.raw`\|`),
  )
}
