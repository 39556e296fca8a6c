/** Addresses of pages: their own (`slug`), and earlier ones of front matter, of configurations and of the generator's own site. */
import { joinUrl, wholeUrl } from '../folder/page-url.ts'
import type { Publication } from '../folder/publication.ts'
import { publicAddress, siteAddress } from '../folder/site-address.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Page, Problem } from '../result/page.ts'
import type { Redirect } from '../navigation/site-configuration.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import { type Report, reportTo } from '../result/problem.ts'
import type { ParsedPage } from '../parsed/parsed-page.ts'
import { publishedPath } from './published-path.ts'
import { expandPatterns } from './redirect-patterns.ts'

/**
 * Front matter `slug`: from the site's top (`/a`), from the page's folder (`a`, `./a/b`), or in Starlight's form
 * (`a/b`, from the top). A slug that is no path of the site is a problem, and the page keeps the URL of its file.
 * @param url of the file. @param top URL of the folder of its language and version.
 */
export function slugUrl(
  { file, source, frontMatter }: ParsedPage,
  url: string,
  top: string,
  problems: Problem[],
): string {
  const { slug } = frontMatter
  if (typeof slug !== 'string' || slug.trim() === '' || /^https?:/.test(slug)) return url
  const clean = slug.trim()
  const isBeside = clean.startsWith('.') || !clean.includes('/')
  const address = siteAddress(clean, isBeside ? url.slice(0, url.lastIndexOf('/')) : '/')
  if (address === undefined) {
    const message = `The slug "${slug}" is no path of this site, so the page keeps the address of its file; correct it.`
    reportTo(problems, file)('bad-address', lineOf(source(), 'slug', slug), message)
    return url
  }
  if (!clean.startsWith('/') || top === '/') return address
  return address === '/' ? top : top + address
}

/** Generators whose folders have `README` as their own page. */
const README_FIRST = new Set<GeneratorKind>(['docsify', 'gitbook'])

/** The path of a page in a folder without a generator, in which `_index.md` is the folder's own page as well. */
export function withIndex(path: string): string {
  return path.replace(/(^|\/)_(index\.\w+)$/, '$1$2')
}

/** Whether a page is a `README` in a folder whose own page is an `index`: then its address has its name. */
export function besideIndex(pages: readonly PageSource[], kind: GeneratorKind): (page: PageSource) => boolean {
  const folderOf = ({ root, path }: PageSource): string => `${root.folder}\0${path.replace(/[^/]*$/, '')}`
  const pathOf = kind === 'plain' ? withIndex : (path: string): string => path
  const isIndex = ({ path }: PageSource): boolean => /(?:^|\/)index\.\w+$/i.test(pathOf(path))
  const indexes = README_FIRST.has(kind) ? [] : pages.filter(isIndex)
  const folders = new Set(indexes.map(folderOf))
  return (page) => /(?:^|\/)readme\.\w+$/i.test(page.path) && folders.has(folderOf(page))
}

/**
 * The address of a page: the wanted one, else that of its file, else the path of its file with `index` or `README` at
 * its end. A wanted address that another page has is a problem.
 * @param wanted without the prefix, as `byFile`, the address by the rule of the generator. @param path of the file.
 * @param byUrl pages by their URL in lower case. @returns `undefined` if all of them are in use.
 */
export function freeUrl(
  { wanted, byFile, path }: { wanted: string; byFile: string; path: string },
  prefix: string,
  byUrl: ReadonlyMap<string, PlacedPage>,
  report: Report,
): { own: string; url: string } | undefined {
  const first = joinUrl(prefix, wanted)
  const other = byUrl.get(first.toLowerCase())
  if (other === undefined) return { own: wanted, url: first }
  const own = [byFile, publicAddress(wholeUrl(path))].find((one) => !byUrl.has(joinUrl(prefix, one).toLowerCase()))
  const url = own === undefined ? undefined : joinUrl(prefix, own)
  const result = url === undefined ? 'it is left out' : `it has the address ${url}`
  report(
    'duplicate-url',
    undefined,
    `The address ${first} of this page is that of "${other.parsed.file}" already, so ${result}; rename one of them.`,
  )
  return own === undefined || url === undefined ? undefined : { own, url }
}

/**
 * Sets the old addresses of each page. An address that is no path of the site, or is in use, is a problem and left out.
 */
