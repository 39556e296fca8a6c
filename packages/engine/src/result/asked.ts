/** A value for each path of a record (is it retrieved, is it highlighted), made once for all hits of a query. */
export interface Asked<Value> {
  /** Names joined by dots; empty for the record. */
  readonly path: string
  readonly value: Value
  readonly below: Map<string, Asked<Value>>
  readonly valueOf: (path: string) => Value
}

export function createAsked<Value>(valueOf: (path: string) => Value): Asked<Value> {
  return { path: '', value: valueOf(''), below: new Map(), valueOf }
}

/** The same for the child `name`. */
export function askedBelow<Value>(asked: Asked<Value>, name: string): Asked<Value> {
  let found = asked.below.get(name)
  if (found === undefined) {
    const path = asked.path === '' ? name : `${asked.path}.${name}`
    found = { path, value: asked.valueOf(path), below: new Map(), valueOf: asked.valueOf }
    asked.below.set(name, found)
  }
  return found
}
