/** Runs at most `most` works at a time, in the order of their calls. */
export function limitConcurrency(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The next work takes over the place.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
