/**
 * The table of speed: each row of `rows/` measured, with its anchors and its limits, and with the constants of the machine.
 *
 *     npm run bench -- all [ROW…] [--baseline COMMIT] [--rounds N] [--json FILE]
 *
 * With `--baseline` an earlier commit is measured in the same run, in turns with this checkout, so that both meet the same
 * load of the machine; its row has the measurements of this checkout's `rows/`, made with the earlier sources. A figure is
 * the median of the rounds. `README.md` describes how to compare figures of different hours, and how to add a row.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { checkoutOf } from './all/checkout.mjs'
import { machineConstants } from './all/machine.mjs'
import { table } from './all/table.mjs'
import { median } from './site/measured.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    baseline: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds needs a number of at least 1.')
const known = readdirSync(join(here, 'rows')).flatMap((file) => /^(.+)\.mjs$/.exec(file)?.[1] ?? [])
const names = positionals.length > 0 ? positionals : known
const unknown = names.find((name) => !known.includes(name))
if (unknown !== undefined) throw new Error(`There is no row "${unknown}"; the rows are: ${known.join(', ')}.`)

const work = mkdtempSync(join(tmpdir(), 'docent-bench-all-'))
const baseline = values.baseline === undefined ? undefined : checkoutOf(values.baseline)
const constants = { before: await machineConstants(work), load: loadavg()[0] }
const results = []
try {
  for (const name of names) {
    console.log(`${new Date().toTimeString().slice(0, 8)} ${name} …`)
    const row = await measureRow(name)
    results.push(row)
    console.log(`${table(row)}\n`)
  }
  constants.after = await machineConstants(work)
} finally {
  baseline?.remove()
  rmSync(work, { recursive: true, force: true })
}
console.log('Machine', constants)
if (values.json) writeFileSync(values.json, `${JSON.stringify({ constants, results }, null, 2)}\n`)

/** All measurements of a row: `now`, `baseline` and each anchor, each an object of figures by name. */
async function measureRow(name) {
  const row = await import(`./rows/${name}.mjs`)
  const begun = performance.now()
  const contestants = [
    ...Object.entries(row.anchors ?? {}),
    ...(baseline ? [['baseline', (job) => row.measure({ ...job, checkout: baseline.path })]] : []),
    ['now', (job) => row.measure({ ...job, checkout: dirname(here) })],
  ]
  const measured = new Map(contestants.map(([contestant]) => [contestant, []]))
  const folders = []
  for (let round = 0; round < rounds; round++) {
    for (const [contestant, measure] of contestants) {
      const folder = mkdtempSync(join(work, `${name}-`))
      folders.push(folder)
      try {
        measured.get(contestant).push(await measure({ folder, round }))
      } catch (error) {
        // The other contestants are measured all the same, and the table names the reason.
        console.error(`${name}, ${contestant}: ${error.message}`)
      } finally {
        if (!row.removesLate) remove(folders.splice(0))
      }
    }
  }
  remove(folders)
  const figures = Object.fromEntries([...measured].map(([contestant, list]) => [contestant, medians(list)]))
  return { name, work: row.work, limits: row.limits ?? {}, figures, seconds: (performance.now() - begun) / 1000 }
}

function remove(folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

function medians(list) {
  const keys = [...new Set(list.flatMap((figures) => Object.keys(figures)))]
  return Object.fromEntries(
    keys.map((key) => [key, median(list.flatMap((figures) => (figures[key] === undefined ? [] : [figures[key]])))]),
  )
}
