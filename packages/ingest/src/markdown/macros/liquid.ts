/**
 * Liquid's expressions, as far as data decides them: variables of the site, the page and the template, texts, filters of
 * text, and comparisons. Nothing is run. A value is a text; `nil` is known to be absent; `undefined` is unknown.
 */
import { readArguments } from './arguments.ts'
import { FILTERS } from './filters.ts'
import { joinTexts, requirePageLength } from './text-limit.ts'

/**
 * A known value: a text, nothing, a list of texts, or a list or table by the path of its entries among the site's
 * variables.
 */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'nil' }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'path'; path: string }

/** Names of a template, with their values; the values of a site by their path. */
export interface Scope {
  names: Map<string, Value>
  variables: Readonly<Record<string, string>>
  frontMatter: Readonly<Record<string, unknown>>
  /** Whether a name that is not bound is nothing, as in a template that a page includes with its names. */
  isClosed?: true
}

/** Maximum number of entries of a list that `split` makes. */
const MAX_ITEMS = 1000

const NIL: Value = { kind: 'nil' }

/** Roots whose values are all known, but for those that plugins and the generator add. */
const COMPUTED =
  /^site\.(?:github|time|pages|posts|documents|collections|categories|tags|static_files|html_pages)\b|^page\.(?:url|id|path|excerpt|content|previous|next|dir|name|collection)\b/

/** A text as a value. @throws TooCostly for a text that is longer than a page may be. */
export function textValue(text: string): Value {
  requirePageLength(text.length)
  return { kind: 'text', text }
}

/** The value of an expression with filters: `site.title | upcase`. */
export function evaluate(expression: string, scope: Scope): Value | undefined {
  const [first = '', ...filters] = splitFilters(expression)
  let value = operand(first.trim(), scope)
  for (const filter of filters) {
    const [, name = '', rest = ''] = /^\s*(\w+)\s*(?::([^]*))?$/.exec(filter) ?? []
    const given = splitList(rest).map((one) => operand(one, scope))
    if (name === 'default') {
      if (
        value === undefined ||
        value.kind === 'nil' ||
        (value.kind === 'text' && (value.text === '' || value.text === 'false'))
      )
        value = given[0]
      continue
    }
    if (value?.kind === 'path') {
      value = name === 'size' ? operand(`${value.path}.size`, scope) : undefined
      continue
    }
    if (value?.kind === 'list') {
      value = ofList(value.items, name, given)
      continue
    }
    if (value?.kind !== 'text') return value
    if (name === 'split' && given[0]?.kind === 'text') {
      value = { kind: 'list', items: value.text.split(given[0].text).slice(0, MAX_ITEMS) }
      continue
    }
    const texts = given.map((one) => (one?.kind === 'text' ? one.text : ''))
    const apply = FILTERS.get(name)
    if (apply !== undefined) value = textValue(apply(value.text, texts))
  }
  return value
}

/** A filter of a list; `undefined` for one that is not read. */
function ofList(items: readonly string[], name: string, given: readonly (Value | undefined)[]): Value | undefined {
  const [first] = given
  if (name === 'join') return textValue(joinTexts(items, first?.kind === 'text' ? first.text : ' '))
  if (name === 'first') return items[0] === undefined ? NIL : textValue(items[0])
  if (name === 'last') return textValue(items.at(-1) ?? '')
  if (name === 'size') return textValue(String(items.length))
  if (name === 'sort') return { kind: 'list', items: items.toSorted() }
  if (name === 'reverse') return { kind: 'list', items: items.toReversed() }
  return undefined
}

/** Splits at bars outside quotes. */
function splitFilters(expression: string): string[] {
  return splitOutside(expression, '|')
}

function splitList(source: string): string[] {
  return source.trim() === '' ? [] : splitOutside(source, ',').map((one) => one.trim())
}

