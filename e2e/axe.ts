/** Accessibility checks by axe. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** WCAG 2.2 to level AA, with rules that axe does not run by default, and axe's own recommendations. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The violations that axe finds in a page, or below a selector, each as `rule: element reason`. Run by the debugger, so that the content policy of
 * the page does not block it.
 */
export async function findViolations(page: Page, selector = 'html'): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${JSON.stringify(selector)}, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value as string[]
}
