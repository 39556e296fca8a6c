/** Debounces work: it runs after a pause, and never concurrently with itself. */

/** Debounced work. */
export interface Settling {
  /** Requests a run. A request during a run leads to one further run. */
  ask(): void
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
  let asked: PromiseWithResolvers<void> | undefined

  async function runAll(): Promise<void> {
    do {
      again = false
      await run()
    } while (again)
    running = undefined
    if (timer === undefined) finish()
  }

  function finish(): void {
    asked?.resolve()
    asked = undefined
  }

  return {
    ask() {
      asked ??= Promise.withResolvers()
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        if (running) again = true
        else running = runAll()
      }, pauseMs)
    },
    async done() {
      await asked?.promise
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
