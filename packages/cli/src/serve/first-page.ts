/**
 * The order of work at the start of a dev server: the browser that was started with it gets its first page before the index
 * is built, which would take the same cores.
 */

/** Time (ms) without a request for a page after which the other work starts. */
const PAUSE_MS = 1000
/** Time (ms) after which it starts in any case. */
const MAX_WAIT_MS = 3000

/** A start that waits for the first page. */
export interface FirstPage {
  /** Resolves when the other work may start. */
  readonly done: Promise<void>
  /** Starts the wait; the server listens. */
  begin(): void
  /** Restarts the pause: a page was answered, and the browser may request more. */
  answered(): void
  /** Ends the wait, for a search. */
  end(): void
  /** Ends it without starting the other work. */
  close(): void
}

/** The wait starts with `begin`. */
export function awaitFirstPage(): FirstPage {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let lastPauseAt = 0
  const close = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const end = (): void => {
    close()
    resolve()
  }
  return {
    done,
    begin() {
      lastPauseAt = performance.now() + MAX_WAIT_MS - PAUSE_MS
      timer = setTimeout(end, PAUSE_MS)
    },
    answered() {
      if (performance.now() < lastPauseAt) timer?.refresh()
    },
    end,
    close,
  }
}
