/** A cache of one page: its hash, HTML, page data and Markdown are made one after the other, from the same parts. */
import type { Page } from '@docent/ingest'
import type { Snapshot } from './snapshot.ts'

/** The function with the result of its last call for a snapshot in memory. */
export function oncePerPage<T>(make: (snapshot: Snapshot, page: Page) => T): (snapshot: Snapshot, page: Page) => T {
  const last = new WeakMap<Snapshot, { page: Page; result: T }>()
  return (snapshot, page) => {
    let known = last.get(snapshot)
    if (known?.page !== page) {
      known = { page, result: make(snapshot, page) }
      last.set(snapshot, known)
    }
    return known.result
  }
}
