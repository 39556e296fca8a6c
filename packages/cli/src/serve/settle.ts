/** Many reasons to do one thing, and the thing done seldom: after a pause, and never twice at a time. */

/** What is done when things have settled. */
export interface Settling {
  /** There is a reason. One that comes while it is being done leads to one more time after it. */
  ask(): void
  /** Resolves when all that was asked for is done; at once where nothing was. */
  done(): Promise<void>
  /** Ends it. Resolves when what is being done is done. */
  close(): Promise<void>
}

/** @param pauseMs that no reason may come within, before it is done. @param run must not reject. */
export function settle(pauseMs: number, run: () => Promise<void>): Settling {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let asked: PromiseWithResolvers<void> | undefined

  async function runAll(): Promise<void> {
    do {
      again = false
      // One at a time is the point.
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
