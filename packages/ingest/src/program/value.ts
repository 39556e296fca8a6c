/**
 * What was read off a program that was not run. Every value knows where it stands, since whoever reads it tells the
 * author of a fault by file and line.
 */
import type { Function as FunctionNode } from 'acorn'

/** Where something stands: an absolute path, and a 1-based line. */
export interface Spot {
  file: string
  line: number
}

/** A value of a program, as far as its text alone tells. */
export type Value =
  | { kind: 'plain'; value: string | number | boolean | null | undefined; at: Spot }
  | { kind: 'list'; items: Value[]; at: Spot }
  | { kind: 'table'; entries: Map<string, Value>; at: Spot }
  /** A call of what is not in the program: `defineConfig({ … })` of a package. `name` is the export's. */
  | { kind: 'call'; name: string; from: string; args: Value[]; at: Spot }
  | { kind: 'function'; node: FunctionNode; scope: Scope; at: Spot }
  /** What only running could tell. */
  | { kind: 'unreadable'; at: Spot }

/** What the names in a piece of a program stand for, and how much may still be read. */
export interface Scope {
  /** Absolute. */
  file: string
  budget: Budget
  /** `undefined` for a name that the program does not hold. */
  find: (name: string) => Value | undefined
  /** What another file, or a package, exports under a name. */
  require: (source: string, name: string, at: Spot) => Value
}

/** What is left of the work that one reading may cost. */
export interface Budget {
  steps: number
  /** Of nested calls and expressions. */
  depth: number
}

/** The text of a value; `undefined` where it is none. */
export function textIn(value: Value | undefined): string | undefined {
  return value?.kind === 'plain' && typeof value.value === 'string' ? value.value : undefined
}

/** The truth value of a value; `undefined` where it is none. */
export function truthIn(value: Value | undefined): boolean | undefined {
  return value?.kind === 'plain' && typeof value.value === 'boolean' ? value.value : undefined
}

/** A value as JSON has it, without what only running could tell. */
export function plainOf(value: Value | undefined): unknown {
  if (value?.kind === 'plain') return value.value
  if (value?.kind === 'list') return value.items.map(plainOf)
  if (value?.kind !== 'table') return undefined
  return Object.fromEntries(Array.from(value.entries, ([key, entry]) => [key, plainOf(entry)]))
}

/** An entry of a table. */
export function entryIn(value: Value | undefined, ...keys: string[]): Value | undefined {
  return keys.reduce((inner, key) => (inner?.kind === 'table' ? inner.entries.get(key) : undefined), value)
}

/** The first place in a value that only running could tell, strings included. */
export function unreadableIn(value: Value | undefined): Spot | undefined {
  if (value === undefined || value.kind === 'plain') return undefined
  if (value.kind === 'list') return firstOf(value.items)
  if (value.kind === 'table') return firstOf([...value.entries.values()])
  return value.at
}

function firstOf(values: Value[]): Spot | undefined {
  for (const value of values) {
    const spot = unreadableIn(value)
    if (spot !== undefined) return spot
  }
  return undefined
}