export function placeAliases(placed: PlacedPage[], problems: Problem[]): Map<string, Page> {
  const taken = new Map<string, Page>(placed.map(({ page }) => [page.url.toLowerCase(), page]))
  const innerOf = new Map(placed.map(({ page, inner }) => [page, inner]))
  for (const { page, parsed, inner } of placed) {
    const { frontMatter } = page
    const old: string[] = []
    const relative = new Set([frontMatter.aliases].flat())
    for (const written of [frontMatter.redirect_from, frontMatter.redirectFrom, frontMatter.aliases].flat()) {
      if (typeof written !== 'string') continue
      // A relative alias is beside the page, as in Hugo.
      const isBeside = written.startsWith('.') || (relative.has(written) && !written.startsWith('/'))
      const folder = isBeside ? page.url.slice(0, page.url.lastIndexOf('/')) : '/'
      const address = siteAddress(written.replace(/[?#].*$/s, ''), folder === '' ? '/' : folder)
      const other = address === undefined ? undefined : pageAt(address, taken)
      // A translation repeats the addresses of its original, which keeps them.
      if (other === page || (other !== undefined && other.lang !== page.lang && innerOf.get(other) === inner)) continue
      const line = lineOf(parsed.source(), 'redirect_from|redirectFrom|aliases', written)
      const report = reportTo(problems, parsed.file)
      if (address === undefined)
        report('bad-address', line, `The old address "${written}" is no path of this site and is left out; correct it.`)
      else if (other !== undefined)
        report('duplicate-url', line, `The old address "${written}" leads to "${other.file}" already; remove it here.`)
      else {
        taken.set(address.toLowerCase(), page)
        old.push(address)
      }
    }
    if (old.length > 0) page.aliases = old
  }
  return taken
}

/**
 * Sets the old addresses that a configuration lists. Those that are other patterns than wildcards at the end, lead to other sites or to no page are one
 * problem.
 * @param taken addresses that are in use, in lower case (`placeAliases`). @param find the page of a target.
 */
export function placeRedirects(
  written: readonly Redirect[],
  taken: Map<string, Page>,
  find: (target: string) => Page | undefined,
  report: Report,
): void {
  const urls = [...new Set(Array.from(taken.values(), ({ url }) => url))]
  const placed = new Set<string>()
  const place = (redirect: Redirect): boolean => {
    const address = /[*:(]/.test(redirect.from) ? undefined : siteAddress(redirect.from.replace(/[?#].*$/s, ''))
    const page = find(redirect.to) ?? taken.get(redirect.to.replace(/[?#].*$/s, '').toLowerCase())
    const other = address === undefined ? undefined : pageAt(address, taken)
    if (other !== undefined && (other === page || other.url === address)) return true
    if (address === undefined || page === undefined) return false
    // The first of two redirects counts.
    if (placed.has(address.toLowerCase())) return true
    placed.add(address.toLowerCase())
    taken.set(address.toLowerCase(), page)
    page.aliases = [...(page.aliases ?? []), address]
    return true
  }
  // A redirect may lead to the old address of another one.
  const later = expandPatterns(written, urls).filter((redirect) => !place(redirect))
  const unused = later.filter((redirect) => !place(redirect))
  const [first] = unused
  if (first === undefined) return
  report(
    'bad-address',
    undefined,
    `${unused.length} of ${written.length} redirects are left out, since they are patterns or lead to no page of this site (the first: "${first.from}" to "${first.to}"); set up those that readers need on your host.`,
  )
}

/**
 * Adds the address of each page on the site of its generator (`/guide/install.html`, `/docs/intro`), where it differs: links from
 * other sites lead there. An address that is in use is left out.
 * @param taken as for `placeRedirects`.
 */
export function placePublished(placed: PlacedPage[], publication: Publication, taken: Map<string, Page>): void {
  for (const { page, root } of placed) {
    const path = publishedPath(page, root, publication)
    const address = path.length > 1 ? path.replace(/\/$/, '') : path
    if (pageAt(address, taken) !== undefined) continue
    taken.set(address.toLowerCase(), page)
    page.aliases = [...(page.aliases ?? []), address]
  }
}

/** The page of an address; hosts find that of a folder by the name of its file too. */
function pageAt(address: string, taken: ReadonlyMap<string, Page>): Page | undefined {
  const known = address.toLowerCase()
  return taken.get(known) ?? (known.endsWith('/index.html') ? taken.get(known.slice(0, -11) || '/') : undefined)
}

/** The line (1-based) of the front matter with the value; else the line of its key; else `undefined`. */
function lineOf(source: string, keys: string, value: string): number | undefined {
  const lines = source.split('\n')
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\+\+\+)\s*$/.test(line))
  const key = new RegExp(`^\\s*(?:${keys})\\s*[:=]`)
  const first = lines.findIndex((line) => key.test(line))
  if (first < 0 || first > end) return undefined
  const at = lines.findIndex((line, index) => index >= first && index < end && line.includes(value))
  return (at < 0 ? first : at) + 1
}
