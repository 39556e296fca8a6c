/**
 * `npm run proof -- campaign`: every part of the campaign in its long form, or some of them with `campaign http docs`;
 * `--cases N` and `--seed N` change how much is tried and repeat a run. Prints a line for each part and one for each minute,
 * and every finding with its input. Exit code 1 if there is any.
 */

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

import { runPart } from './part.ts'
import { PARTS } from './parts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string' }, seed: { type: 'string' } },
})
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}": the parts are ${PARTS.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

/** Time (ms) between two lines of progress. */
const PROGRESS_MS = 60_000

/** Prints the number of tried cases once in a minute. */
function progressOf(started: number): (cases: number) => void {
  let next = started + PROGRESS_MS
  return (cases) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_MS
    console.log(`  ${cases.toLocaleString('en')} in ${Math.round((now - started) / 1000)} s`)
  }
}

let found = 0
for (const part of PARTS) {
  if (positionals.length > 0 && !positionals.includes(part.name)) continue
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const cases = Number(values.cases ?? part.long)
  const started = performance.now()
  console.log(`${part.name}: ${cases.toLocaleString('en')} ${part.unit}, seed ${seed} …`)
  const outcome = await runPart(part, { cases, seed, onTried: progressOf(started) })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `  ${outcome.cases.toLocaleString('en')} ${part.unit} in ${seconds} s, ${outcome.findings.length} findings`,
  )
  for (const [name, value] of Object.entries(outcome.figures)) console.log(`  ${name}: ${value}`)
  for (const { problem, input } of outcome.findings) console.error(`  ✗ ${problem}\n    ${input}`)
  found += outcome.findings.length
}
process.exitCode = found === 0 ? 0 : 1
