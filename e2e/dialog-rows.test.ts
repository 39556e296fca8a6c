// @module-tag long
/** The requirements that public boxes fail, on Docent's dialog. `npm run proof -- compare-dialogs` also runs them on the others. */

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'

import { launchBrowser } from './browser.ts'
import { checkRow, startBoxes } from './dialog-compare/boxes.ts'
import { ROWS } from './dialog-compare/rows.ts'
import type { Harness } from './dialog-harness/start-harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startBoxes()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

test.each(ROWS)('$row: $title', (row) => checkRow(harness, browser, 'docent', row))
