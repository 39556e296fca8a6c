/**
 * The time limit of a query, in CPU time of its thread: on a busy machine a query also waits for a core. Beside two other busy threads
 * on one core, calls of 0.4 s CPU time take 1.2 s or more, so a limit of elapsed time would stop 20 of 20, and this one stops none
 * (`taskset -c 0 node bench/cpu-deadline.mjs`).
 */

/** CPU time (ms) of this thread since its start: a system call of 0.3 µs, made 35 to 94 times in a query at 120,000 records. */
export const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns a function that returns whether this thread has used `ms` of CPU time since this call. Another clock is for tests. */
export function cpuDeadline(ms: number, cpuMs = threadCpuMs): () => boolean {
  const begun = cpuMs()
  return () => cpuMs() - begun >= ms
}
