import type { Snapshot } from './snapshot.ts'

/** The function with its result for each snapshot in memory: requests at the same time share one call. A failed call is made again. */
export function oncePerSnapshot<T>(make: (snapshot: Snapshot) => Promise<T>): (snapshot: Snapshot) => Promise<T> {
  const results = new WeakMap<Snapshot, Promise<T>>()
  return (snapshot) => {
    const known = results.get(snapshot)
    if (known !== undefined) return known
    const result = make(snapshot)
    results.set(snapshot, result)
    result.catch(() => results.delete(snapshot))
    return result
  }
}
