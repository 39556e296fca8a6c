/**
 * The MkDocs plugin and the Sphinx extension (`python/`), installed as wheels beside the packed command, with the real tools from
 * PyPI: the sites in `e2e/python-sites`, built with each theme that has a place for the box, served below a path, and searched in
 * Chromium: by key, by `/` and by the button, to the section, in light and dark. `mkdocs serve` is searched too, and after a change.
 *
 * `npm run proof -- python-sites mkdocs` tries the sites whose name contains the word. It needs Python 3.9 or newer with
 * `venv`, installs some 300 MB into `node_modules/.cache`, and takes two minutes after that.
 */

import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import type { Browser, Locator, Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/browser.ts'
import { serveFiles } from '../../e2e/file-server.ts'
import { readManifest } from '../packages/published.ts'
import { tarballName } from '../release/publish.ts'
import { freePort } from '../free-port.ts'
import { type Site, SITES, TOOLS } from './python-sites/sites.ts'

const root = join(import.meta.dirname, '../..')
const environment = join(root, 'node_modules/.cache/python-sites')
const python = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin', 'python')

/** The path below which the sites are served, as their configuration says. */
const BASE = '/manual/'

const QUERY = '--rat'
const SECTION = 'changing-the-ratio'

const tools = process.argv.slice(2)
const sites = SITES.filter(({ name }) => tools.length === 0 || tools.some((tool) => name.includes(tool)))
if (sites.length === 0) {
  console.error(`There is no site "${tools.join(' ')}": use a part of a name, such as mkdocs, sphinx or furo.`)
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'docent-python-'))
const browser = await launchBrowser()
let failed = 0
try {
  install()
  for (const site of sites) await part(site.name, () => proveSite(browser, site))
  if (sites.some(({ name }) => name.startsWith('mkdocs'))) await part('mkdocs serve', () => proveServe(browser))
  await part('a missing command', proveMessage)
} finally {
  await browser.close()
  rmSync(work, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

async function part(name: string, prove: () => Promise<void>): Promise<void> {
  const started = performance.now()
  try {
    await prove()
    console.log(`✓ ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } catch (error) {
    failed++
    console.error(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Installs the tools once, and the wheels and the command of this checkout each time. */
function install(): void {
  const run = (command: string, args: string[], cwd: string): void =>
    void execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!existsSync(python)) run('python3', ['-m', 'venv', environment], root)
  const pip = (...args: string[]): void => run(python, ['-m', 'pip', '--quiet', ...args], root)
  pip('install', ...TOOLS)
  const wheels = join(work, 'wheels')
  const packages = readdirSync(join(root, 'python')).map((name) => join(root, 'python', name))
  pip('wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', wheels, ...packages)
  const built = readdirSync(wheels).map((name) => join(wheels, name))
  pip('install', '--no-deps', '--force-reinstall', ...built)

  run(process.execPath, [join(root, 'scripts/build.ts')], root)
  const { version } = readManifest(root)
  const tarball = join(root, 'build/tarballs', tarballName('docent', version))
  writeFileSync(join(work, 'package.json'), '{ "private": true }')
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], work)

  cpSync(join(root, 'e2e/python-sites'), work, { recursive: true })
  const configuration = readFileSync(join(work, 'mkdocs/mkdocs.yml'), 'utf8') + documented('mkdocs', 'yaml')
  const sphinxFile = join(work, 'sphinx/conf.py')
  writeFileSync(sphinxFile, readFileSync(sphinxFile, 'utf8') + documented('sphinx', 'python'))
  writeFileSync(join(work, 'mkdocs/mkdocs.yml'), configuration)
  for (const theme of ['material', 'mkdocs', 'readthedocs'])
    writeFileSync(join(work, `mkdocs/mkdocs-${theme}.yml`), configuration.replace('name: material', `name: ${theme}`))
}

/** The lines that a guide tells to add: its first example in a language. */
function documented(guide: string, language: string): string {
  const text = readFileSync(join(root, `docs/guide/${guide}.md`), 'utf8')
  const lines = new RegExp(`\\n\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1]
  if (lines === undefined) throw new Error(`docs/guide/${guide}.md has no example in ${language}.`)
  return lines
}

/** Node of this process first on the path, and the settings of a build without questions. */
function environmentOf(path = [dirname(process.execPath), process.env.PATH].join(delimiter)): NodeJS.ProcessEnv {
  return { ...process.env, PATH: path, NO_COLOR: '1', NO_MKDOCS_2_WARNING: '1' }
}

async function runPython(args: string[], cwd: string, env = environmentOf()): Promise<string> {
  try {
    return (await promisify(execFile)(python, args, { cwd, env })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`python ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Builds a site, twice, and searches it. */
async function proveSite(browser: Browser, site: Site): Promise<void> {
  const folder = join(work, dirname(site.out))
  await runPython(site.build, folder)
  const script = join(work, site.out, 'docent-search/docent.js')
  const before = readFileSync(script, 'utf8')
  await runPython(site.build, folder)
  if (readFileSync(script, 'utf8') !== before) throw new Error('A second build writes another index.')
  const { server, url } = await serveFiles(join(work, site.out), BASE)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  try {
    await visit(page, url)
    if ((await page.locator('.docent-corner').count()) > 0) throw new Error('The box is not in the theme.')
    const others = page.locator('input[type="search"]:visible, input[name="q"]:visible, [data-bs-target*="search"]')
    if ((await others.count()) > 0) throw new Error("The theme's own search is still there.")
    await page.keyboard.press('Control+k')
    await search(page, url + site.page)
    // By the theme's own link, which is followed without a new document in Material.
    await page.locator(`a[href]:visible:not([href*="#"])`, { hasText: 'Gears' }).first().click()
    await page.waitForURL((address) => !address.pathname.includes('ratio'))
    await page.locator('html[data-docent-theme]').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await search(page, url + site.page)
    await visit(page, url + site.page)
    await page.keyboard.press('/')
    await search(page, url + site.page)
    await visit(page, url)
    if (site.dark) await site.dark(page)
    await buttonOf(page).click()
    await page.locator('.DocSearch-Modal').waitFor()
    const isDark = await page.locator('.DocSearch-Modal').evaluate((element) => {
      const [red = 255] = getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? []
      return red < 128
    })
    if (isDark !== (site.dark !== undefined)) throw new Error(`The dialog is ${isDark ? 'dark' : 'light'}.`)
    if (process.env.DOCENT_SCREENSHOTS !== undefined) {
      mkdirSync(process.env.DOCENT_SCREENSHOTS, { recursive: true })
      // The dialog fades in.
      await page.waitForTimeout(500)
      await page.screenshot({ path: join(process.env.DOCENT_SCREENSHOTS, `${site.name}.png`) })
    }
    await search(page, url + site.page)
    await page.setViewportSize({ width: 390, height: 800 })
    await visit(page, url)
    if (site.menu !== undefined) await page.locator(site.menu).first().click()
    await buttonOf(page).click()
    await search(page, url + site.page)
    const unexpected = errors.filter((message) => !site.errors?.test(message))
    if (unexpected.length > 0) throw new Error(unexpected.join('; '))
  } finally {
    await page.close()
    server.close()
  }
}

/** The visible button of the box: its own, or the theme's that opens it. */
function buttonOf(page: Page): Locator {
  return page.locator('.DocSearch-Button:visible, button[data-docent]:visible').first()
}

/** Opens a page and waits until the search box has started. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('html[data-docent-theme]').waitFor({ state: 'attached' })
}

/** Types in the open dialog and opens the section that is found. */
async function search(page: Page, address: string): Promise<void> {
  const dialogs = page.locator('dialog[open], .DocSearch-Modal:visible')
  await page.locator('.DocSearch-Input').waitFor()
  if ((await dialogs.count()) > 2) throw new Error('Another dialog has opened too.')
  await page.keyboard.type(QUERY)
  await page.locator('.DocSearch-Hit mark').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}#${SECTION}`)
  if (!(await page.locator(`#${SECTION}`).isVisible())) throw new Error('The section is not shown.')
}

/** Searches `mkdocs serve`, changes a page, and searches for the change. */
async function proveServe(browser: Browser): Promise<void> {
  const port = await freePort()
  const folder = join(work, 'mkdocs')
  const server = spawn(python, ['-m', 'mkdocs', 'serve', '--dev-addr', `127.0.0.1:${port}`], {
    cwd: folder,
    env: environmentOf(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr.on('data', (chunk) => (log += String(chunk)))
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const page = await browser.newPage()
  try {
    const address = `http://127.0.0.1:${port}${BASE}`
    await until(
      () => log.includes('Serving on'),
      () => log,
    )
    await visit(page, address)
    await page.keyboard.press('Control+k')
    await search(page, `${address}guide/ratio/`)
    // A page of its own, because the reload after the change would interrupt a navigation.
    await page.goto('about:blank')
    const file = join(folder, 'docs/guide/ratio.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n## Greasing\n\nUse the \`--lithium\` grease.\n`)
    await until(
      () => log.split('in docent-search').length > 2 || log.split('docent-search,').length > 2,
      () => log,
    )
    await visit(page, address)
    await page.keyboard.press('Control+k')
    await page.locator('.DocSearch-Input').waitFor()
    await page.keyboard.type('--lithium')
    await page.locator('a.DocSearch-Hit[href$="guide/ratio/#greasing"]').waitFor()
  } finally {
    await page.close()
    server.kill('SIGTERM')
    await ended
  }
}

/** Without Node, a build fails with a sentence about it, and with the command's message if that fails. */
async function proveMessage(): Promise<void> {
  const empty = join(work, 'empty')
  mkdirSync(empty, { recursive: true })
  // Outside of the folder whose `node_modules` has the command.
  const alone = mkdtempSync(join(tmpdir(), 'docent-alone-'))
  cpSync(join(work, 'mkdocs'), alone, { recursive: true })
  try {
    const failure = await runPython(['-m', 'mkdocs', 'build'], alone, environmentOf(empty)).then(
      () => 'nothing failed',
      (error: Error) => error.message,
    )
    if (!failure.includes('Docent needs Node 24 or newer')) throw new Error(failure)
  } finally {
    rmSync(alone, { recursive: true, force: true })
  }
}

async function until(isTrue: () => boolean, log: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing happened within a minute:\n${log()}`)
}
