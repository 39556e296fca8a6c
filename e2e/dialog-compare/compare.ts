/**
 * Compares Docent's dialog with the public ones: each requirement of `rows.ts` on each box, as a table.
 *
 *     npm run proof -- compare-dialogs [v3 v5] [--latency]
 */

import { launchBrowser } from '../browser.ts'
import { BOXES, type BoxName, checkRow, startBoxes } from './boxes.ts'
import { compareLatency } from './latency.ts'
import { ROWS } from './rows.ts'

const latency = process.argv.includes('--latency')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--latency')
const names = (Object.keys(BOXES) as BoxName[]).filter((name) => wanted.length === 0 || wanted.includes(name))
if (names.length < wanted.length) {
  console.error(`There is no such box: choose among ${Object.keys(BOXES).join(', ')}.`)
  process.exit(2)
}
const browser = await launchBrowser()
if (latency) {
  await compareLatency(browser, names)
  await browser.close()
  process.exit()
}
const harness = await startBoxes()
const reasons: string[] = []
console.log(
  `| row | requirement | ${names.map((name) => BOXES[name]).join(' | ')} |\n|${'---|'.repeat(names.length + 2)}`,
)
for (const row of ROWS) {
  const cells: string[] = []
  for (const name of names) {
    try {
      await checkRow(harness, browser, name, row)
      cells.push('yes')
    } catch (error) {
      cells.push('no')
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
      reasons.push(`${row.row}, ${BOXES[name]}: ${reason}`)
    }
  }
  console.log(`| ${row.row} | ${row.title} | ${cells.join(' | ')} |`)
}
console.log(`\nReasons for "no":\n${reasons.join('\n')}`)
await browser.close()
await harness.close()
