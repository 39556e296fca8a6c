/**
 * Sites of Docusaurus (with contextual search), VitePress, VuePress, Rspress, Starlight, Sphinx and MkDocs, built from the few
 * files in `e2e/integrations`. Their own search boxes use a Docent server, configured as in `docs/guide/keep-your-search-box.md`;
 * `docent index` reads the Markdown, and Chromium searches on each site. Missing dependencies are installed (some 900 MB from npm
 * and PyPI, three minutes); after that it takes a minute on an idle machine. `npm run proof -- integrations vitepress` builds one.
 */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { createApi, type EmbeddedBackend, isAdmin, isPagesKey, listen, openEmbeddedBackend } from '@docent/server'

import { launchBrowser } from '../../e2e/browser.ts'
import { run } from '../../e2e/docent-process.ts'
import { serveBuilt } from './serve-built.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'e2e/integrations')

interface Site {
  /** Script of Node in the site's folder, or module of Python; with its arguments. */
  build: { node: string[] } | { python: string[] }
  /** Python packages. */
  packages?: string[]
  out: string
  /** Path of the page that is searched for. */
  page: string
  /** Folder for the files of the search box, in sites that load it by a script tag. */
  box?: { script: string; style: string }
}

const SITES: Record<string, Site> = {
  docusaurus: {
    build: { node: ['node_modules/@docusaurus/core/bin/docusaurus.mjs', 'build'] },
    out: 'build',
    page: '/lubrication',
  },
  vitepress: {
    build: { node: ['node_modules/vitepress/bin/vitepress.js', 'build'] },
    out: '.vitepress/dist',
    page: '/lubrication',
  },
  vuepress: {
    build: { node: ['node_modules/vuepress/bin/vuepress.js', 'build', '.'] },
    out: '.vuepress/dist',
    page: '/lubrication.html',
  },
  rspress: {
    build: { node: ['node_modules/@rspress/core/bin/rspress.js', 'build'] },
    out: 'doc_build',
    page: '/lubrication.html',
  },
  starlight: { build: { node: ['node_modules/astro/bin/astro.mjs', 'build'] }, out: 'dist', page: '/lubrication/' },
  sphinx: {
    build: { python: ['sphinx', '-b', 'html', '.', '_build/html'] },
    packages: ['sphinx==8.2.3', 'myst-parser'],
    out: '_build/html',
    page: '/lubrication.html',
    box: { script: '_static/docsearch.js', style: '_static/docsearch.css' },
  },
  mkdocs: {
    build: { python: ['mkdocs', 'build', '--quiet'] },
    packages: ['mkdocs-material'],
    out: 'site',
    page: '/lubrication/',
    box: { script: 'docs/javascripts/docsearch.js', style: 'docs/stylesheets/docsearch.css' },
  },
}

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(SITES)
const data = mkdtempSync(join(tmpdir(), 'docent-integrations-'))
const backend = await openEmbeddedBackend({ dataDir: data })
const api = createApi(backend)
/** Bodies of the received searches. */
const searches: string[] = []
const server = await listen(
  async (request) => {
    if (request.method === 'POST') searches.push(await request.clone().text())
    return api.fetch(request)
  },
  { host: '127.0.0.1', port: 0 },
)
const browser = await launchBrowser()
try {
  for (const name of names) await prove(name, await searchKeyOf(backend))
} finally {
  await browser.close()
  await server.close()
  await backend.close()
  rmSync(data, { recursive: true, force: true })
}

async function searchKeyOf({ keys }: EmbeddedBackend): Promise<string> {
  return (await keys.list()).find((key) => isPagesKey(key, 'docs'))?.value ?? ''
}

/** Fills the index as an operator does. */
async function indexFolder(name: string, ...options: string[]): Promise<void> {
  const key = (await backend.keys.list()).find(isAdmin)?.value ?? ''
  const to = ['--to', `http://127.0.0.1:${server.port}`, '--key', key]
  const { code, stderr } = await run('index', join(folder, name), ...to, ...options)
  if (code !== 0) throw new Error(`docent index ${name}: ${stderr}`)
}

/** Builds the site and searches on it. @throws if expected hits are missing or others are found. */
async function prove(name: string, key: string): Promise<void> {
  const site = SITES[name]
  if (!site) throw new Error(`There is no site ${name}: they are ${Object.keys(SITES).join(', ')}.`)
  const started = performance.now()
  const host = await serveBuilt(buildSite(name, site, key), '/')
  // Sites with a plain search box leave for the address that their configuration names, which is not this host's.
  await indexFolder(name, ...(site.box === undefined ? [] : ['--site-url', host.origin]))
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  try {
    await page.goto(`${host.origin}/`)
    await page.locator('.DocSearch-Button').first().click()
    await page.getByRole('searchbox').fill('when to o')
    const hits = page.locator('.DocSearch-Hit a')
    await hits.first().waitFor()
    const found = await hits.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
    if (!found.includes(site.page)) throw new Error(`${name} found ${JSON.stringify(found)}, without ${site.page}`)
    if (name === 'docusaurus') {
      // Contextual search: the page's language and version, and nothing of another version.
      if (!searches.at(-1)?.includes('docusaurus_tag:docs-default-current'))
        throw new Error('The search has no context')
      if (found.some((path) => path.startsWith('/1.0'))) throw new Error('A hit of another version is shown')
    }
    await hits.first().click()
    await page.waitForURL(/\/lubrication[^#]*#when-to-oil$/)
    await page.locator('#when-to-oil').waitFor()
    if (errors.length > 0) throw new Error(`${name}: ${errors.join('; ')}`)
  } finally {
    await page.close()
    host.close()
  }
  console.log(`${name}: found, opened, in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Installs missing dependencies, writes the server's address into a copy of the site, and builds it. */
function buildSite(name: string, site: Site, key: string): string {
  const source = join(folder, name)
  install(name, source, site)
  // Inside the site's folder, so that its dependencies are found.
  const copy = join(source, '.work')
  rmSync(copy, { recursive: true, force: true })
  for (const entry of readdirSync(source)) {
    if (!['node_modules', '.venv', '.work'].includes(entry))
      cpSync(join(source, entry), join(copy, entry), { recursive: true })
  }
  const address = `{ url: '127.0.0.1', port: ${server.port}, accept: 'readWrite', protocol: 'http' }`
  for (const file of filesBelow(copy)) {
    const text = readFileSync(file, 'utf8')
    const pointed = text.replace(/\{ url: 'search\.example\.com'.*?\}/, address).replace('SEARCH_KEY', key)
    if (pointed !== text) writeFileSync(file, pointed)
  }
  if (site.box !== undefined) {
    copyFile('docsearch-js-4/dist/umd/index.js', join(copy, site.box.script))
    copyFile('@docsearch/css/dist/style.css', join(copy, site.box.style))
  }
  if ('node' in site.build) {
    const [script = '', ...args] = site.build.node
    execute(process.execPath, [join(source, script), ...args], copy)
  } else execute(join(source, '.venv/bin/python'), ['-m', ...site.build.python], copy)
  return join(copy, site.out)
}

function copyFile(module: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, 'node_modules', module), target)
}

function install(name: string, source: string, { packages }: Site): void {
  if (existsSync(join(source, packages === undefined ? 'node_modules' : '.venv'))) return
  console.log(`Installing ${name} …`)
  if (packages === undefined)
    return execute('npm', ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'], source)
  execute('python3', ['-m', 'venv', '.venv'], source)
  execute(join(source, '.venv/bin/pip'), ['install', '--quiet', ...packages], source)
}

function execute(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
