/** The end of a command that runs until the reader stops it. */

import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal to stop. The second one, of either kind, ends the process at once, with the exit code of shells. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isStopping) process.exit(128 + constants.signals[signal])
        isStopping = true
        resolve()
      })
    }
  })
}
