/**
 * Values read from a program that is not run. Each has its location, so that faults can be reported with file and line.
 */
import type { Function as FunctionNode } from 'acorn'

/** A location in a source: an absolute path, and a 1-based line. */
export interface SourceLocation {
  file: string
  line: number
}

/** A value of a program, as far as its text determines it. */
export type Value =
  | { kind: 'plain'; value: string | number | boolean | null | undefined; at: SourceLocation }
  | { kind: 'list'; items: Value[]; at: SourceLocation }
  | { kind: 'table'; entries: Map<string, Value>; at: SourceLocation }
  /** A call of a function outside the program: `defineConfig({ … })` of a package. `name` is the export's name. */
  | { kind: 'call'; name: string; from: string; args: Value[]; at: SourceLocation }
  | { kind: 'function'; node: FunctionNode; scope: Scope; at: SourceLocation }
  /** A value that only running the program would give. */
  | { kind: 'unreadable'; at: SourceLocation }

/** Names of a program with their values, and the remaining budget. */
export interface Scope {
  /** Absolute. */
  file: string
  budget: Budget
  /** `undefined` for a name that the program does not define. */
  find: (name: string) => Value | undefined
  /** An export of another file or package. */
  require: (source: string, name: string, at: SourceLocation) => Value
}

/** Remaining work of one reading. */
export interface Budget {
  steps: number
  /** Of nested calls and expressions. */
  depth: number
}

/** The text of a value; `undefined` for other types. */
export function textIn(value: Value | undefined): string | undefined {
  return value?.kind === 'plain' && typeof value.value === 'string' ? value.value : undefined
}

/** The value as a condition; `undefined` where it is unknown. */
export function booleanIn(value: Value | undefined): boolean | undefined {
  return value?.kind === 'plain' && typeof value.value === 'boolean' ? value.value : undefined
}

/** The value as the test of a condition, as JavaScript has it; `undefined` where it is unknown. */
export function conditionOf(value: Value): boolean | undefined {
  if (value.kind === 'plain') return Boolean(value.value)
  return value.kind === 'list' || value.kind === 'table' || value.kind === 'function' ? true : undefined
}

/** A value as JSON, without its unreadable parts. */
export function plainOf(value: Value | undefined): unknown {
  if (value?.kind === 'plain') return value.value
  if (value?.kind === 'list') return value.items.map(plainOf)
  if (value?.kind !== 'table') return undefined
  return Object.fromEntries(Array.from(value.entries, ([key, entry]) => [key, plainOf(entry)]))
}

/** The value of JSON data; `undefined` in an object is no entry. */
export function valueOfJson(data: unknown, at: SourceLocation): Value {
  if (Array.isArray(data)) return { kind: 'list', items: data.map((one) => valueOfJson(one, at)), at }
  if (typeof data !== 'object' || data === null)
    return { kind: 'plain', value: data as string | number | boolean | null | undefined, at }
  const entries = Object.entries(data).filter(([, one]) => one !== undefined)
  return { kind: 'table', entries: new Map(entries.map(([key, one]) => [key, valueOfJson(one, at)])), at }
}

/** An entry of a table. */
export function entryIn(value: Value | undefined, ...keys: string[]): Value | undefined {
  return keys.reduce((inner, key) => (inner?.kind === 'table' ? inner.entries.get(key) : undefined), value)
}

/** The first unreadable place in a value. */
export function unreadableIn(value: Value | undefined): SourceLocation | undefined {
  if (value === undefined || value.kind === 'plain') return undefined
  if (value.kind === 'list') return firstOf(value.items)
  if (value.kind === 'table') return firstOf([...value.entries.values()])
  return value.at
}

function firstOf(values: Value[]): SourceLocation | undefined {
  for (const value of values) {
    const spot = unreadableIn(value)
    if (spot !== undefined) return spot
  }
  return undefined
}
