/**
 * MyST's substitutions: `{{ name }}` is replaced by Markdown of the page's front matter or of the configuration. A name in
 * a line of its own may become several lines.
 */
import { tableOf } from '../../folder/plain-data.ts'
import { replaceBetween } from '../between.ts'
import { type IncludeContext, spend } from '../include-text.ts'
import { inOneLine } from './explicit-title.ts'
import { type SourceLine, withoutMarks } from '../source-line.ts'

/** Markdown by name. */
export type Substitutions = Map<string, string>

const NAME = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g
const ALONE = /^([\s>]*)\{\{\s*([A-Za-z_][\w-]*)\s*\}\}\s*$/

/** The substitutions of a page; its own have precedence over those of the configuration. */
export function substitutionsOf(
  frontMatter: Record<string, unknown>,
  variables: Readonly<Record<string, string>>,
): Substitutions {
  const found: Substitutions = new Map(Object.entries(variables).map(([name, value]) => [name, withoutMarks(value)]))
  const myst = tableOf(frontMatter.myst)
  for (const table of [frontMatter.substitutions, myst?.substitutions]) {
    for (const [name, value] of Object.entries(tableOf(table) ?? {}))
      if (typeof value === 'string' || typeof value === 'number') found.set(name, withoutMarks(String(value)))
  }
  return found
}

/** The lines after one round of substitution; `undefined` where the line names none. */
export function replaceSubstitutions(
  { text, line }: SourceLine,
  context: IncludeContext & { substitutions: Substitutions },
): SourceLine[] | undefined {
  const [, prefix = '', alone = ''] = ALONE.exec(text) ?? []
  const whole = context.substitutions.get(alone)
  if (whole !== undefined) {
    spend(context.budget, 'units', whole.length, line)
    const lines = whole.trimEnd().split('\n')
    return lines.map((one) => ({ text: `${prefix}${one}`, line }))
  }
  let isFound = false
  const replaced = text.replaceAll(NAME, (source, name: string) => {
    const value = context.substitutions.get(name)
    if (value === undefined) return source
    isFound = true
    spend(context.budget, 'units', value.length, line)
    return inLine(value)
  })
  if (isFound) return [{ text: replaced, line }]
  return text.includes('`') ? undefined : codeOf(text, line)
}

/** Other expressions with signs of Markdown as code, since the parser would read the signs; `undefined` without any. */
function codeOf(text: string, line: number): SourceLine[] | undefined {
  const shown = replaceBetween(text, [['{{', '}}']], (source, inner) =>
    /[[\]*_<]/.test(inner) ? `\`${source}\`` : source,
  )
  return shown === text ? undefined : [{ text: shown, line }]
}

/** A value within a line: an image as Markdown's image, other directives by their content. */
function inLine(value: string): string {
  const [head = '', ...rest] = value.trim().split('\n')
  const [, name, argument = ''] = /^`{3,}\{(\w+)\}([^]*)$/.exec(head) ?? []
  if (name === undefined) return inOneLine(value)
  const lines = rest.filter((line) => !/^`{3}/.test(line))
  if (name === 'image') {
    const alt =
      lines
        .find((line) => line.startsWith(':alt:'))
        ?.slice(5)
        .trim() ?? ''
    return `![${alt}](${argument.trim()})`
  }
  const content = lines.filter((line) => !/^:[\w-]+:/.test(line)).join('\n')
  return `${argument.trim()} ${inOneLine(content)}`.trim()
}
