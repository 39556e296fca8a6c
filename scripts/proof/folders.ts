/**
 * Reads every folder below a directory as a site and compares it with independent readings of the same files: pages by
 * the rules of the folder's generator, constructs by a line scanner, visible leftovers of syntax, links and images whose
 * targets exist, ids of headings. One row for each folder; with `--list`, each finding with file and line.
 *
 * `npm run proof -- folders [--folder directory] [--only name] [--kind leftover] [--list] [--json]`. The directory is
 * `--folder` or the environment variable `DOCENT_FOLDERS`; without one, nothing is measured. About a second for 20 pages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measure, type Measurement } from './folders/measure.ts'
import { printFindings, printTable } from './folders/report.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    only: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
})
const directory = values.folder ?? process.env.DOCENT_FOLDERS
if (directory === undefined || !existsSync(directory)) {
  console.log(
    directory === undefined
      ? 'Skipped: name a directory of docs folders, by --folder or the environment variable DOCENT_FOLDERS.'
      : `Skipped: there is no directory "${directory}".`,
  )
  process.exit(directory === undefined ? 0 : 2)
}
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name)
  .filter((name) => values.only === undefined || values.only.includes(name))
const measurements: Measurement[] = []
for (const name of names) {
  try {
    measurements.push(await measure(resolve(join(directory, name))))
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    process.exitCode = 1
  }
}
if (values.json === true) console.log(JSON.stringify(measurements, null, 2))
else {
  if (values.list === true || values.kind !== undefined) printFindings(measurements, values.kind)
  printTable(measurements)
}
if (measurements.some(({ findings }) => findings.length > 0)) process.exitCode = 1
