/**
 * The static site, for a host that only serves files: every page as `…/index.html`, its page-data, the navigations, the
 * browser code, the files of the docs and the files for programs. The pages contain the policy that a server sends as a
 * header.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESERVED } from '../../shared/paths.ts'
import { type Built, findBuilt } from '../built.ts'
import { imageSize } from '../content/image-size.ts'
import type { SiteOptions } from '../content/site-options.ts'
import { markup } from '../html.ts'
import { generatedPage } from '../pages/generated-page.ts'
import { sourceView } from '../pages/page-view.ts'
import { createSiteState, type SiteState } from '../pages/site-state.ts'
import { matchPattern, type Route } from '../routes/route.ts'
import { pageKeys, ROUTES } from '../routes/table.ts'
import { openOutput } from './output-folder.ts'
import { DELTA_FILE, INDEX_FILE, type StaticIndexFiles, writeStaticIndex } from './static-index-files.ts'

/** Path of the search index. */
const INDEX_FOLDER = `${RESERVED}/search`

/** Progress of the export, in pages. */
export interface ExportProgress {
  done: number
  total: number
}

/** The options of an export. Without `siteUrl` there is no sitemap and no llms.txt, which need addresses. */
export interface StaticSiteOptions extends Omit<SiteOptions, 'live' | 'onError'> {
  /** Absolute; created if missing. Files in it that no build has written stay. */
  folder: string
  /** The search index, if the engine runs in the reader's browser. */
  index?: StaticIndexFiles
  onProgress?(progress: ExportProgress): void
}

/** The result of an export. */
export interface StaticSite {
  pages: number
  /** Pages and files that are left out, one sentence each. */
  conflicts: string[]
}

/** Writes the site. @throws when a page cannot be rendered or a file cannot be written (OutputError for an unusable path). */
export async function writeStaticSite(options: StaticSiteOptions): Promise<StaticSite> {
  const { folder, index } = options
  const built = findBuilt()
  const state = staticState(options, built)
  const { snapshot } = state
  const out = openOutput(folder)
  const conflicts = [...snapshot.conflicts]
  const routes = ROUTES.filter(({ modes }) => modes.includes('files'))
  const pages = pageKeys(state)
  const hashOf = pageHashes(state, imageSizes(state))
  for (const [done, page] of pages.entries()) {
    await writePage(page)
    options.onProgress?.({ done: done + 1, total: pages.length })
  }
  for (const route of routes) for (const key of (await route.keys?.(state)) ?? []) await write(route, key)
  if (index) writeStaticIndex(out, INDEX_FOLDER, index, built.manifest.stamp)
  out.close()
  return { pages: pages.length, conflicts }

  /** Writes the files of a page, unless an earlier build has written the same files. */
  async function writePage(page: string): Promise<void> {
    const files = routes.flatMap((route) => {
      const key = route.keyOfPage?.(state, page)
      return key === undefined ? [] : [{ route, key, file: fileOf(route, key) }]
    })
    const pageHash = hashOf(page)
    if (out.stateOf(page) !== pageHash || !out.keep(files.map(({ file }) => file))) {
      // The state is unknown until all files are written.
      out.setState(page, '')
      for (const { route, key } of files) await write(route, key)
      // Native memory of a page is released between turns of the event loop, and the other code here does not yield.
      await nextTurn()
    }
    out.setState(page, pageHash)
  }

  async function write(route: Route, key: string): Promise<void> {
    const found = await route.read(state, { key, rest: matchPattern(route.pattern, key) ?? '', search: undefined })
    if (!found || 'response' in found) return
    if ('redirect' in found) return out.put(fileOf(route, key), redirectPage(found.redirect))
    if ('file' in found) {
      if (!out.copy(key, found.file))
        conflicts.push(`The file ${key} is left out, since it is gone, has become a link or cannot be read.`)
      return
    }
    if (found.failure) throw found.failure.error
    out.put(fileOf(route, key), found.body)
  }
}

function fileOf({ file }: Route, key: string): string {
  return file ? file(key) : key
}

/** The state of a static site: the engine runs in the browser. */
function staticState(options: StaticSiteOptions, built: Built): SiteState {
  const { index } = options
  const search = { ...options.search }
  if (index) {
    const script = `${RESERVED}/static/${built.manifest.searchWorker}`
    const [base, delta] = [INDEX_FILE, DELTA_FILE].map((name) => `${INDEX_FOLDER}/${name}`) as [string, string]
    search.static = { index: base, delta, settings: index.settings, script }
  }
  return withLastPage(createSiteState({ ...options, search }, built, { files: true }))
}

/** Caches the last page, since its HTML and its page-data are written one after the other. */
function withLastPage(state: SiteState): SiteState {
  let last: { key: string; page: ReturnType<SiteState['readPage']> } | undefined
  return {
    ...state,
    readPage(key) {
      if (last?.key !== key) last = { key, page: state.readPage(key) }
      return last.page
    },
  }
}

/** Makes hashes of all inputs of a page's files: equal hashes mean equal files. */
function pageHashes({ snapshot, built }: SiteState, images: unknown): (page: string) => string {
  const ofAll = JSON.stringify([snapshot.site, snapshot.policy, built.manifest.stamp, images])
  return (key) => {
    const page = snapshot.pages.get(key)
    const view = page ? sourceView(snapshot, page) : [generatedPage(snapshot, key), snapshot.navigations[0]?.hash]
    return hash('sha256', JSON.stringify(view) + ofAll).slice(0, 24)
  }
}

/** The sizes of all pictures of the docs, since the pages state them. */
function imageSizes({ snapshot }: SiteState): unknown[] {
  const sizes: unknown[] = []
  for (const [key, path] of snapshot.assets) {
    const size = imageSize(path)
    if (size) sizes.push(key, size)
  }
  return sizes
}

/** The HTML that redirects from an old address. */
function redirectPage(href: string): string {
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${href}">
<meta name="robots" content="noindex">
<title>${href}</title>
<p><a href="${href}">${href}</a></p>
</html>
`.html
}
