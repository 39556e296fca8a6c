/** PlantUML's diagrams without a fence: lines from `@startuml` to `@enduml` become a fenced block of `plantuml`. */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const START =
  /^(\s{0,8})@start(uml|mindmap|wbs|gantt|json|yaml|salt|dot|ebnf|regex|ditaa|jcckit|latex|math|board|chen|files|git|hcl|nwdiag)\b/

/** Puts fences around diagrams. Other lines are returned unchanged. */
export function fencedDiagrams(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => START.test(text))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const [, indent = '', kind] = track(line.text) === 'text' ? (START.exec(line.text) ?? []) : []
    const length = kind === undefined ? -1 : lengthOf(lines, at, kind)
    if (length < 0) {
      result.push(line)
      continue
    }
    const inner = lines.slice(at, at + length + 1)
    const ticks = inner.reduce((most, { text }) => Math.max(most, /`{3,}/.exec(text)?.[0].length ?? 0), 2) + 1
    const fence = indent + '`'.repeat(ticks)
    result.push({ ...line, text: '' }, { ...line, text: `${fence}plantuml` }, ...inner, { ...line, text: fence })
    at += length
  }
  return result
}

/** The number of lines below a beginning up to the end; -1 without one before the next beginning. */
function lengthOf(lines: readonly SourceLine[], from: number, kind: string): number {
  for (let at = from + 1; at < lines.length; at++) {
    const text = lines[at]?.text.trim() ?? ''
    if (text === `@end${kind}`) return at - from
    if (text.startsWith('@start')) return -1
  }
  return -1
}
