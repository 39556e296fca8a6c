/**
 * Hugo's `cascade`: front matter that a section's `_index.md`, or the configuration, hands down to all pages below. A
 * page's own keys and those of a nearer section count first.
 */
import { tableOf, textOf } from '../../folder/plain-data.ts'
import type { Site } from '../../folder/site.ts'
import { hugoKey } from '../../navigation/section-navigation.ts'
import { globTest, type PathTest } from '../../navigation/wildcard.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { hugoLanguage } from './pages.ts'

/** Values, and the pages that get them. */
interface Cascade {
  values: Record<string, unknown>
  matches: PathTest | undefined
  kind: string | undefined
  lang: string | undefined
}

/** The pages with the front matter that they inherit. */
export function withCascades(pages: readonly PageSource[], site: Site): PageSource[] {
  const ofSite = cascadesOf(site.configuration?.data ?? {})
  const sections = new Map<string, Cascade[]>()
  for (const page of pages) {
    if (!isSection(page)) continue
    const cascades = cascadesOf(page.parsed.frontMatter)
    if (cascades.length > 0) sections.set(keyOf(page, folderOf(page.path), site), cascades)
  }
  if (sections.size === 0 && ofSite.length === 0) return [...pages]
  return pages.map((page) => {
    const frontMatter = { ...page.parsed.frontMatter }
    const above = foldersAbove(page.path).flatMap((folder) => sections.get(keyOf(page, folder, site)) ?? [])
    for (const cascade of [...above, ...ofSite]) {
      if (!isTarget(cascade, page, site)) continue
      for (const [key, value] of Object.entries(cascade.values))
        if (hugoKey(frontMatter, key.toLowerCase()) === undefined) frontMatter[key] = value
    }
    return { ...page, parsed: { ...page.parsed, frontMatter } }
  })
}

function isSection({ path }: PageSource): boolean {
  return path.slice(path.lastIndexOf('/') + 1).startsWith('_index.')
}

/** The folder of a path; empty for the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The folders around a file, the nearest first. */
function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder)
    if (folder === '') return folders
  }
}

/** A section of one language. */
function keyOf({ root, path }: PageSource, folder: string, site: Site): string {
  return JSON.stringify([root.folder, languageOf(path, root, site), folder])
}

function languageOf(path: string, root: PageSource['root'], site: Site): string | undefined {
  return hugoLanguage(path, site, root)?.lang ?? root.lang
}

/** The entries of `cascade`: a table, or a list of tables with targets. */
function cascadesOf(data: Record<string, unknown>): Cascade[] {
  const written = hugoKey(data, 'cascade')
  return (Array.isArray(written) ? written : [written]).flatMap((one: unknown): Cascade[] => {
    const table = tableOf(one)
    if (table === undefined) return []
    const { _target: old, target = old, ...values } = table
    const { path, kind, lang, environment } = tableOf(target) ?? {}
    if (environment !== undefined && environment !== 'production') return []
    const pattern = textOf(path)
    const matches = pattern === undefined ? undefined : globTest([pattern])
    return [{ values, matches, kind: textOf(kind), lang: textOf(lang) }]
  })
}

function isTarget({ matches, kind, lang }: Cascade, page: PageSource, site: Site): boolean {
  const { path, root } = page
  const own = isSection(page) ? (folderOf(path) === '' ? 'home' : 'section') : 'page'
  if (
    kind !== undefined &&
    kind
      .replace(/^\{|\}$/g, '')
      .split(',')
      .every((one) => one.trim() !== own)
  )
    return false
  if (lang !== undefined && lang !== languageOf(path, root, site)) return false
  const inner = hugoLanguage(path, site, root)?.inner ?? path
  const address = `/${inner.replace(/\.\w+$/, '').replace(/(?:^|\/)_?index$/, '')}`
  return matches === undefined || matches(address)
}
