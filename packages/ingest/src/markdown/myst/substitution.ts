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

/** A text in quotes with methods: `{{ '`v{}`'.format(release) }}`, `{{ "a-NAME".replace("NAME", name) }}`. */
const METHODS = /\{\{\s*(?:'([^'\n]*)'|"([^"\n]*)")((?:\.(?:format|replace)\([^()\n]*\))+)\s*\}\}/g

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
  const written = text.replaceAll(METHODS, (_, single: string | undefined, double = '', methods: string) => {
    isFound = true
    return withoutMarks(applied(single ?? double, methods, context, line))
  })
  const replaced = written.replaceAll(NAME, (source, name: string) => {
    const value = context.substitutions.get(name)
    if (value === undefined) return source
    isFound = true
    spend(context.budget, 'units', value.length, line)
    return inLine(value)
  })
  if (isFound) return [{ text: replaced, line }]
  return text.includes('`') ? undefined : codeOf(text, line)
}

/** The result of the methods of a text; an unknown value leaves a text to replace as it is, and is its name in a format. */
function applied(
  text: string,
  methods: string,
  { substitutions, budget }: IncludeContext & { substitutions: Substitutions },
  line: number,
): string {
  let value = text
  for (const [, method, list = ''] of methods.matchAll(/\.(\w+)\(([^()]*)\)/g)) {
    const values = list.split(',').map((one) => {
      const source = one.trim()
      const quoted = /^'([^']*)'$|^"([^"]*)"$/.exec(source)
      return { source, value: quoted?.[1] ?? quoted?.[2] ?? substitutions.get(source) }
    })
    const [from = '', to] = method === 'format' ? ['{}', ''] : [values[0]?.value, values[1]?.value]
    if (from === '' || to === undefined) continue
    const parts = value.split(from)
    const inserted = method === 'format' ? values.map(shownIn) : undefined
    const longest = inserted?.reduce((most, one) => Math.max(most, one.length), 0) ?? to.length
    spend(budget, 'units', value.length + parts.length * longest, line)
    value = parts.reduce((all, part, index) => all + (inserted === undefined ? to : (inserted[index - 1] ?? '')) + part)
  }
  return value
}

function shownIn({ source, value }: { source: string; value: string | undefined }): string {
  return value ?? source
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
