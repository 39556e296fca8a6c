/** The time limit of a query, in CPU time of its thread: on a busy machine a query also waits for a core. */

/** CPU time (ms) of this thread. */
const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Returns a function that returns whether this thread has used `ms` of CPU time since this call. Reading the CPU time takes a system
 * call, and it never exceeds elapsed time, so it is read only when the deadline may have passed. Clocks other than the thread's are
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
