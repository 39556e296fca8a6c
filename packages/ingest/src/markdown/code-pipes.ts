/** Pipes in code in the rows of tables: kramdown and Python-Markdown end no cell there, GitHub's tables do. */
import { codeTracker, type SourceLine } from './source-line.ts'

/** The line between the head and the rows. */
const DELIMITER = /^[-:| \t]+$/

/** Escapes the pipes in code in all tables that have a head. */
export function escapeCodePipes(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('`') && text.includes('|'))) return lines
  const track = codeTracker()
  let isTable = false
  return lines.map((line, at) => {
    const isText = track(line.text) === 'text' && line.text.includes('|')
    isTable = isText && (isTable || isDelimiter(lines[at + 1]?.text))
    return isTable ? { ...line, text: withCodePipes(line.text) } : line
  })
}

function isDelimiter(text = ''): boolean {
  return DELIMITER.test(text) && text.includes('|') && text.includes('-')
}

/** A row with its pipes in code escaped. */
export function withCodePipes(row: string): string {
  const parts = row.match(/`+|\\.|[^`\\]+|\\$/g) ?? []
  // The place of the last run of each number of backticks.
  const last = new Map(parts.map((part, at) => [part, at]))
  let code = ''
  return parts
    .map((part, at) => {
      if (part.startsWith('`')) {
        if (code === part) code = ''
        else if (code === '' && (last.get(part) ?? 0) > at) code = part
        return part
      }
      return code === '' ? part : part.replaceAll(/^\||(?<!\\)\|/g, String.raw`\|`)
    })
    .join('')
}
