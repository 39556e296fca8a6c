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
}

/** Entries of a sitemap. */
export interface SitemapContent {
  entries: SitemapEntry[]
  /** Entries whose text is no http address; the first 5. */
  malformed: string[]
}

/** Characters of an address in a sitemap; the format allows 2,048. */
const MAX_TEXT = 10_000

/**
 * Reads the text of a sitemap: XML, or one address in each line. @param url address of the sitemap, against which relative
 * addresses are resolved.
 */
export function readSitemap(text: string, url: string): SitemapContent {
  const content: SitemapContent = { entries: [], malformed: [] }
  const add = (kind: SitemapEntry['kind'], found: string): void => {
    const address = toAddress(found, url)
    if (address !== undefined) content.entries.push({ kind, url: address })
    else if (content.malformed.length < 5) content.malformed.push(found.slice(0, 100))
  }
  if (/^\s*</.test(text)) readXml(text, add)
  else for (const line of text.split('\n')) if (line.trim() !== '') add('page', line.trim())
  return content
}

function readXml(text: string, add: (kind: SitemapEntry['kind'], found: string) => void): void {
  let parent = ''
  let loc: string | undefined
  const parser = new Parser(
    {
      onopentag(name, { rel, hreflang, href }) {
        const local = localName(name)
        if (local === 'link' && rel === 'alternate' && hreflang !== undefined && href !== undefined)
          add('alternate', href)
        else if (local === 'loc') loc = ''
        else if (local === 'url' || local === 'sitemap') parent = local
      },
      ontext(data) {
        if (loc !== undefined && loc.length < MAX_TEXT) loc += data
      },
      onclosetag(name) {
        // `image:loc` and `video:...` are files of a page.
        if (localName(name) !== 'loc' || loc === undefined) return
        if (!/^(?:image|video|news):/.test(name)) add(parent === 'sitemap' ? 'sitemap' : 'page', loc.trim())
        loc = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
