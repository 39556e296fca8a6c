/**
 * The site as files, for a host that only serves files: every page as `…/index.html`, its page-data, the navigations,
 * the browser code, the assets and what programs read. What the server says in headers stands in the pages themselves.
 *
 * Files are written synchronously: a build does one thing after the other, and a small file by way of Node's threads costs
 * several times the CPU.
 */
import { hash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  const put = (path: string, body: string | Uint8Array): void => write(join(folder, ...path.split('/')), body)
  const before = readMark(folder)
  const written: Record<string, string> = {}
  const generated = [...tagPaths(snapshot.navigations, snapshot.pages), ...searchPaths(snapshot), '/']
  const paths = [...new Set([...snapshot.pages.keys(), ...generated])]
  for (const [done, path] of paths.entries()) {
    const state = stateOf(path)
    if (before[path] !== state) {
      await writePage(path)
      // What native code has made for a page is let go of between two turns; nothing else here waits for one.
      await nextTurn()
    }
    written[path] = state
    options.onProgress?.({ done: done + 1, total: paths.length })
  }
  for (const path of Object.keys(before)) if (written[path] === undefined) removePage(path)
  const { html } = await renderPage(snapshot, built, '/404')
  put('404.html', html)
  for (const { hash } of snapshot.navigations)
    put(navigationHref('', hash), JSON.stringify(findNavigation(snapshot, hash)))
  for (const [name, body] of built.files) put(`${RESERVED}/static/${name}`, body)
  const { diagramFrame } = snapshot
  if (diagramFrame) put(diagramFrame.path, diagramFrame.html)
  if (styleSheet) put(`${RESERVED}/static/${styleSheet.name}`, styleSheet.body)
  if (index) writeStaticIndex(join(folder, ...INDEX_FOLDER.split('/')), index, built.manifest.stamp, write)
  for (const [from, to] of snapshot.redirects) if (!snapshot.pages.has(from)) put(`${from}/index.html`, stub(to))
  for (const path of SITE_FILES) {
    const file = siteUrl === undefined ? undefined : machineFile(snapshot, path, siteUrl)
    if (file) put(path, file.body)
  }
  for (const [url, source] of snapshot.assets) {
    copy(source, join(folder, ...url.split('/')))
  }
  // GitHub Pages would leave out names that begin with an underscore.
  put('.nojekyll', '')
  put(STATIC_SITE_MARK, JSON.stringify(written))
  return paths.length

  /** What a page's files are made from, as a hash: equal hashes have equal files. */
  function stateOf(path: string): string {
    const page = snapshot.pages.get(path)
    const view = page ? viewOf(snapshot, page) : [generatedPage(snapshot, path), snapshot.navigations[0]?.hash]
    return digest(JSON.stringify([view, snapshot.site, policy, built.manifest.stamp]))
  }

  function removePage(path: string): void {
    const files = [`${path}/index.html`, dataPath(path), `${path}.md`, `${path}/index.md`]
    for (const file of files) rmSync(join(folder, ...file.split('/')), { force: true })
  }

  function dataPath(path: string): string {
    return `${RESERVED}/data/${snapshot.site.build}${path === '/' ? '/index' : path}.json`
  }

  async function writePage(path: string): Promise<void> {
    const data = await readPage(snapshot, path)
    if (!data) return
    put(`${path}/index.html`, await renderFramed(snapshot, built, data))
    put(dataPath(path), JSON.stringify(data))
    const source = snapshot.pages.get(path)
    const markdown = source && machineFile(snapshot, pathKey(markdownPath(source)), siteUrl)
    if (source && markdown) put(markdownPath(source), markdown.body)
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
function write(path: string, body: string | Uint8Array): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.size === bytes.length && readFileSync(path).equals(bytes)) return
  if (!there) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** Copies an asset unless the copy is as large and as young as it. */
function copy(source: string, target: string): void {
  const [from, there] = [statSync(source), statSync(target, { throwIfNoEntry: false })]
  if (there && there.size === from.size && there.mtimeMs >= from.mtimeMs) return
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(source, target)
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 24)
}

/** What the last build wrote: states by path. Empty for a folder without one. */
function readMark(folder: string): Record<string, string> {
  const path = join(folder, STATIC_SITE_MARK)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
}
