/** Accessibility checks by axe. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The part of axe's API and report that is used here. */
interface Axe {
  run(selector: string): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

/** The violations that axe finds in a page, or below a selector: the rule, then each element with the reason. */
export async function findViolations(page: Page, selector = 'html'): Promise<string[][]> {
  await page.evaluate(await readFile(AXE, 'utf8'))
  return page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run(within)
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)])
  }, selector)
}
