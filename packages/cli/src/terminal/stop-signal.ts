/** The end of a command by a signal to stop. */

import { constants } from 'node:os'

/** Signals to stop: Ctrl+C, and that of service managers and containers. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** The exit code by which shells name a signal. */
const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

/** A command that a signal has stopped before its work was done. */
export class StoppedError extends Error {
  readonly exitCode: number
  constructor(signal: StopSignal, message: string) {
    super(message)
    this.name = 'StoppedError'
    this.exitCode = exitCodeOf(signal)
  }
}

/** Resolves at the first signal to stop. The second one, of either kind, ends the process at once, with the exit code of shells. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (isStopping) process.exit(exitCodeOf(signal))
        isStopping = true
        resolve()
      })
    }
  })
}
