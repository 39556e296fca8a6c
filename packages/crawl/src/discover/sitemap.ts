/**
 * Sitemaps and sitemap index files, read piece by piece. Real sitemaps have unescaped `&`, undeclared prefixes, relative
 * addresses and missing ends; each address before and after such a fault is still found, because every address of a
 * sitemap gets a verdict.
 */
import { Parser } from 'htmlparser2'
import { toAddress } from '../result/address.ts'

/** A page, a translation of one (`xhtml:link`), or another sitemap in an index file. Absolute, normalised. */
export interface SitemapEntry {
  kind: 'page' | 'alternate' | 'sitemap'
  url: string
  /** The date of a page's last change, as the sitemap writes it. */
  lastmod?: string
}

/** Entries of a sitemap. */
export interface SitemapContent {
  entries: SitemapEntry[]
  /** Entries whose text is no http address; the first 5. */
  malformed: string[]
}

/** Characters of an address in a sitemap; the format allows 2,048. */
const MAX_TEXT = 10_000

/** Characters of a date; the format has at most 35. */
const MAX_DATE = 64

/**
 * Reads the text of a sitemap: XML, or one address in each line. @param url address of the sitemap, against which relative
 * addresses are resolved.
 */
export function readSitemap(text: string, url: string): SitemapContent {
  const content: SitemapContent = { entries: [], malformed: [] }
  const add: AddEntry = (kind, found) => {
    const address = toAddress(found, url)
    if (address === undefined) {
      if (content.malformed.length < 5) content.malformed.push(found.slice(0, 100))
      return undefined
    }
    const entry: SitemapEntry = { kind, url: address }
    content.entries.push(entry)
    return entry
  }
  if (/^\s*</.test(text)) readXml(text, add)
  else for (const line of text.split('\n')) if (line.trim() !== '') add('page', line.trim())
  return content
}

type AddEntry = (kind: SitemapEntry['kind'], found: string) => SitemapEntry | undefined

function readXml(text: string, add: AddEntry): void {
  let parent = ''
  let inner: string | undefined
  let entry: SitemapEntry | undefined
  let lastmod = ''
  const date = (): void => {
    if (entry?.kind === 'page' && lastmod !== '' && lastmod.length <= MAX_DATE) entry.lastmod = lastmod
  }
  const parser = new Parser(
    {
      onopentag(name, { rel, hreflang, href }) {
        const local = localName(name)
        if (local === 'link' && rel === 'alternate' && hreflang !== undefined && href !== undefined)
          add('alternate', href)
        else if (local === 'loc' || name === 'lastmod') inner = ''
        else if (local === 'url' || local === 'sitemap') {
          parent = local
          entry = undefined
          lastmod = ''
        }
      },
      ontext(data) {
        if (inner !== undefined && inner.length < MAX_TEXT) inner += data
      },
      onclosetag(name) {
        if (inner === undefined || (localName(name) !== 'loc' && name !== 'lastmod')) return
        if (name === 'lastmod') lastmod = inner.trim()
        // `image:loc` and `video:...` are files of a page.
        else if (!/^(?:image|video|news):/.test(name))
          entry = add(parent === 'sitemap' ? 'sitemap' : 'page', inner.trim())
        inner = undefined
        date()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
