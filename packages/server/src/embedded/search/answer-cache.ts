/**
 * Answers that a search worker gives again: readers who type ask for the same first letters. The results of the engine are kept, so
 * each answer has its own time, queryID and format.
 *
 * `npm run bench -- all http` has the gain. A search whose answer is kept takes 2 % longer (9 laps in turns, answers of 80 kB); copies
 * in one piece of memory, used in a circle, cost nothing, but only the oldest answers can be replaced there: 6 % fewer are found.
 */
import type { SearchRequest, WrittenResponse } from '@docent/engine'

/** The largest kept answer, as a part of all: one with a thousand hits would displace those of many readers. */
const LARGEST_SHARE = 1 / 32

interface Kept {
  answer: WrittenResponse
  bytes: number
}

/** The data that an answer depends on. */
export interface AnswerSource {
  /** Each write, and each change of settings, synonyms or rules makes another one. */
  snapshot: number
  request: SearchRequest
  /** Prefixed to URLs of hits. */
  publicUrl: string
  /** `periodAt` the time of the request. */
  period: number
}

/** Holds at most `maxBytes`; the answers that were used least lately are dropped. */
export class AnswerCache {
  readonly #maxBytes: number
  /** By key; the one that was used last is the last. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes of all kept answers with their keys. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The kept answer or that of `make`, whose hits are valid until the next call. A request with `nearest`, which is as large as an
   * answer, is not kept.
   */
  answer(source: AnswerSource, make: () => WrittenResponse): WrittenResponse {
    if (source.request.nearest !== undefined) return make()
    const key = keyOf(source)
    const found = this.#kept.get(key)
    if (found === undefined) {
      const answer = make()
      this.#keep(key, answer)
      return answer
    }
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.answer
  }

  #keep(key: string, answer: WrittenResponse): void {
    const { length, json } = answer.hits
    const largest = this.#maxBytes * LARGEST_SHARE
    if (json.length > largest) return
    const bytes = json.length + 2 * (key.length + JSON.stringify({ ...answer, hits: [] }).length)
    if (bytes > largest) return
    this.#kept.set(key, { answer: { ...answer, hits: { length, json: json.slice() } }, bytes })
    this.#bytes += bytes
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest, kept)
    }
  }

  #drop(key: string, { bytes }: Kept): void {
    this.#kept.delete(key)
    this.#bytes -= bytes
  }

  /** Drops the answers of a snapshot that is closed. */
  close(snapshot: number): void {
    for (const [key, kept] of this.#kept) if (key.startsWith(`${snapshot} `)) this.#drop(key, kept)
  }
}

/** Periods as in `Rule.validity`. */
export type Validity = readonly { from?: number; until?: number }[]

/** Number of starts and ends before `now` (milliseconds since 1970): between two of them the same rules apply. */
export function periodAt(validity: Validity, now: number): number {
  const seconds = now / 1000
  // A rule applies at its end too.
  const passed = validity.flatMap(({ from = 0, until = Infinity }) => [from <= seconds, until < seconds])
  return passed.filter(Boolean).length
}

function keyOf({ snapshot, request, publicUrl, period }: AnswerSource): string {
  // These change the format of an answer alone.
  const { clickAnalytics: _, responseFields: __, ...params } = request
  return `${snapshot} ${period} ${JSON.stringify([publicUrl, params])}`
}
