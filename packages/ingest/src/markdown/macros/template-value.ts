/** Evaluates the expressions of Go's templates that give texts: arguments, parameters, comparisons, filters of text. */

/** Values that a template reads. */
export interface TemplateValues {
  /** An argument by position or name. */
  argument: (name: string) => string | undefined
  /** A parameter: `.Site.Params.x`, `.Page.Param "x"`. */
  parameter: (path: string, of: 'site' | 'page') => string | undefined
  /** The body as written; empty without one. */
  inner: string
}

/** Thrown for an expression that is not evaluated. */
export class Unknown extends Error {}

/** A value of an expression. */
export type TemplateValue = string | boolean

/** Variables by name; `.` is the present value, and `undefined` one that is not known. */
export type Variables = Map<string, TemplateValue | undefined>

/** Maximum length of a text (UTF-16 units), and depth of parentheses. */
const MAX_TEXT = 10_000
const MAX_DEPTH = 12

/** Functions that return their text, as far as the page is concerned. */
const SAME = new Set([
  'emojify', 'transform.Emojify', 'markdownify', 'safeHTML', 'safeHTMLAttr', 'safeURL', 'safeCSS', 'htmlUnescape', 'plainify', 'relURL', 'absURL', 'relLangURL',
  'absLangURL', 'string', '.Page.RenderString', '$.Page.RenderString', '.RenderString', '$.RenderString', 'page.RenderString',
  'transform.Markdownify', 'transform.HTMLUnescape', 'urls.RelURL', 'urls.AbsURL',
]) // prettier-ignore

const TEXT: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  chomp: (text) => text.trimEnd(),
  'strings.TrimSpace': (text) => text.trim(),
}

/** Whether a value counts as true: a text that is not empty. */
export function isTrue(value: TemplateValue): boolean {
  return value !== '' && value !== false
}

/** The value of an expression. @throws Unknown */
export function evaluate(expression: string, values: TemplateValues, variables: Variables): TemplateValue {
  const words = wordsOf(expression)
  const result = pipeline(words, { values, variables, depth: 0 })
  if (words.at > words.list.length - 1 && (typeof result === 'boolean' || result.length <= MAX_TEXT)) return result
  throw new Unknown()
}

/** The values of a table that is written as `"key" value "key" value`. @throws Unknown */
export function evaluateTable(
  expression: string,
  values: TemplateValues,
  variables: Variables,
): Map<string, TemplateValue> {
  const words = wordsOf(expression)
  const table = new Map<string, TemplateValue>()
  while (words.at < words.list.length) {
    const key = operand(words, { values, variables, depth: 0 })
    table.set(String(key).toLowerCase(), operand(words, { values, variables, depth: 0 }))
  }
  return table
}

interface Words {
  list: string[]
  at: number
}

interface Context {
  values: TemplateValues
  variables: Variables
  depth: number
}

/** Texts in quotes with a quote in front, signs, and names. */
function wordsOf(expression: string): Words {
  const list: string[] = []
  const word = /\s+|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([()|])|([^\s()|"`]+)/y
  while (word.lastIndex < expression.length) {
    const found = word.exec(expression)
    if (found === null) throw new Unknown()
    const [, quoted, raw, sign, name] = found
    if (quoted !== undefined)
      list.push(`"${quoted.replaceAll(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))}`)
    else if (raw !== undefined) list.push(`"${raw}`)
    else if (sign !== undefined) list.push(sign)
    else if (name !== undefined) list.push(name)
  }
  return { list, at: 0 }
}

function pipeline(words: Words, context: Context): TemplateValue {
  if (context.depth > MAX_DEPTH) throw new Unknown()
  let value = command(words, context, [])
  while (words.list[words.at] === '|') {
    words.at++
    value = command(words, context, [value])
  }
  return value
}

/** A value or a call; the value before `|` is the last argument. */
function command(words: Words, context: Context, piped: TemplateValue[]): TemplateValue {
  const first = words.list[words.at]
  if (first === undefined || first === '|' || first === ')') throw new Unknown()
  const isCall = /^[$.]?[a-zA-Z]|^\$?\.[a-zA-Z]/.test(first) && !first.startsWith('"')
  const head = isCall ? undefined : operand(words, context)
  if (isCall) words.at++
  const given: TemplateValue[] = []
  for (let next = words.list[words.at]; next !== undefined && next !== '|' && next !== ')'; next = words.list[words.at])
    given.push(operand(words, context))
  const all = [...given, ...piped]
  if (head === undefined) return call(first, all, context)
  if (all.length > 0) throw new Unknown()
  return head
}

function operand(words: Words, context: Context): TemplateValue {
  const word = words.list[words.at++]
  if (word === undefined) throw new Unknown()
  if (word === '(') {
    const value = pipeline(words, { ...context, depth: context.depth + 1 })
    if (words.list[words.at++] !== ')') throw new Unknown()
    return value
  }
  if (word.startsWith('"')) return word.slice(1)
  if (/^\d+$/.test(word)) return word
  return call(word, [], context)
}

function call(name: string, given: readonly TemplateValue[], { values, variables }: Context): TemplateValue {
  const [first = ''] = given
  const last = given.at(-1) ?? ''
  if (variables.has(name) && given.length === 0) {
    const known = variables.get(name)
    if (known === undefined) throw new Unknown()
    return known
  }
  if (SAME.has(name) && given.length > 0) return last
  const text = TEXT[name]
  if (text !== undefined && typeof last === 'string') return text(last)
  switch (name.replace(/^\$\./, '.')) {
    case '.Get':
      return values.argument(String(first)) ?? ''
    case '.Inner':
      return values.inner
    case '.Page.Param':
    case '.Param':
      return known(values.parameter(String(first), 'page'))
    case 'true':
      return true
    case 'false':
      return false
    case 'eq':
      return given.slice(1).includes(first)
    case 'ne':
      return first !== last
    case 'not':
      return !isTrue(first)
    case 'and':
      return given.find((one) => !isTrue(one)) ?? last
    case 'or':
      return given.find(isTrue) ?? last
    case 'default':
      return isTrue(last) ? last : first
    case 'printf':
      return formatted(String(first), given.slice(1))
    default:
      return parameterOf(name, values)
  }
}

/** `.Site.Params.a.b`, `site.Params.a`, `.Page.Params.a`. */
function parameterOf(name: string, values: TemplateValues): string {
  const [, of = '', path] = /^\$?\.?(Site|site|Page|page|Page\.Site)\.Params\.([\w.-]+)$/.exec(name) ?? []
  if (path === undefined) throw new Unknown()
  return known(values.parameter(path, of.toLowerCase() === 'page' ? 'page' : 'site'))
}

function known(value: string | undefined): string {
  if (value === undefined) throw new Unknown()
  return value
}

/** `printf` with texts only. */
function formatted(pattern: string, given: readonly TemplateValue[]): string {
  let at = 0
  const text = pattern.replaceAll(/%(.)/g, (_, verb: string) => {
    if (verb === '%') return '%'
    if (!'svdq'.includes(verb)) throw new Unknown()
    const value = String(given[at++] ?? '')
    return verb === 'q' ? `"${value}"` : value
  })
  if (text.length > MAX_TEXT) throw new Unknown()
  return text
}
