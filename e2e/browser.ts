/** Starts the Chromium of this machine for a browser test. */

import { type Browser, chromium } from 'playwright-core'

import { findChromium } from '../scripts/chromium.ts'

/**
 * Parts of Chromium that are left out. Of a switch that is given twice the last counts, so what Playwright leaves out is
 * named here again. The menu of the address bar, a page of its own, and the process that is kept ready for the next page
 * were two thirds of what a new window costs: 1.1 s of CPU in each test (Chromium 156).
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Playwright's own
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * A headless Chromium. The flags keep it from looking for updates and other services: a test machine may have no network.
 * Without a sandbox, because root (a container's usual user) cannot have one. Scrollbars take no room, unless they are
 * wanted as a mouse's user has them.
 */
export async function launchBrowser({ classicScrollbars = false } = {}): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium was found: `npm test` installs one, or set CHROMIUM_PATH.')
  return chromium.launch({
    executablePath,
    ...(classicScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${LEFT_OUT.join(',')}`,
      // Names of hosts, which are no secure origins as `localhost` is.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  })
}
