/** Finds a Chromium for pages that have no text without JavaScript. */

import { delimiter, join } from 'node:path'

import { exists } from '../records/json-lines.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Where installers put it, without being on the path. */
const USUAL = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
]

/** The executable: that of `CHROMIUM_PATH`, else one on the path, else a usual one; `undefined` for none. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...(env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : []), ...onPath, ...USUAL].find(exists)
}