/** Splits a text at a sign outside quotes. */
export function splitOutside(source: string, sign: string): string[] {
  const parts: string[] = []
  let quote = ''
  let start = 0
  for (let at = 0; at < source.length; at++) {
    const one = source.charAt(at)
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = one
    else if (one === sign) {
      parts.push(source.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, source.slice(start)]
}

/** A literal or a name. */
function operand(source: string, { names, variables, frontMatter, isClosed }: Scope): Value | undefined {
  const quoted = /^"([^"]*)"$|^'([^']*)'$/.exec(source)
  if (quoted !== null) return textValue(quoted[1] ?? quoted[2] ?? '')
  if (/^-?\d+(?:\.\d+)?$/.test(source)) return textValue(source)
  if (/^(?:nil|null|empty|blank)$/.test(source)) return NIL
  if (/^(?:true|false)$/.test(source)) return textValue(source)
  const path = source.replaceAll(
    /\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g,
    (_, a?: string, b?: string, c?: string) => `.${a ?? b ?? c ?? ''}`,
  )
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(path)) return undefined
  const [root = '', ...rest] = path.split('.')
  const bound = names.get(root)
  if (bound !== undefined)
    return rest.length === 0 || bound.kind === 'nil'
      ? bound
      : bound.kind === 'path'
        ? ofSite([bound.path, ...rest].join('.'), variables)
        : NIL
  const included = root === 'include' ? names.get(path) : undefined
  if (included !== undefined) return included
  if (root === 'include') return NIL
  if (root === 'page') return ofPage(rest, frontMatter) ?? (COMPUTED.test(path) ? undefined : NIL)
  return ofSite(path, variables) ?? (isClosed === true && rest.length === 0 ? NIL : undefined)
}

function ofSite(path: string, variables: Readonly<Record<string, string>>): Value | undefined {
  if (Object.hasOwn(variables, path)) return textValue(variables[path] ?? '')
  if (Object.hasOwn(variables, `${path}.size`)) return { kind: 'path', path }
  // A table of which only the entries are listed.
  if (!path.startsWith('site') || COMPUTED.test(path)) return undefined
  return path === 'site' || Object.keys(variables).some((key) => key.startsWith(`${path}.`))
    ? { kind: 'path', path }
    : NIL
}

function ofPage(path: string[], frontMatter: Readonly<Record<string, unknown>>): Value | undefined {
  let value: unknown = frontMatter
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return textValue(String(value))
  if (value instanceof Date) return textValue(value.toISOString())
  return value === null ? NIL : undefined
}

const CONDITION = /"[^"]*"|'[^']*'|==|!=|<>|<=|>=|<|>|[^\s"'=!<>]+|["'=!]/g

/** Whether a condition holds; `undefined` where a value of it is unknown. */
export function holds(condition: string, scope: Scope): boolean | undefined {
  return holdsIn(condition.match(CONDITION) ?? [], scope)
}

/** Liquid reads `and` and `or` from the right. */
function holdsIn(words: readonly string[], scope: Scope): boolean | undefined {
  const at = words.findIndex((word) => word === 'and' || word === 'or')
  if (at >= 0) {
    const [first, second] = [holdsIn(words.slice(0, at), scope), holdsIn(words.slice(at + 1), scope)]
    const decisive = words[at] === 'or'
    if (first === decisive || second === decisive) return decisive
    return first === undefined || second === undefined ? undefined : !decisive
  }
  if (words[0] === 'not') {
    const found = holdsIn(words.slice(1), scope)
    return found === undefined ? undefined : !found
  }
  const [first, sign, second] = words
  const value = evaluate(first ?? '', scope)
  if (sign === undefined || second === undefined)
    return value === undefined ? undefined : value.kind !== 'nil' && !(value.kind === 'text' && value.text === 'false')
  const other = evaluate(second, scope)
  if (value === undefined || other === undefined) return undefined
  const texts = [value, other].map((one) => (one.kind === 'text' ? one.text : '')) as [string, string]
  return compared(texts, sign, value.kind === other.kind || value.kind === 'nil' || other.kind === 'nil')
}

function compared([a, b]: [string, string], sign: string, comparable: boolean): boolean | undefined {
  if (!comparable) return undefined
  const [x, y] = [Number(a), Number(b)]
  switch (sign) {
    case '==':
      return a === b
    case '!=':
    case '<>':
      return a !== b
    case 'in':
      return b.includes(a)
    case 'contains':
      return a.includes(b)
    case '<':
      return x < y
    case '>':
      return x > y
    case '<=':
      return x <= y
    default:
      return x >= y
  }
}

/** The arguments of an include as names of its template: `include.title`. */
export function includeNames(source: string, scope: Scope): Map<string, Value> {
  const { named } = readArguments(source)
  const names = new Map<string, Value>()
  for (const [name, value] of named) {
    const isQuoted = source.includes(`"${value}"`) || source.includes(`'${value}'`)
    names.set(`include.${name}`, isQuoted ? textValue(value) : (operand(value, scope) ?? NIL))
  }
  return names
}
