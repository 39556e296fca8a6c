/** Starts Chromium for a browser test. */

import { type Browser, chromium } from 'playwright-core'

import { findChromium } from '../scripts/chromium.ts'

/**
 * Disabled features of Chromium. If a switch is given twice, the last one counts, so this list repeats Playwright's. The
 * popup of the address bar and the spare renderer process took two thirds of the CPU of a new window: 1.1 s in each test
 * (Chromium 156).
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Playwright's list
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
 * Starts a headless Chromium. The flags disable updates and other services, because a test machine may have no network.
 * There is no sandbox, because root (the usual user in a container) cannot have one. Scrollbars take no space, unless the
 * classic ones of a desktop are requested.
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
      // Host names, which unlike `localhost` are not secure origins.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  })
}
