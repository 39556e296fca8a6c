/**
 * The site as files, for a host that only serves files: every page as `…/index.html`, its page-data, the navigations,
 * the browser code, the assets and what programs read. What the server says in headers stands in the pages themselves.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { styleSheetOf } from '../style-sheet.ts'
import { findBuilt } from '../built.ts'
import { markup } from '../html.ts'
import { machineFile } from '../pages/machine-files.ts'
import { openOutput } from './output-folder.ts'
import { policyInPage } from '../security-headers.ts'
import { navigationHref, pathKey, RESERVED, toHref } from '../../shared/paths.ts'
import { renderFramed, renderPage } from '../pages/render.ts'
import { generatedPage, searchPaths } from '../pages/generated-page.ts'
import { readPage, viewOf } from '../pages/page-view.ts'
import { indexOf, markdownPath, SITE_FILES } from '../content/site-paths.ts'
import { createSnapshot, findNavigation } from '../content/snapshot.ts'
import { DELTA_FILE, INDEX_FILE, type StaticIndexFiles, writeStaticIndex } from './static-index-files.ts'
import { tagPaths } from '../content/tags.ts'
import { type SiteOptions, snapshotOptionsOf } from '../content/site-options.ts'

/** Where the search index is. */
const INDEX_FOLDER = `${RESERVED}/search`

/** What is told while a site is written. */
export interface ExportProgress {
  done: number
  total: number
}

/** What to write, and where. Without `siteUrl` there is no sitemap and no llms.txt, which need addresses. */
export interface StaticSiteOptions extends Omit<SiteOptions, 'live' | 'onError'> {
  /** Absolute; made if it is not there. What lies in it and was not written by a build stays. */
  folder: string
  /** The search index, where the engine is to search in the reader's browser. */
  index?: StaticIndexFiles
  onProgress?(progress: ExportProgress): void
}

/** What was written. */
export interface StaticSite {
  pages: number
  /** What of the docs is left out, one sentence each. */
  conflicts: string[]
}

/** Writes the site. @throws when a page cannot be made, or a file not be written (an OutputError where it would lie outside). */
export async function writeStaticSite(options: StaticSiteOptions): Promise<StaticSite> {
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
  const out = openOutput(folder)
  const conflicts = [...snapshot.conflicts]
  const generated = [...tagPaths(snapshot.navigations, snapshot.pages), ...searchPaths(snapshot), '/']
  const paths = [...new Set([...snapshot.pages.keys(), ...generated.filter((path) => !snapshot.redirects.has(path))])]
  for (const [done, path] of paths.entries()) {
    const state = stateOf(path)
    if (out.stateOf(path) !== state || !out.keep(filesOf(path))) {
      // Until it is written, the page is in no known state.
      out.setState(path, '')
      await writePage(path)
      // What native code has made for a page is let go of between two turns; nothing else here waits for one.
      await nextTurn()
    }
    out.setState(path, state)
    options.onProgress?.({ done: done + 1, total: paths.length })
  }
  const { html } = await renderPage(snapshot, built, '/404')
  out.put('/404.html', html)
  for (const { hash } of snapshot.navigations)
    out.put(navigationHref('', hash), JSON.stringify(findNavigation(snapshot, hash)))
  for (const [name, body] of built.files) out.put(`${RESERVED}/static/${name}`, body)
  const { diagramFrame } = snapshot
  if (diagramFrame) out.put(diagramFrame.path, diagramFrame.html)
  if (styleSheet) out.put(`${RESERVED}/static/${styleSheet.name}`, styleSheet.body)
  if (index) writeStaticIndex(out, INDEX_FOLDER, index, built.manifest.stamp)
  for (const [from, to] of snapshot.redirects) out.put(indexOf(from), stub(to))
  for (const path of SITE_FILES) {
    const file = siteUrl === undefined || !snapshot.machine.has(path) ? undefined : machineFile(snapshot, path, siteUrl)
    if (file) out.put(path, file.body)
  }
  for (const [path, source] of snapshot.assets)
    if (!out.copy(path, source)) conflicts.push(`The file ${path} is left out, since it is gone or has become a link.`)
  // GitHub Pages would leave out names that begin with an underscore.
  out.put('/.nojekyll', '')
  out.close()
  return { pages: paths.length, conflicts }

  /** What a page's files are made from, as a hash: equal hashes have equal files. */
  function stateOf(path: string): string {
    const page = snapshot.pages.get(path)
    const view = page ? viewOf(snapshot, page) : [generatedPage(snapshot, path), snapshot.navigations[0]?.hash]
    return digest(JSON.stringify([view, snapshot.site, policy, built.manifest.stamp]))
  }

  function dataPath(path: string): string {
    return `${RESERVED}/data/${snapshot.site.build}${path === '/' ? '/index' : path}.json`
  }

  /** The Markdown beside a page, unless a file of the docs has its path. */
  function markdownFile(path: string): string | undefined {
    const page = snapshot.pages.get(path)
    const file = page && snapshot.content.readMarkdown ? pathKey(markdownPath(page)) : undefined
    return file !== undefined && snapshot.machine.has(file) ? file : undefined
  }

  function filesOf(path: string): string[] {
    return [indexOf(path), dataPath(path), markdownFile(path)].filter((file) => file !== undefined)
  }

  async function writePage(path: string): Promise<void> {
    const data = await readPage(snapshot, path)
    if (!data) return
    out.put(indexOf(path), await renderFramed(snapshot, built, data))
    out.put(dataPath(path), JSON.stringify(data))
    const file = markdownFile(path)
    const markdown = file && machineFile(snapshot, file, siteUrl)
    if (file && markdown) out.put(file, markdown.body)
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

function digest(text: string): string {
  return hash('sha256', text).slice(0, 24)
}
