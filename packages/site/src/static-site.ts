/**
 * The site as files, for a host that only serves files: every page as `…/index.html`, its page-data, the navigations,
 * the browser code, the assets and what programs read. What the server says in headers stands in the pages themselves.
 */
import { hash } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { styleSheetOf } from './appearance.ts'
import { findBuilt } from './built.ts'
import { markup } from './html.ts'
import { machineFile, markdownPath, SITE_FILES } from './machine-files.ts'
import { policyInPage } from './policy.ts'
import { navigationHref, pathKey, RESERVED, toHref } from './paths.ts'
import { renderFramed, renderPage } from './render.ts'
import { generatedPage, searchPaths } from './generated-page.ts'
import { readPage, viewOf } from './page-view.ts'
import { createSnapshot, findNavigation } from './snapshot.ts'
import { DELTA_FILE, INDEX_FILE, type StaticIndexFiles, writeStaticIndex } from './static-index-files.ts'
import { tagPaths } from './tags.ts'
import { type SiteOptions, snapshotOptionsOf } from './site-options.ts'

/** The file that says that a build wrote the folder, and what. */
export const STATIC_SITE_MARK = '.docent-site'

/** Where the search index is. */
const INDEX_FOLDER = `${RESERVED}/search`

/** What is told while a site is written. */
export interface ExportProgress {
  done: number
  total: number
}

/** What to write, and where. Without `siteUrl` there is no sitemap and no llms.txt, which need addresses. */
export interface StaticSiteOptions extends Omit<SiteOptions, 'live' | 'onError'> {
  /** Absolute; made if it is not there. What lies in it already and is not part of the site stays. */
  folder: string
  /** The search index, where the engine is to search in the reader's browser. */
  index?: StaticIndexFiles
  onProgress?(progress: ExportProgress): void
}

/** Writes the site. Resolves with the number of pages. @throws when a page cannot be made or a file not be written. */
export async function writeStaticSite(options: StaticSiteOptions): Promise<number> {
  const { folder, siteUrl, index } = options
  const built = findBuilt()
  const search = { ...options.search }
  if (index) {
    const script = `${RESERVED}/static/${built.manifest.searchWorker}`
    const [base, delta] = [INDEX_FILE, DELTA_FILE].map((name) => `${INDEX_FOLDER}/${name}`) as [string, string]
    search.static = { index: base, delta, settings: index.settings, script }
  }
  const content = createSnapshot(options.content, { ...snapshotOptionsOf({ ...options, search }, built), files: true })
  const policy = policyInPage(search.hosts, content.diagramFrame !== undefined)
  const snapshot = { ...content, policy }
  const styleSheet = styleSheetOf(options.appearance ?? {})
  const put = (path: string, body: string | Uint8Array): Promise<void> => write(join(folder, ...path.split('/')), body)
  const before = await readMark(folder)
  const written: Record<string, string> = {}
  const generated = [...tagPaths(snapshot.navigations, snapshot.pages), ...searchPaths(snapshot), '/']
  const paths = [...new Set([...snapshot.pages.keys(), ...generated])]
  for (const [done, path] of paths.entries()) {
    const state = stateOf(path)
    if (before[path] !== state) await writePage(path)
    written[path] = state
    options.onProgress?.({ done: done + 1, total: paths.length })
  }
  for (const path of Object.keys(before)) if (written[path] === undefined) await removePage(path)
  const { html } = await renderPage(snapshot, built, '/404')
  await put('404.html', html)
  for (const { hash } of snapshot.navigations)
    await put(navigationHref('', hash), JSON.stringify(findNavigation(snapshot, hash)))
  for (const [name, body] of built.files) await put(`${RESERVED}/static/${name}`, body)
  const { diagramFrame } = snapshot
  if (diagramFrame) await put(diagramFrame.path, diagramFrame.html)
  if (styleSheet) await put(`${RESERVED}/static/${styleSheet.name}`, styleSheet.body)
  if (index) await writeStaticIndex(join(folder, ...INDEX_FOLDER.split('/')), index, built.manifest.stamp, write)
  for (const [from, to] of snapshot.redirects) if (!snapshot.pages.has(from)) await put(`${from}/index.html`, stub(to))
  for (const path of SITE_FILES) {
    const file = siteUrl === undefined ? undefined : machineFile(snapshot, path, siteUrl)
    if (file) await put(path, file.body)
  }
  for (const [url, source] of snapshot.assets) {
    await copy(source, join(folder, ...url.split('/')))
  }
  // GitHub Pages would leave out names that begin with an underscore.
  await put('.nojekyll', '')
  await put(STATIC_SITE_MARK, JSON.stringify(written))
  return paths.length

  /** What a page's files are made from, as a hash: equal hashes have equal files. */
  function stateOf(path: string): string {
    const page = snapshot.pages.get(path)
    const view = page ? viewOf(snapshot, page) : [generatedPage(snapshot, path), snapshot.navigations[0]?.hash]
    return digest(JSON.stringify([view, snapshot.site, policy, built.manifest.stamp]))
  }

  async function removePage(path: string): Promise<void> {
    const files = [`${path}/index.html`, dataPath(path), `${path}.md`, `${path}/index.md`]
    await Promise.all(files.map((file) => rm(join(folder, ...file.split('/')), { force: true })))
  }

  function dataPath(path: string): string {
    return `${RESERVED}/data/${snapshot.site.build}${path === '/' ? '/index' : path}.json`
  }

  async function writePage(path: string): Promise<void> {
    const data = await readPage(snapshot, path)
    if (!data) return
    await put(`${path}/index.html`, await renderFramed(snapshot, built, data))
    await put(dataPath(path), JSON.stringify(data))
    const source = snapshot.pages.get(path)
    const markdown = source && machineFile(snapshot, pathKey(markdownPath(source)), siteUrl ?? '')
    if (source && markdown) await put(markdownPath(source), markdown.body)
  }

  function stub(to: string): string {
    const href = toHref(snapshot.site.base, to)
    return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${href}">
<meta name="robots" content="noindex">
<title>${to}</title>
<p><a href="${href}">${to}</a></p>
</html>
`.html
  }
}

/** A file that has these bytes already is left alone, so that tools which copy by date copy what changed. */
async function write(path: string, body: string | Uint8Array): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const there = await readFile(path).catch(() => undefined)
  if (there?.equals(bytes)) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

/** Copies an asset unless the copy is as large and as young as it. */
async function copy(source: string, target: string): Promise<void> {
  const [from, there] = await Promise.all([stat(source), stat(target).catch(() => undefined)])
  if (there && there.size === from.size && there.mtimeMs >= from.mtimeMs) return
  await mkdir(dirname(target), { recursive: true })
  await copyFile(source, target)
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 24)
}

/** What the last build wrote: states by path. Empty for a folder without one. */
async function readMark(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, STATIC_SITE_MARK), 'utf8').catch(() => '{}')
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
}
