/**
 * Finds the key that a secured key is derived from. A secured key does not name it, so each live key is tried, and anyone can send
 * forged ones: with 1,000 keys one takes 6 ms of this thread. Many keys are tried in steps between which other requests pass, for
 * one secured key at a time.
 */
import { setImmediate as nextEvents } from 'node:timers/promises'
import { ConcurrencyLimit } from '../backend/concurrency-limit.ts'
import type { ApiKey } from '../keys/key.ts'
import { openSecuredKey, type OpenedKey } from '../keys/secured-key.ts'
import { tooMany } from '../wire/errors.ts'
import { SECURED_KEYS_WAITING, SECURED_KEY_WAIT_MS } from '../wire/limits.ts'

/** Keys that are tried in one step, in half a millisecond; as many at most are tried without waiting. */
const KEYS_PER_STEP = 64

/** Of the whole process, whose requests share one thread. */
const trying = new ConcurrencyLimit(1, {
  waiting: SECURED_KEYS_WAITING,
  waitMs: SECURED_KEY_WAIT_MS,
  refusal: () => tooMany('secured keys at the same time'),
})

/** `undefined` when none of the keys signed the text. Throws 429 when many others are being compared with many keys. */
export function findParent(text: string, keys: readonly ApiKey[]): Promise<OpenedKey | undefined> {
  if (keys.length <= KEYS_PER_STEP) return Promise.resolve(openSecuredKey(text, keys))
  return trying.run(async () => {
    for (let from = 0; from < keys.length; from += KEYS_PER_STEP) {
      const opened = openSecuredKey(text, keys.slice(from, from + KEYS_PER_STEP))
      if (opened !== undefined) return opened
      await nextEvents()
    }
    return undefined
  })
}
