/** The links in the contents of pages; a page's links are replaced when it is read again. */
import type { DatabaseSync } from 'node:sqlite'
import type { ContentLink } from '../result/extracted-page.ts'

/** A link to an indexed page. */
export interface LinkTo {
  anchor: string
  text: string
  /** Address of the page that has the link. */
  source: string
  /** Language and version of that page. */
  scope: string
}

/** The table of links in contents. */
export interface ContentLinks {
  /** Replaces the links of a page. `scope`: its language and version. */
  put: (source: string, scope: string, links: readonly ContentLink[]) => void
  /** Finds the targets of all links, through redirects and copies. To be called when all pages have their verdict. */
  resolve: () => void
  /** The links of other indexed pages to a page, in an order that depends on them only. To be called after `resolve`. */
  to: (url: string) => LinkTo[]
}

/** Opens the table of links in contents. */
export function openContentLinks(database: DatabaseSync): ContentLinks {
  const clear = database.prepare('DELETE FROM content_link WHERE source = ?')
  const add = database.prepare('INSERT OR IGNORE INTO content_link VALUES (?, ?, ?, ?, ?)')
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS link_to (url TEXT, anchor TEXT, text TEXT, source TEXT, scope TEXT);
    CREATE INDEX IF NOT EXISTS temp.link_to_url ON link_to (url)`)
  const to = database.prepare(`
    SELECT DISTINCT anchor, text, source, scope FROM link_to WHERE url = ?1 AND source <> ?1 ORDER BY source, anchor, text`)
  return {
    put(source, scope, links) {
      clear.run(source)
      for (const { url, anchor, text } of links) add.run(source, url, anchor, text, scope)
    },
    resolve: () =>
      database.exec(`
        DELETE FROM link_to;
        INSERT INTO link_to
          SELECT CASE WHEN target.state = 'indexed' THEN target.url ELSE target.detail END,
            link.anchor, link.text, link.source, link.scope
          FROM content_link AS link
            JOIN address AS origin ON origin.url = link.source AND origin.state = 'indexed'
            JOIN address AS target ON target.url = link.url
          WHERE target.state = 'indexed' OR target.reason IN ('redirect', 'duplicate');
        DELETE FROM content_link WHERE source NOT IN (SELECT url FROM page)`),
    to: (url) => to.all(url) as unknown as LinkTo[],
  }
}
