/** Runs work as soon as fewer than `most` others run, in the order in which it was asked for. */
export function limitConcurrency(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place goes to the next, or becomes free.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
