/** Waits for work until the signal aborts. @throws the signal's reason, or the error of the work. */
export async function unlessAborted(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
