/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's, else the system's package (as root on Debian and
 * its derivatives), else an npm package with one for Linux x64.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { chromium } from 'playwright-core'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** The folder of the npm package, the last resort. */
const packaged = join(root, 'node_modules', '.cache', 'chromium')

/** The path of a Chromium on this machine; `CHROMIUM_PATH` comes first. */
export async function findChromium(): Promise<string | undefined> {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...onPath, ...wellKnown, chromium.executablePath()]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? (await packagedChromium())
}

/** The path of a Chromium, installed if necessary. @throws if every way to install one fails. */
export async function ensureChromium(): Promise<string> {
  const ways = [installPlaywrights, installSystems, installPackaged]
  let path = await findChromium()
  for (const install of ways) {
    if (path) return path
    install()
    path = await findChromium()
  }
  if (path) return path
  throw new Error('No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to its path.')
}

function installPlaywrights(): void {
  console.log('No Chromium found: trying Playwright’s …')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
}

function installSystems(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  console.log('Trying the system’s package (apt-get install chromium) …')
  const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

function installPackaged(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  console.log('Trying the Chromium of an npm package …')
  mkdirSync(packaged, { recursive: true })
  spawnSync('npm', ['install', '--prefix', packaged, '--no-save', '@sparticuz/chromium@153.0.0'], { stdio: 'ignore' })
}

async function packagedChromium(): Promise<string | undefined> {
  const entry = join(packaged, 'node_modules', '@sparticuz', 'chromium')
  if (!existsSync(entry)) return undefined
  const require = createRequire(join(packaged, 'package.json'))
  const module = (await import(pathToFileURL(require.resolve('@sparticuz/chromium')).href)) as {
    default: { executablePath(): Promise<string> }
  }
  return module.default.executablePath()
}
