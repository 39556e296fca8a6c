/** Values that are computed at their first use, and kept as long as the object that they belong to. */

/** A function that calls `make` once for each object. `make` must not throw after it has changed anything. */
export function keptWith<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { value: Value }>()
  return (owner) => {
    let kept = values.get(owner)
    if (kept === undefined) values.set(owner, (kept = { value: make(owner) }))
    return kept.value
  }
}
