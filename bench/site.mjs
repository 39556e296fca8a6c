/**
 * What authors and readers of a site meet, in figures: builds of 200 and 2,000 pages, the bytes of a page and of a
 * navigation, the dev server's start, and the time from a save to its sight in Chromium.
 *
 *     npm run bench -- site [--pages N] [--json FILE]
 *
 * The pages are made by `pages.mjs`. Builds are told in pages per CPU second of the whole process, start included, since
 * the machine may be shared. Bytes are those of the files that Chromium asked for, packed by gzip at level 9.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

import { launchBrowser } from '../e2e/browser.ts'
import { serveFiles } from '../e2e/file-server.ts'
import { pagePath, writePages } from './pages.mjs'

const SAVES = 15
const here = dirname(fileURLToPath(import.meta.url))
const main = join(here, '../packages/cli/src/main.ts')
const { values } = parseArgs({ options: { pages: { type: 'string', multiple: true }, json: { type: 'string' } } })
const sizes = (values.pages ?? ['200', '2000']).map(Number)

spawnSync(process.execPath, [join(here, '../packages/site/src/build.ts')], { stdio: 'inherit' })
const work = mkdtempSync(join(tmpdir(), 'docent-bench-site-'))
const figures = { load: loadavg()[0], builds: [] }
try {
  for (const count of sizes) {
    writePages(docsOf(count), count)
    figures.builds.push(...builds(count))
  }
  console.table(figures.builds)
  const browser = await launchBrowser()
  try {
    figures.bytes = await pageBytes(browser, sizes[0])
    console.table(figures.bytes)
    figures.live = await live(browser, sizes[0])
    console.table(figures.live)
  } finally {
    await browser.close()
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(`Load of the machine at the start: ${figures.load.toFixed(1)}`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)

function docsOf(count) {
  return join(work, `docs-${count}`)
}

function builds(count) {
  const row = (what) => {
    const { cpuSeconds, peakMB } = run('build', docsOf(count), '--out', join(work, `out-${count}`), '--quiet')
    return {
      pages: count,
      build: what,
      'CPU s': Number(cpuSeconds.toFixed(2)),
      'pages per CPU s': Math.round(count / cpuSeconds),
      'peak MB': Math.round(peakMB),
    }
  }
  const rows = [row('cold'), row('nothing changed')]
  appendFileSync(join(docsOf(count), pagePath(7)), '\nOne more sentence.\n')
  return [...rows, row('one page changed')]
}

/** Runs the command to its end; what it used. */
function run(...args) {
  const usage = join(work, 'usage.json')
  const { status } = spawnSync(process.execPath, [...reporting(), main, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DOCENT_USAGE: usage },
  })
  if (status !== 0) throw new Error(`docent ${args.join(' ')} failed, its message stands above.`)
  return JSON.parse(readFileSync(usage, 'utf8'))
}

function reporting() {
  return ['--disable-warning=ExperimentalWarning', '--import', pathToFileURL(join(here, 'report-usage.mjs')).href]
}

/** A content page of the static site in Chromium: what it asks for at load, after the first intent, and to go on. */
async function pageBytes(browser, count) {
  const out = join(work, `out-${count}`)
  const { server, url } = await serveFiles(out, '/')
  const page = await browser.newPage()
  let asked = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const packed = (paths, ending = '') =>
    paths.filter((path) => path.endsWith(ending)).reduce((sum, path) => sum + packedSize(out, path), 0)
  try {
    await page.goto(`${url}${pagePath(7).replace('.md', '')}/`, { waitUntil: 'networkidle' })
    const atLoad = asked
    asked = []
    await page.getByRole('link', { name: 'Page 8' }).first().hover()
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.json')),
    )
    const afterIntent = asked.filter((path) => path.endsWith('.js') || path.endsWith('.css'))
    asked = asked.filter((path) => path.endsWith('.json'))
    await page.getByRole('link', { name: 'Page 8' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Page 8' }).waitFor()
    return {
      'all at load': packed(atLoad),
      HTML: packed(atLoad, '/'),
      'JS at load': packed(atLoad, '.js'),
      CSS: packed(atLoad, '.css'),
      'JS after the first intent': packed(afterIntent, '.js'),
      'a navigation': packed(asked.filter((path) => path.includes('/data/')).slice(0, 1)),
      'data asked for by then': packed(asked),
    }
  } finally {
    await page.close()
    server.close()
  }
}

function packedSize(folder, path) {
  const file = join(folder, decodeURIComponent(path), path.endsWith('/') ? 'index.html' : '')
  return gzipSync(readFileSync(file), { level: 9 }).length
}

/** The dev server: what it needs to its first page, and how long after a save Chromium shows it. Milliseconds. */
async function live(browser, count) {
  const folder = docsOf(count)
  const usage = join(work, 'usage-dev.json')
  const begun = performance.now()
  const child = spawn(process.execPath, [...reporting(), main, folder, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DOCENT_USAGE: usage },
  })
  try {
    const url = String(await new Promise((resolve) => child.stdout.once('data', resolve))).trim()
    const address = `${url}${pagePath(7).replace('.md', '')}`
    await (await fetch(address)).text()
    const firstPageMs = performance.now() - begun
    const page = await browser.newPage()
    const connected = page.waitForResponse((response) => response.url().endsWith('/live'))
    await page.goto(address)
    await connected
    const times = []
    for (let save = 0; save < SAVES; save++) {
      const start = performance.now()
      appendFileSync(join(folder, pagePath(7)), `\nSeen ${save}.\n`)
      await page.getByText(`Seen ${save}.`, { exact: true }).waitFor({ state: 'attached' })
      times.push(performance.now() - start)
    }
    await page.close()
    times.sort((a, b) => a - b)
    const round = Math.round
    return {
      'start to first page': round(firstPageMs),
      'save to seen, median': round(times[times.length >> 1]),
      slowest: round(times.at(-1)),
    }
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}
