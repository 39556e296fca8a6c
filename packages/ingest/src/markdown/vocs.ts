/** Lines of Vocs: `# Title [The line below it]`. */
import { codeTracker } from './code-tracker.ts'
import type { SourceLine } from './source-line.ts'

/** Makes a paragraph of the text in brackets at the end of the first heading of level 1. */
export function vocsLines(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  const at = lines.findIndex(({ text }) => track(text) === 'text' && text.startsWith('# '))
  const { text = '', line = 1 } = lines[at] ?? {}
  const whole = text.trimEnd()
  const start = whole.indexOf(' [')
  if (start < 2 || !whole.endsWith(']')) return lines
  const parts = [whole.slice(0, start), '', whole.slice(start + 2, -1), '']
  return [...lines.slice(0, at), ...parts.map((part) => ({ text: part, line })), ...lines.slice(at + 1)]
}
