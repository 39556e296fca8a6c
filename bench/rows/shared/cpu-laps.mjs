/** CPU time of the main thread between two calls, and of the process with its other threads (compilation, garbage collection). */
const sleeping = new Int32Array(new SharedArrayBuffer(4))

/** A function that returns the milliseconds since its last call. */
export function cpuLaps() {
  let before = now()
  return () => {
    const after = now()
    const lap = { thread: after.thread - before.thread, process: after.process - before.process }
    before = now()
    return lap
  }
}

function now() {
  // The time of the process first: it includes the sleep's system calls otherwise.
  const process_ = process.cpuUsage()
  // Linux adds the CPU time of a running thread at ticks of 4 ms, and when it sleeps.
  Atomics.wait(sleeping, 0, 0, 0.05)
  const thread = process.threadCpuUsage()
  return { thread: (thread.user + thread.system) / 1000, process: (process_.user + process_.system) / 1000 }
}
