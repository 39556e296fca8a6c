/** The waiting addresses of one host and depth, in order of URL, a few hundred in memory. */
import type { Waiting } from '../store/frontier.ts'
import type { Run } from './run.ts'

/** Addresses with the same path and different queries; calendars and filters have endless ones. */
const MAX_QUERIES = 50

/** Hands out each address once. */
export interface HostQueue {
  next: () => Waiting | undefined
}

/** Makes the queue. Further variants of a path with queries get the verdict `limit`. */
export function hostQueue({ store: { frontier } }: Run, depth: number, host: string): HostQueue {
  let batch: Waiting[] = []
  let after = ''
  const refill = (): boolean => {
    batch = frontier.waiting(depth, host, after).toReversed()
    after = batch[0]?.url ?? after
    return batch.length > 0
  }
  let path = ''
  let variants = 0
  const isEndless = (url: string): boolean => {
    const query = url.indexOf('?')
    if (query === -1) return false
    if (url.slice(0, query) !== path) {
      path = url.slice(0, query)
      variants = frontier.requestedVariants(path)
    }
    return ++variants > MAX_QUERIES
  }
  return {
    next() {
      while (batch.length > 0 || refill()) {
        const waiting = batch.pop()
        if (waiting === undefined) continue
        if (!isEndless(waiting.url)) return waiting
        const detail = `more than ${MAX_QUERIES} addresses that differ in their query`
        frontier.end(waiting.url, { state: 'skipped', reason: 'limit', detail })
      }
      return undefined
    },
  }
}
