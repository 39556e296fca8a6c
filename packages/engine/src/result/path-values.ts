/**
 * An option of a query by path of a record (retrieved, highlighted, words of the snippet), computed once for all hits.
 */
export interface PathValue<Value> {
  /** Names joined by dots; empty for the record. */
  readonly path: string
  readonly value: Value
  readonly below: Map<string, PathValue<Value>>
  readonly valueOf: (path: string) => Value
}

/** `valueOf` is called once for each path; the value of '' is that of the record. */
export function createPathValue<Value>(valueOf: (path: string) => Value): PathValue<Value> {
  return { path: '', value: valueOf(''), below: new Map(), valueOf }
}

/** The value of the child `name`. */
export function valueBelow<Value>(parent: PathValue<Value>, name: string): PathValue<Value> {
  let found = parent.below.get(name)
  if (found === undefined) {
    const path = parent.path === '' ? name : `${parent.path}.${name}`
    found = { path, value: parent.valueOf(path), below: new Map(), valueOf: parent.valueOf }
    parent.below.set(name, found)
  }
  return found
}
