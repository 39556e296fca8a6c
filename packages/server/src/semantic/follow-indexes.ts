/**
 * Keeps the vectors in step with the indexes of a backend: it looks at the list of indexes every few seconds and reads the records
 * of those that changed. So it works over any backend, and with writes of other servers of a cluster. A record that changed a
 * moment ago has its old vector until then, which decides no more than its place among the hits.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Backend, IndexInfo } from '../backend/backend.ts'
import type { Log } from '../system/log.ts'
import { messageOf } from '../system/message-of.ts'
import { readIndex, type RecordsReceiver, type RecordsSource } from './read-index.ts'

/** Pause (ms) between two looks at the list of indexes. */
const LOOK_MS = 2000
/** Part of the time that reading an index may take: it is read again after ten times as long as reading took. */
const REST_TIMES = 10
/** First delay (ms) after a failure, which doubles with each further one, and the longest. */
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 5 * 60_000

/** The vectors that follow. */
export interface RecordsTarget extends RecordsReceiver {
  /** Whether the index was taken; false again after a failure of the target. */
  has: (index: string) => boolean
  /** Forgets all other indexes. */
  keep: (indexes: string[]) => Promise<void>
}

/** Of `followIndexes`; failures are tried again at the next look. */
export interface Following {
  /** The index that has the records of a name: itself, or its primary. */
  holderOf: (name: string) => string
  /** The reason why the latest attempt failed; `undefined` while all goes well. */
  readonly failure: string | undefined
  /** Whether all indexes were read since their latest known change. */
  readonly isCurrent: boolean
  /** Resolves when nothing is read any more. */
  close: () => Promise<void>
}

/** Starts to follow. `lookMs` replaces `LOOK_MS` for tests. */
export function followIndexes(
  backend: Pick<Backend, 'listIndexes'> & RecordsSource,
  target: RecordsTarget,
  log: Log,
  lookMs: number = LOOK_MS,
): Following {
  const stop = new AbortController()
  const { signal } = stop
  let primaries = new Map<string, string>()
  let failure: string | undefined
  let isCurrent = false
  /** By index: the state that was read, and the time (ms of `performance.now`) from which it may be read again. */
  const known = new Map<string, { state: string; notBefore: number }>()

  async function look(): Promise<void> {
    const indexes = await backend.listIndexes()
    primaries = new Map(indexes.flatMap(({ name, primary }) => (primary === undefined ? [] : [[name, primary]])))
    const held = indexes.filter(({ primary }) => primary === undefined)
    let isWaiting = false
    let hasRead = false
    for (const index of held) {
      const before = known.get(index.name)
      const state = stateOf(index)
      if (before?.state === state && target.has(index.name)) continue
      const started = performance.now()
      if (before !== undefined && started < before.notBefore) {
        isWaiting = true
        continue
      }
      isCurrent = false
      await readIndex(backend, index.name, target, signal)
      const ended = performance.now()
      known.set(index.name, { state, notBefore: ended + REST_TIMES * (ended - started) })
      hasRead = true
    }
    const names = held.map(({ name }) => name)
    const gone = [...known.keys()].filter((name) => !names.includes(name))
    for (const name of gone) known.delete(name)
    if (hasRead || gone.length > 0) await target.keep(names)
    isCurrent = !isWaiting
  }

  async function follow(): Promise<void> {
    let delayMs = FIRST_DELAY_MS
    while (!signal.aborted) {
      let waitMs = lookMs
      try {
        await look()
        if (failure !== undefined)
          log({ level: 'info', event: 'semantic-back', message: 'Sections are embedded again' })
        failure = undefined
        delayMs = FIRST_DELAY_MS
      } catch (error) {
        if (signal.aborted) break
        const message = messageOf(error)
        if (failure === undefined)
          log({
            level: 'warn',
            event: 'semantic-failed',
            message: `Sections cannot be embedded, and search uses words alone for them until they can: ${message}`,
          })
        failure = message
        isCurrent = false
        waitMs = delayMs
        delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
      }
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const following = follow()
  return {
    holderOf: (name) => primaries.get(name) ?? name,
    get failure() {
      return failure
    },
    get isCurrent() {
      return isCurrent
    },
    async close() {
      stop.abort()
      await following
    },
  }
}

/** Differs after each write that searches see. */
const stateOf = ({ updatedAt, entries, dataSize, numberOfPendingTasks }: IndexInfo): string =>
  JSON.stringify([updatedAt, entries, dataSize, numberOfPendingTasks])
