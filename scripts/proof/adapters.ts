/**
 * Docent's adapters in real sites of their generators, from the published form: the generator is installed from the registry and
 * the adapter from the tarballs. Each site is built and served below a base path, and then run by its dev server; Chromium searches in
 * both. `npm run proof -- adapters docusaurus` tests one. The first run installs some 900 MB.
 *
 * `DOCENT_TARBALLS`: a folder with tarballs, which are then not built. `DOCENT_SCREENSHOTS`: a folder for pictures.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join } from 'node:path'

import { launchBrowser } from '../../e2e/browser.ts'
import { copySite, install, makeTarballs } from './adapters/install.ts'
import { ADAPTER_SITES, type AdapterSite } from './adapters/sites.ts'
import { findsSoon, searchScopes, walk } from './adapters/walk.ts'
import { freePort } from '../free-port.ts'

const folder = join(import.meta.dirname, '../../e2e/integrations')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  // Next.js reads the data of its router from these.
  '.txt': 'text/plain',
}

/** The command, below a site's folder. */
const COMMAND = 'node_modules/docent/dist/main.js'

/** Milliseconds until a dev server answers. */
const START = 180_000

// Generators start programs of their own, which must find this Node.
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  CI: '1',
  NO_COLOR: '1',
}

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(ADAPTER_SITES)
const tarballs = makeTarballs()
const browser = await launchBrowser()
try {
  for (const name of names) await prove(name)
} finally {
  await browser.close()
}

async function prove(name: string): Promise<void> {
  const site = ADAPTER_SITES[name]
  if (!site) throw new Error(`There is no site ${name}: they are ${Object.keys(ADAPTER_SITES).join(', ')}.`)
  const started = performance.now()
  const source = join(folder, name)
  install(source, tarballs, site.packages)
  const copy = copySite(source, site.without)
  const [script = '', ...args] = site.build
  execFileSync(process.execPath, [join(source, 'node_modules', script), ...args], {
    cwd: copy,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const out = join(copy, site.out)
  if (site.publicFolder !== undefined)
    execFileSync(process.execPath, [join(source, COMMAND), 'index', out, '--into', out, '--no-script'])
  const host = await serveFolder(out, site.base)
  const served = { name: `${name}-build`, origin: host.origin, browser }
  await walk(site, served)
    .then(() => searchScopes(site, served))
    .finally(host.close)
  console.log(`${name}: the build, ${seconds(started)}`)
  if (!site.dev) return
  await proveDev(name, { ...site, dev: site.dev }, copy)
  console.log(`${name}: the dev server, ${seconds(started)}`)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`
}

/** Searches in the dev server, also after a change of a file. */
async function proveDev(
  name: string,
  site: AdapterSite & Required<Pick<AdapterSite, 'dev'>>,
  copy: string,
): Promise<void> {
  const indexing = site.publicFolder === undefined ? undefined : await indexBeside(copy, site.publicFolder)
  const port = await freePort()
  const [script = '', ...args] = site.dev(port)
  const server = spawn(process.execPath, [join(dirname(copy), 'node_modules', script), ...args], {
    cwd: copy,
    env: { ...env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += String(text)))
  const origin = `http://127.0.0.1:${port}`
  const served = { name: `${name}-dev`, origin, browser }
  try {
    await untilAnswers(origin + site.page, server)
    await walk(site, served)
    appendFileSync(join(copy, site.file), '\n## Quadrangular sprockets\n\nAdded just now.\n')
    await findsSoon(site, served, 'quadrangular')
  } catch (error) {
    console.error(log.slice(-4000))
    throw error
  } finally {
    server.kill()
    indexing?.kill()
  }
}

/** `docent index --watch` beside the dev server of a site that has the box as a component. Resolves when the index is there. */
async function indexBeside(copy: string, into: string): Promise<ChildProcess> {
  const args = ['index', '.', '--into', into, '--no-script', '--watch']
  const child = spawn(process.execPath, [join(dirname(copy), COMMAND), ...args], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  const end = performance.now() + START
  while (performance.now() < end && server.exitCode === null) {
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`The dev server does not answer at ${url}.`)
}

/** A plain web server for the built files, below a base. */
async function serveFolder(root: string, base: string): Promise<{ origin: string; close: () => void }> {
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = join(root, decodeURIComponent(pathname.slice(base.length)))
    const candidates = pathname.startsWith(base) ? [path, `${path}.html`, join(path, 'index.html')] : []
    const file = candidates.find((one) => existsSync(one) && statSync(one).isFile())
    response.statusCode = file ? 200 : 404
    response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'application/octet-stream')
    response.end(file ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(files.address() as AddressInfo).port}`, close: () => void files.close() }
}
