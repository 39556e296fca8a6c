/**
 * The statements of Jinja that MkDocs' macros plugin runs, as far as data decides them: `with`, `set`, `include`, `if`,
 * `for` and outputs. Any other one stays as it is written, and is a problem of the text (`inline.ts`).
 */
import { WIKI } from '../wiki-links.ts'
import { includeExpanded, isReadable } from './included.ts'
import { evaluate, type Scope, splitOutside, textValue, type Value } from './liquid.ts'
import { condition, loop } from './liquid-text.ts'
import { openLine, type Output, writeLines } from './output.ts'
import type { Macro } from './scan.ts'
import { type MacroState, spendGrowth, writeBody } from './state.ts'

/** Writes the result of a statement or an output. False in code for one without a known text. */
export function jinjaText(macro: Macro, output: Output, state: MacroState, inCode = false): boolean {
  const { name, arguments: given } = macro
  if (name === 'output') {
    const value = valueOf(given.text, state.scope)
    if (value?.kind !== 'text') return inCode ? false : asWritten(macro, output, state)
    spendGrowth(value.text, macro, state)
    openLine(output).text += value.text
    return true
  }
  if (name === 'include') return include(macro, output, state) || (!inCode && asWritten(macro, output, state))
  if (inCode) return false
  if (name === 'set') return set(macro, state) || asWritten(macro, output, state)
  if (macro.body === undefined) return asWritten(macro, output, state)
  if (name === 'if') return condition(macro, output, state)
  if (name === 'for') return loop(macro, output, state)
  if (name === 'with') return withNames(macro, output, state)
  return asWritten(macro, output, state)
}

function asWritten(macro: Macro, output: Output, state: MacroState): true {
  openLine(output).text += macro.source
  if (macro.body !== undefined) writeBody(macro, output, state)
  openLine(output).text += macro.closing ?? ''
  return true
}

/**
 * The value of an expression, also of texts that `+` or `~` join. Where the first one is computed (a folder that a program
 * sets), the rest is the end of an address.
 */
function valueOf(expression: string, scope: Scope): Value | undefined {
  const parts = splitOutside(expression, '~').flatMap((part) => splitOutside(part, '+'))
  if (parts.length < 2) return evaluate(expression.trim(), scope)
  const [first, ...rest] = parts.map((part) => evaluate(part.trim(), scope))
  const end = rest.map((value) => (value?.kind === 'text' ? value.text : undefined))
  if (end.includes(undefined)) return undefined
  const text = end.join('')
  if (first?.kind === 'text') return textValue(first.text + text)
  return text.includes('/') ? textValue(WIKI + text.replace(/^\/+/, '')) : undefined
}

function set(macro: Macro, { scope }: MacroState): boolean {
  const [, name, expression = ''] = /^(\w+)\s*=\s*([^]*)$/.exec(macro.arguments.text) ?? []
  const value = valueOf(expression, scope)
  if (name === undefined || value === undefined) return false
  scope.names.set(name, value)
  return true
}

/** `{% with a="x", b=c %}`: names of the body alone. */
function withNames(macro: Macro, output: Output, state: MacroState): true {
  const names = new Map(state.scope.names)
  for (const part of splitOutside(macro.arguments.text, ',')) {
    const [, name, expression = ''] = /^\s*(\w+)\s*=([^]*)$/.exec(part) ?? []
    const value = valueOf(expression, state.scope)
    if (name !== undefined && value !== undefined) names.set(name, value)
  }
  writeBody(macro, output, { ...state, scope: { ...state.scope, names } })
  return true
}

/** A template of the folder of includes. One of HTML is one block, without its indentation and blank lines. */
function include(macro: Macro, output: Output, state: MacroState): boolean {
  const expression = macro.arguments.text.split(/\b(?:ignore missing|with context|without context)\b/)[0] ?? ''
  const value = valueOf(expression, state.scope)
  if (value?.kind !== 'text') return false
  const path = `/${[state.syntax.templates ?? '', value.text].filter((part) => part !== '').join('/')}`
  const known: Scope = { ...state.scope, isClosed: true }
  const lines = includeExpanded(
    isReadable(value.text, state) && !isReadable(path, state) ? value.text : path,
    state.lineAt(macro.from),
    { ...state, scope: known },
  )
  if (lines === undefined) return true
  const isHtml = /\.html?$/i.test(path)
  writeLines(
    output,
    isHtml ? lines.map((line) => ({ ...line, text: line.text.trim() })).filter(({ text }) => text !== '') : lines,
  )
  return true
}
