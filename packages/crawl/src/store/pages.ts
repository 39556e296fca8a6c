/** The last good answer of each address, kept between crawls: body, validators, facts of the head, links. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { TwinSource } from '../result/verdict.ts'
import { pack, unpack } from './database.ts'

/** Facts of a page that decide its verdict without parsing it again. */
export interface PageFacts {
  canonical?: string
  noindex: boolean
  nofollow: boolean
  /** Target of a quick refresh. */
  refresh?: string
  /** The `X-Robots-Tag` headers of the answer. */
  header: string
  /** Product version that read the facts and links; another one reads them again from the stored body. */
  version: string
  /** Has no text without JavaScript: the stored body is the rendered page. */
  needsBrowser: boolean
  /** Its title says that the page is missing; the host is asked whether it is. */
  saysMissing?: true
  /** Scripts that name the pages of its menu. */
  menus?: string[]
  /** Hash of the text of the Markdown twin. */
  twin?: string
  twinSource?: TwinSource
  /** Half a sentence: the parts of the file of data that the page was made from without, because of ceilings. */
  leftOut?: string
}

/** A link to a page of the site. */
export interface StoredLink {
  url: string
  text: string
}

/** A page's stored answer, without its body. */
export interface StoredPage {
  url: string
  /** Hash of the decoded text. */
  body: string
  etag?: string
  modified?: string
  /** Time (ms) at which the server sent it. */
  received: number
  facts: PageFacts
  reading?: StoredReading
}

/** The result of an extraction, which an unchanged page has again. */
export interface StoredReading {
  /** Of everything that the result depends on. */
  key: string
  title: string
  layout: string
  /** The text is that of the Markdown twin. */
  usesTwin: boolean
  /** Key of the links that gave the records their `linked_as`; empty for none. */
  linked: string
  /** Hash of the records; empty for a page without records. */
  records: string
  /** Hash of the records as the page alone gives them, without `linked_as`; the same as `records` where they have none. */
  own: string
}

/** The table of pages. */
export interface Pages {
  get: (url: string) => StoredPage | undefined
  /** `crawl`: number of the crawl that received it. */
  put: (page: StoredPage, content: { text?: string; links: readonly StoredLink[] }, crawl: number) => void
  /** Marks an unchanged page as received by this crawl. */
  touch: (url: string, crawl: number) => void
  links: (url: string) => StoredLink[]
  body: (hash: string) => string
  /** Hashes of the bodies that several addresses have or had. */
  sharedBodies: () => Set<string>
  putBody: (text: string) => void
  /** Keeps the result of a page's extraction. */
  putReading: (url: string, reading: StoredReading) => void
  /** Removes answers that the last two crawls did not receive and that have no records, and bodies without an answer. */
  prune: (crawl: number) => void
}

/** The key of a body. */
export const bodyHash = (text: string): string => hash('sha256', text, 'base64url')

/** Opens the table of pages. */
export function openPages(database: DatabaseSync): Pages {
  const get = database.prepare('SELECT body, etag, modified, received, facts, reading FROM page WHERE url = ?')
  const put = database.prepare(`
    INSERT INTO page (url, body, etag, modified, facts, links, read, received) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET body = excluded.body, etag = excluded.etag, modified = excluded.modified,
      facts = excluded.facts, links = excluded.links, read = excluded.read, received = excluded.received`)
  const putBody = database.prepare('INSERT OR IGNORE INTO body (hash, bytes) VALUES (?, ?)')
  const hasBody = database.prepare('SELECT 1 FROM body WHERE hash = ?')
  const body = database.prepare('SELECT bytes FROM body WHERE hash = ?')
  const touch = database.prepare('UPDATE page SET read = ? WHERE url = ?')
  const links = database.prepare('SELECT links FROM page WHERE url = ?')
  const keepBody = (key: string, text: string): void => {
    if (hasBody.get(key) === undefined) putBody.run(key, pack(text))
  }
  const putReading = database.prepare('UPDATE page SET reading = ? WHERE url = ?')
  return {
    get(url) {
      const row = get.get(url)
      return (
        row && {
          url,
          body: String(row['body']),
          ...(row['etag'] !== null && { etag: String(row['etag']) }),
          ...(row['modified'] !== null && { modified: String(row['modified']) }),
          received: Number(row['received']),
          facts: JSON.parse(String(row['facts'])) as PageFacts,
          ...(row['reading'] !== null && { reading: JSON.parse(String(row['reading'])) as StoredReading }),
        }
      )
    },
    put({ url, body, etag, modified, received, facts }, content, crawl) {
      if (content.text !== undefined) keepBody(body, content.text)
      const packed = pack(JSON.stringify(content.links.map((link) => [link.url, link.text])))
      put.run(url, body, etag ?? null, modified ?? null, JSON.stringify(facts), packed, crawl, received)
    },
    touch: (url, crawl) => void touch.run(crawl, url),
    links(url) {
      const row = links.get(url)
      const pairs = row === undefined ? [] : (JSON.parse(unpack(row['links'])) as [string, string][])
      return pairs.map(([to, text]) => ({ url: to, text }))
    },
    body(key) {
      const row = body.get(key)
      if (row === undefined)
        throw new Error(`The store of the crawl has no body ${key}; delete the file and crawl again.`)
      return unpack(row['bytes'])
    },
    sharedBodies: () =>
      new Set(
        database
          .prepare('SELECT body FROM page GROUP BY body HAVING count(*) > 1')
          .all()
          .map((row) => String(row['body'])),
      ),
    putBody: (text) => keepBody(bodyHash(text), text),
    putReading: (url, reading) => void putReading.run(JSON.stringify(reading), url),
    prune(crawl) {
      database.prepare('DELETE FROM page WHERE read < ? AND url NOT IN (SELECT url FROM set_page)').run(crawl - 1)
      database.exec(`
        DELETE FROM body WHERE hash NOT IN (SELECT body FROM page)
          AND hash NOT IN (SELECT facts ->> '$.twin' FROM page WHERE facts ->> '$.twin' IS NOT NULL)`)
    },
  }
}
