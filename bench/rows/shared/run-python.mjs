/** Runs a Python program that prints its peak memory in kB last, and reports it as `site/report-peak.mjs` does for Node. */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const [python, ...args] = process.argv.slice(2)
const output = execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
appendFileSync(process.env.BENCH_PEAKS, `${output.trim().split('\n').at(-1)}\n`)
