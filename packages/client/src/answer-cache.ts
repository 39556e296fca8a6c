/** Cache of answers in this page, so that deleting a letter or reopening the dialog repeats no request. */

import type { Clock } from './clock.ts'

/** Lifetime of a cached answer (ms): longer than one search, shorter than the time between two builds of an index. */
const ANSWER_LIFETIME = 300_000
/** Maximum number of cached answers, about 20 kB each. The oldest is dropped first. */
const ANSWERS_KEPT = 100

/** Answers of earlier searches. */
export interface AnswerCache {
  get(key: string): unknown
  set(key: string, answer: unknown): void
  clear(): void
}

/** An empty cache. */
export function createAnswerCache(clock: Clock): AnswerCache {
  const answers = new Map<string, { at: number; answer: unknown }>()
  return {
    get(key) {
      const entry = answers.get(key)
      return entry && clock.now() - entry.at < ANSWER_LIFETIME ? entry.answer : undefined
    },
    set(key, answer) {
      answers.delete(key)
      answers.set(key, { at: clock.now(), answer })
      const oldest = answers.keys().next().value
      if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest)
    },
    clear: () => answers.clear(),
  }
}
