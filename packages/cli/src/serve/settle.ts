/** Debounces work: it runs after a pause, and never concurrently with itself. */

/** Work that runs after a pause, once for all requests before it. */
export interface Settling {
  /** Requests a run. A request during a run leads to one further run. */
  request(): void
  /** Resolves when all requested runs are done; at once without any. */
  done(): Promise<void>
  /** Cancels requested runs. Resolves when the current run is done. */
  close(): Promise<void>
}

/** @param pauseMs time without a request before a run. @param run must not reject. */
export function settle(pauseMs: number, run: () => Promise<void>): Settling {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let requested: PromiseWithResolvers<void> | undefined

  async function runAll(): Promise<void> {
    do {
      again = false
      await run()
    } while (again)
    running = undefined
    if (timer === undefined) finish()
  }

  function finish(): void {
    requested?.resolve()
    requested = undefined
  }

  return {
    request() {
      requested ??= Promise.withResolvers()
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        if (running) again = true
        else running = runAll()
      }, pauseMs)
    },
    async done() {
      await requested?.promise
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      again = false
      await running
      finish()
    },
  }
}
