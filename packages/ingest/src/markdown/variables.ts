/** Variables of Mintlify's configuration, and parameters of Fern's snippets: `{{name}}` anywhere in a page, in code as well. */
import type { SourceLine } from './source-line.ts'

const VARIABLE = /\{\{\s{0,10}([\w.-]{1,100})\s{0,10}\}\}/g

/** Replaces variables by their values; other names stay. */
export function replaceVariables(lines: SourceLine[], variables: Readonly<Record<string, string>>): SourceLine[] {
  if (Object.keys(variables).length === 0) return lines
  return lines.map((line) =>
    line.text.includes('{{')
      ? {
          ...line,
          text: line.text.replaceAll(VARIABLE, (raw, name: string) =>
            Object.hasOwn(variables, name) ? (variables[name] ?? raw) : raw,
          ),
        }
      : line,
  )
}
