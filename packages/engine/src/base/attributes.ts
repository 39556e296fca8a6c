/** Attributes of records, reached by dotted paths (`hierarchy.lvl1`). Lists give each of their items. */
import type { JsonValue, SearchParams, SearchRecord } from '../wire.ts'

type Leaf = string | number | boolean

/** Sets an attribute of any name. An assignment to `__proto__` would set the object's prototype. */
export function setOwn<Value>(object: Record<string, Value>, name: string, value: Value): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * Every scalar value at `path`, in order, also inside objects and lists. `null` is no value. `names` of the path are given
 * by loops over many records.
 */
export function valuesAt(record: SearchRecord, path: string, names: readonly string[] = path.split('.')): Leaf[] {
  // An attribute with a dot in its own name has priority over a nested one.
  const whole = Object.hasOwn(record, path) ? record[path] : undefined
  const found: Leaf[] = []
  if (whole !== undefined) collect(whole, found)
  else walk(record as { [name: string]: JsonValue }, names, 0, found)
  return found
}

function walk(value: JsonValue | undefined, names: readonly string[], at: number, found: Leaf[]): void {
  if (value === undefined || value === null) return
  if (at === names.length) return collect(value, found)
  if (Array.isArray(value)) for (const item of value) walk(item, names, at, found)
  else if (typeof value === 'object' && Object.hasOwn(value, names[at] as string)) {
    walk(value[names[at] as string], names, at + 1, found)
  }
}

function collect(value: JsonValue, found: Leaf[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  else if (value !== null && typeof value !== 'object') found.push(value)
}

/** The dotted paths of all texts in a record. */
export function textPaths(value: JsonValue | SearchRecord, prefix = '', found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(prefix)
  else if (Array.isArray(value)) for (const item of value) textPaths(item, prefix, found)
  else if (value !== null && typeof value === 'object') {
    for (const [name, child] of Object.entries(value)) {
      if (child === undefined || child === null || (prefix === '' && name === 'objectID')) continue
      textPaths(child, prefix === '' ? name : `${prefix}.${name}`, found)
    }
  }
  return found
}

/** Whether `path` is `selector` or lies below it. */
export function isAtOrBelow(path: string, selector: string): boolean {
  return path === selector || path.startsWith(`${selector}.`)
}

/** Whether one of two attributes is the other or lies below it. */
export function isOneWithin(path: string, other: string): boolean {
  return isAtOrBelow(path, other) || isAtOrBelow(other, path)
}

/** Whether the sender may not see an attribute, or an attribute in it. `params` have the settings as defaults. */
export function isHidden(path: string, params: SearchParams): boolean {
  return params.unretrievableAttributes?.some((hidden) => isOneWithin(path, hidden)) === true
}
