import type { IndexSettings } from '@docent/engine'

/** The search hosts and index of the dialog. Public, since every page contains it. */
export interface SearchConnection {
  /** Absolute URLs of search hosts; empty means the page's own origin and base. */
  hosts: string[]
  appId: string
  /** A key with the right to search only. */
  apiKey: string
  index: string
  /** On a static site: the engine runs in the reader's browser, and no host is used. */
  static?: StaticConnection
  /** Target of "report missing results"; `{query}` is replaced by the query, `{page}` by the page's address. Default: the site's own form. */
  missingResultsUrl?: string
  /** Whether matches are marked in the section that a hit opens. Default: true. */
  markMatches?: boolean
}

/** The files of a search without a server. Paths are without the base. */
export interface StaticConnection {
  /** The index file of the engine, or its head with a folder of parts beside it; optionally gzip. */
  index: string
  /** The delta, in the same form; an empty file when there are no changes. */
  delta: string
  settings: IndexSettings
  /** The worker's script. */
  script: string
}
