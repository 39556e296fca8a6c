/**
 * Docent's adapters in real sites of their generators, from the published form: the generator is installed from the registry and
 * the adapter from the tarballs. Each site is built and served below a base path, and then run by its dev server; Chromium searches in
 * both. `npm run proof -- adapters docusaurus` tests one. The first run installs some 900 MB.
 *
 * `DOCENT_TARBALLS`: a folder with tarballs, which are then not built. `DOCENT_SCREENSHOTS`: a folder for pictures.
 */

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { type Backend, createApi, isAdmin, isPagesKey, listen, openEmbeddedBackend } from '@docent/server'

import { launchBrowser } from '../../e2e/browser.ts'
import { copySite, install, makeTarballs } from './adapters/install.ts'
import { ADAPTER_SITES, type AdapterSite } from './adapters/sites.ts'
import { findsSoon, searchScopes, walk } from './adapters/walk.ts'
import { freePort } from '../free-port.ts'
import { serveBuilt } from './serve-built.ts'

const folder = join(import.meta.dirname, '../../e2e/integrations')
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
  build(site, copy)
  const out = join(copy, site.out)
  if (site.publicFolder !== undefined)
    execFileSync(process.execPath, [join(source, COMMAND), 'index', out, '--into', out, '--no-script'])
  const host = await serveBuilt(out, site.base)
  const served = { name: `${name}-build`, origin: host.origin, browser }
  await walk(site, served)
    .then(() => searchScopes(site, served))
    .finally(host.close)
  console.log(`${name}: the build, ${seconds(started)}`)
  if (site.options) {
    await proveServer(name, { ...site, options: site.options }, copy)
    console.log(`${name}: with a server, ${seconds(started)}`)
  }
  if (!site.dev) return
  await proveDev(name, { ...site, dev: site.dev }, copy)
  console.log(`${name}: the dev server, ${seconds(started)}`)
}

/** Runs the site's generator. */
function build(site: AdapterSite, copy: string): void {
  const [script = '', ...args] = site.build
  execFileSync(process.execPath, [join(dirname(copy), 'node_modules', script), ...args], {
    cwd: copy,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`
}

/** Builds the site again with the options of a search server, which `docent index` fills with the built pages, and searches in it. */
async function proveServer(
  name: string,
  site: AdapterSite & Required<Pick<AdapterSite, 'options'>>,
  copy: string,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'docent-adapters-'))
  const backend = await openEmbeddedBackend({ dataDir: data })
  const searches: string[] = []
  const api = createApi(backend)
  const server = await listen(
    (request, connection) => {
      if (request.method === 'POST') searches.push(request.url)
      return api.fetch(request, connection)
    },
    { host: '127.0.0.1', port: 0 },
  )
  try {
    const [search, admin] = await keysOf(backend)
    const url = `http://127.0.0.1:${server.port}`
    const file = join(copy, site.options.file)
    const text = readFileSync(file, 'utf8')
    const options = JSON.stringify({ hosts: [url], apiKey: search, indexName: 'docs' })
    writeFileSync(file, text.replace(site.options.without, site.options.with(options)))
    const out = join(copy, site.out)
    rmSync(out, { recursive: true })
    build(site, copy)
    writeFileSync(file, text)
    const host = await serveBuilt(out, site.base)
    try {
      const to = ['--to', url, '--key', admin, '--index', 'docs', '--site-url', `${host.origin}${site.base}`]
      // Not synchronous: the server is in this process.
      await promisify(execFile)(process.execPath, [join(dirname(copy), COMMAND), 'index', out, ...to], {
        cwd: data,
        env,
      })
      searches.length = 0
      await walk(site, { name: `${name}-server`, origin: host.origin, browser })
      if (searches.length === 0) throw new Error(`${name}: the server has received no search`)
      if (existsSync(join(out, 'docent-search/index.bin'))) throw new Error(`${name}: the build has written an index`)
    } finally {
      host.close()
    }
  } finally {
    await server.close()
    await backend.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** A key that can only search, and one that can do everything. */
async function keysOf({ keys }: Backend): Promise<[string, string]> {
  const all = await keys.list()
  return [all.find((key) => isPagesKey(key, 'docs'))?.value ?? '', all.find(isAdmin)?.value ?? '']
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
