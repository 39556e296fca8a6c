/** The last request of each page that a sitemap dates, by which a later crawl knows whether it must be requested again. */
import type { DatabaseSync } from 'node:sqlite'

/** The last request of a page. Times in ms. */
export interface Visit {
  requested: number
  /** The date that the sitemap had for the page then. It is compared, never read as a time. */
  lastmod: string
  /** Time of the first request at which it had this date. */
  since: number
  /**
   * For a page that was received with another text: whether its date was another one than at the request before (`proof`),
   * or the same though it was old enough to be believed (`doubt`). To be judged when the text is read.
   */
  evidence?: 'proof' | 'doubt'
}

/** The table of visits. */
export interface Visits {
  get: (url: string) => Visit | undefined
  put: (url: string, visit: Visit) => void
  remove: (url: string) => void
}

/** Opens the table of visits. */
export function openVisits(database: DatabaseSync): Visits {
  const get = database.prepare('SELECT requested, lastmod, since, evidence FROM visit WHERE url = ?')
  const put = database.prepare('INSERT OR REPLACE INTO visit VALUES (?, ?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM visit WHERE url = ?')
  return {
    get(url) {
      const row = get.get(url)
      if (row === undefined) return undefined
      const evidence = row['evidence'] as 'proof' | 'doubt' | null
      return {
        requested: Number(row['requested']),
        lastmod: String(row['lastmod']),
        since: Number(row['since']),
        ...(evidence !== null && { evidence }),
      }
    },
    put: (url, { requested, lastmod, since, evidence }) =>
      void put.run(url, requested, lastmod, since, evidence ?? null),
    remove: (url) => void remove.run(url),
  }
}
