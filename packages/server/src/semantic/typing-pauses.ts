/**
 * Pauses in the typing of readers, found without knowing the readers: a search is typing that goes on if its query is the beginning
 * of a waiting one of the same index, or a waiting one is its beginning.
 */

/** A query that waits for a pause. */
interface Waiting {
  index: string
  query: string
  goOn: () => void
}

/** Each search of an index is to be noted, also one that does not wait. */
export class TypingPauses {
  readonly #pauseMs: number
  readonly #waiting = new Set<Waiting>()

  /** @param pauseMs time (ms) without a further key press. */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
  }

  note(index: string, query: string): void {
    for (const each of this.#waiting) {
      if (each.index !== index || each.query === query) continue
      if (query.startsWith(each.query) || each.query.startsWith(query)) each.goOn()
    }
  }

  /** Resolves with whether typing paused after a query. */
  after(index: string, query: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = { index, query, goOn: () => resolve(false) }
    this.#waiting.add(waiting)
    const timer = setTimeout(() => resolve(true), this.#pauseMs)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(waiting)
    })
  }
}
