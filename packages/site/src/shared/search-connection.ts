import type { IndexSettings } from '@docent/engine'

/** The search hosts and index of the dialog. Public: part of every page. */
export interface SearchConnection {
  /** Absolute URLs of search hosts; empty means the page's own origin and base. */
  hosts: string[]
  appId: string
  /** A key that may search only. */
  apiKey: string
  index: string
  /** On a site of files: the engine runs in the reader's browser, and no host is asked. */
  static?: StaticConnection
  /** Where "report missing results" leads; `{query}` is replaced by the query, `{page}` by the page's address. Absent: the site's own form. */
  missingResultsUrl?: string
  /** Whether what matched is marked in the section that a hit led to. Default: true. */
  markMatches?: boolean
}

/** What a search without a server needs. Paths are without the base. */
export interface StaticConnection {
  /** The index file, as the engine built it, or its head with a folder of parts beside it; it may be packed with gzip. */
  index: string
  /** The same of what has changed since; an empty one where nothing has. */
  delta: string
  settings: IndexSettings
  /** The worker's script. */
  script: string
}
