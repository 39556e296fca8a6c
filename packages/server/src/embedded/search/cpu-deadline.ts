/** When a query has worked for too long: counted in the thread's own CPU time, since it waits for a core on a busy machine. */

/** CPU time (ms) of this thread. */
const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Tells from now on whether this thread has worked for `ms`. A thread cannot work for longer than the time that passes, so
 * its CPU time, which takes a call of the system, is asked only when that may be over. Clocks other than the thread's are
 * for tests.
 */
export function cpuDeadline(
  ms: number,
  now: () => number = () => performance.now(),
  cpuMs = threadCpuMs,
): () => boolean {
  const begun = cpuMs()
  let next = now() + ms
  return () => {
    const time = now()
    if (time < next) return false
    const left = ms - (cpuMs() - begun)
    next = time + Math.max(0, left)
    return left <= 0
  }
}
