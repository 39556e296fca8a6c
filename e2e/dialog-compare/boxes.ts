/** The compared search boxes, and a reader that uses one of them. */

import { join } from 'node:path'

import type { Browser, BrowserContext } from 'playwright-core'

import { answerTo } from '../dialog-harness/hits.ts'
import { type Harness, startHarness } from '../dialog-harness/start-harness.ts'
import type { Reader, Row, Visit } from './rows.ts'

/** The boxes by their names in `page/main.js`. */
export const BOXES = {
  docent: '@docent/dialog',
  v3: '@docsearch/react 3.9.0',
  v4: '@docsearch/react 4.6.3',
  v5: '@docsearch/react 5.1.0',
} as const

export type BoxName = keyof typeof BOXES

/** The folder of the page with all of them. */
export const PAGE = join(import.meta.dirname, 'page')

/** Builds the page, and starts its search host. */
export function startBoxes(): Promise<Harness> {
  return startHarness({ root: PAGE })
}

/** Milliseconds that a reader waits for an immediate effect. */
const PATIENCE = 5000

/** Runs one requirement on one box, on a fresh page. Throws as the requirement does. */
export async function checkRow({ url, host }: Harness, browser: Browser, box: BoxName, row: Row): Promise<void> {
  let context: BrowserContext | undefined
  const reader = { host } as Reader
  async function visit({ browser: options = {}, indices = ['docs'], strict = false }: Visit = {}): Promise<void> {
    await context?.close()
    context = await browser.newContext(options)
    host.asked.length = 0
    host.indices.clear()
    host.behave = (_asked, response, _number, all) => void response.end(JSON.stringify(answerTo(all)))
    const search = JSON.stringify({ port: Number(new URL(host.url).port), indices })
    await context.addInitScript((text) => sessionStorage.setItem('search', text), search)
    reader.page = await context.newPage()
    reader.page.setDefaultTimeout(PATIENCE)
    await reader.page.goto(`${url}/?box=${box}${strict ? '' : '&without-policy'}`)
    await reader.page.locator('.DocSearch-Button').waitFor()
  }
  reader.visit = visit
  try {
    await visit()
    await row.check(reader)
  } finally {
    await context?.close()
  }
}
