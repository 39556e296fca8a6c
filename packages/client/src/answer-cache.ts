/** Answers of this session, so that backspacing, or opening the dialog again, asks nothing twice. */

import type { Clock } from './clock.ts'

/** An answer is used again for so long, in milliseconds: long enough for one search, short beside a rebuilt index. */
const ANSWER_LIFETIME = 300_000
/** Answers kept; about 20 kB each. The oldest goes first. */
const ANSWERS_KEPT = 100

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
