/**
 * Components that a page or a snippet defines itself, if they only return JSX: `export const Mark = ({ children }) =>
 * (<mark>{children}</mark>)`. Their JSX is shown with the attributes of the tag; other functions would have to run. JSX in an
 * expression or an attribute of a tag is shown too.
 */

import { tableOf } from '../folder/plain-data.ts'
import type { Data } from './tree.ts'

const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:const\s+([A-Z]\w{0,80})\s*=\s*(?:\([^()]*\)|\w{1,80})\s*=>|function\s+([A-Z]\w{0,80})\s*\([^()]*\)(?=\s*\{))\s*/

/** The name and the JSX of a component; `undefined` for other statements. */
export function jsxComponent(statement: string): { name: string; jsx: string } | undefined {
  const found = DEFINITION.exec(statement)
  const name = found?.[1] ?? found?.[2]
  if (found === null || name === undefined) return undefined
  const jsx = returned(statement.slice(found[0].length))
  return jsx === undefined ? undefined : { name, jsx }
}

/** The beginning of an arrow function. */
const ARROW = /^(?:\([^()]*\)|\w{1,80})\s*=>\s*/

/** The JSX of an expression, or that its function returns: `<b>x</b>`, `() => (<b>x</b>)`. */
export function jsxOf(expression: string): string | undefined {
  return returned(expression.trim().replace(ARROW, ''))
}

const LIST = /^[\w.]{1,100}(?=\??\.map\()/
const CALL = /^\s*\??\.map\(\s*/
const ENTRY = /^(?:(\w{1,80})|\(\s*(?:(\w{1,80})|\{([^{}()]{0,400})\})\s*(?:,\s*(\w{1,80})\s*)?\))\s*=>\s*/

/**
 * The JSX of a list: `items.map((one, index) => <li key={index}>{one}</li>)`, `items.map(({ name }) => <b>{name}</b>)`. The
 * list may be written out: `['a', 'b'].map(…)`.
 */
export interface JsxList {
  list: string
  jsx: string
  /** The values of the names of the function, for an entry. */
  valuesOf: (entry: Data, index: number) => Record<string, Data | undefined>
}

/** The parts of an expression that shows a list; `undefined` for another one. */
export function jsxOfList(expression: string): JsxList | undefined {
  const source = expression.trim()
  const list = source.startsWith('[') ? arrayAt(source) : LIST.exec(source)?.[0]
  if (list === undefined || !source.endsWith(')')) return undefined
  const [call] = CALL.exec(source.slice(list.length)) ?? []
  if (call === undefined) return undefined
  const entry = source.slice(list.length + call.length, -1)
  const [begin = '', only, first, fields, index] = ENTRY.exec(entry) ?? []
  if (begin === '') return undefined
  const jsx = returned(entry.slice(begin.length))
  const name = only ?? first
  if (jsx === undefined) return undefined
  const valuesOf: JsxList['valuesOf'] = (entry, at) => ({
    ...(name === undefined ? fieldsOf(entry, fields ?? '') : { [name]: entry }),
    ...(index === undefined ? {} : { [index]: at }),
  })
  return { list, jsx, valuesOf }
}

/** The array at the beginning of a source; `undefined` without its end. Brackets in texts are no part of it. */
function arrayAt(source: string): string | undefined {
  let depth = 0
  let quote = ''
  for (let at = 0; at < source.length; at++) {
    const sign = source.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (/["'`]/.test(sign)) quote = sign
    else if (sign === '[') depth++
    else if (sign === ']' && --depth === 0) return source.slice(0, at + 1)
  }
  return undefined
}

/** The values that `{ name, url: href }` takes from an entry. */
function fieldsOf(entry: Data, fields: string): Record<string, Data | undefined> {
  const table = tableOf(entry) ?? {}
  return Object.fromEntries(
    fields.split(',').map((field) => {
      const [key = '', name = key] = field.split(':').map((part) => part.trim())
      return [name, (Object.hasOwn(table, key) ? table[key] : null) as Data]
    }),
  )
}

/** Whether an expression is a function. */
export function isFunction(expression: string): boolean {
  return ARROW.test(expression.trim())
}

/** The JSX of a function's body. */
function returned(code: string): string | undefined {
  let body = withoutEnd(code)
  if (body.startsWith('{') && body.endsWith('}')) {
    const inner = body.slice(1, -1).trim()
    if (!inner.startsWith('return')) return undefined
    body = withoutEnd(inner.slice('return'.length))
  }
  if (body.startsWith('(') && body.endsWith(')')) body = body.slice(1, -1).trim()
  return body.startsWith('<') && body.endsWith('>') ? body : undefined
}

function withoutEnd(code: string): string {
  const text = code.trim()
  return text.endsWith(';') ? text.slice(0, -1).trimEnd() : text
}
