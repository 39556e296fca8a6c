import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { launchBrowser } from './browser.ts'

/**
 * A browser for the tests of the file, or of the `describe`, that calls this. Call it below the hooks that stop servers, since the
 * browser must close before them: hooks of the end run in reverse order.
 */
export function testBrowser(): Pick<Browser, 'newPage' | 'newContext'> {
  let browser: Browser | undefined
  const started = (): Browser => {
    if (browser === undefined) throw new Error('The browser is started by a hook: use it in a test.')
    return browser
  }
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return {
    newPage: (options) => started().newPage(options),
    newContext: (options) => started().newContext(options),
  }
}
