/** Loaded into every Node process of a measured command. At its end, it writes its peak memory to a file, in kB. */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('exit', () => appendFileSync(process.env.BENCH_PEAKS, `${process.resourceUsage().maxRSS}\n`))
}
