/**
 * Fetches the terms of indexes before their first search, so that searches do not wait for them: all terms when a server starts, new
 * ones after each write of any server, and all terms of an index with a new generation.
 *
 * Small indexes come first, because a large one takes seconds. If there are more indexes than the cache has places, the most recently
 * changed ones are fetched. A search of another index fetches its terms itself.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@docent/server/backend'
import { targetOf } from '../state/head.ts'
import type { IndexState } from '../state/documents.ts'
import type { Names } from '../state/names.ts'
import type { View } from '../state/view.ts'
import { TERM_LIMITS, type TermLists } from './term-lists.ts'

/** Delay (ms) before the next attempt after a failure. */
const AGAIN_MS = 2000

/** Failures are logged: a search then fetches the terms itself. */
export interface TermsAheadOptions {
  terms: TermLists
  names: Names
  view: View
  log: Log
  /** Ends the fetching, without waiting for running requests. */
  signal: AbortSignal
}

/** Resolves after the signal's end; never throws. */
export async function fetchTermsAhead({ terms, names, view, log, signal }: TermsAheadOptions): Promise<void> {
  let hasFailed = false
  while (!signal.aborted) {
    // Read before the list of indexes, so that no later change is missed.
    const { changed, head } = view
    const started = performance.now()
    const failures: unknown[] = []
    terms.keepOnly(new Set(head.indexes.map((index) => targetOf(names, index))))
    for (const index of inOrder(head.indexes)) {
      if (signal.aborted) return
      const source = { target: targetOf(names, index), lastTask: index.lastTask }
      await terms.fetch(source).catch((error) => failures.push(error))
    }
    if (failures.length > 0 && !hasFailed && !signal.aborted) {
      const message = `The terms of ${failures.length} indexes could not be fetched, which is tried again: ${String(failures[0])}`
      log({ level: 'warn', event: 'terms-not-fetched', message })
    }
    hasFailed = failures.length > 0
    // Rests as long as it has worked, so that fetching takes at most half of the time even with many writes.
    const restMs = hasFailed ? AGAIN_MS : performance.now() - started
    await pause(restMs, undefined, { signal, ref: false }).catch(() => undefined)
    await changed
  }
}

function inOrder(indexes: readonly IndexState[]): IndexState[] {
  const latest = indexes.toSorted((one, other) => other.lastTask - one.lastTask).slice(0, TERM_LIMITS.indexes)
  return latest.sort((one, other) => one.entries - other.entries)
}
