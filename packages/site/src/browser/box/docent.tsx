/**
 * The search box of a site that another generator has built, as one module beside the index: `docent index --into` writes
 * `docent.js`, which calls `searchOf` with the facts of the index. All addresses follow from that of `docent.js`, so the folder
 * works below any base path. Dialog, client and worker are loaded at the first intent to search.
 */
import { docent as createBox, type DocentOptions, type DocentSearch } from '@docent/dialog/vanilla'
import { DOCS_SETTINGS, type SearchParams } from '@docent/engine'
import { FACETS } from '../site-search.ts'
import { createStaticClient } from '../static-search.ts'
import { startInPage } from './start-in-page.ts'
import { followTheme } from './theme.ts'

/** The facts of an index that the box needs before its first query. */
export interface IndexFacts {
  /** Values of `lang` and of `version` in the records. */
  languages: readonly string[]
  versions: readonly string[]
  /** File names beside `docent.js`. */
  css: string
  worker: string
}

/** The options of `docent()`. With `hosts`, `appId` and `apiKey` a server answers, otherwise the index beside `docent.js`. */
export type BoxOptions = Partial<DocentOptions> & {
  /** Value of `version` by which hits are filtered first. */
  version?: string | undefined
}

/** The search box of one folder. */
export type Docent = (options?: BoxOptions) => DocentSearch

/** The name of the only index of a static site. */
const INDEX = 'docs'

/**
 * The function that adds a search box to a page. A page with a script tag for `address` gets its box at once.
 * @param address URL of `docent.js`.
 */
export function searchOf(address: string, facts: IndexFacts): Docent {
  const base = new URL('..', address).pathname.replace(/\/$/, '')
  const folder = new URL('.', address).pathname.slice(base.length)
  const connection = {
    index: `${folder}index.bin`,
    delta: `${folder}delta.bin`,
    script: folder + facts.worker,
    settings: DOCS_SETTINGS,
  }

  function docent({ version, container = document.createElement('div'), ...options }: BoxOptions = {}): DocentSearch {
    const scope = scopeOf(facts, options.language ?? document.documentElement.lang, version)
    const isRemote = options.hosts !== undefined || options.apiKey !== undefined
    void loadStyle(new URL(facts.css, address).href)
    followTheme()
    return createBox({
      facets: FACETS,
      searchParameters: scope,
      ...(!isRemote && { transformSearchClient: () => createStaticClient(connection, base, undefined, scope) }),
      appId: 'docent',
      apiKey: '',
      indexName: INDEX,
      ...options,
      container,
    })
  }
  startInPage(address, docent, () => loadStyle(new URL(facts.css, address).href))
  return docent
}

/** Filters for the page's language and version, of those that records have. None where all records have the same one. */
function scopeOf({ languages, versions }: IndexFacts, language: string, version: string | undefined): SearchParams {
  const lang = languages.length > 1 ? sameLanguage(languages, language) : undefined
  const filters = [
    ...(lang === undefined ? [] : [`lang:${lang}`]),
    ...(version !== undefined && versions.length > 1 && versions.includes(version) ? [`version:${version}`] : []),
  ]
  return filters.length === 0 ? {} : { facetFilters: filters }
}

/** The language of the records that a page's language means: the same tag, else the same primary subtag. */
function sameLanguage(languages: readonly string[], tag: string): string | undefined {
  const [wanted, primary] = [tag.toLowerCase(), tag.toLowerCase().split('-', 1)[0]]
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one.toLowerCase().split('-', 1)[0] === primary)
  )
}

const styles = new Map<string, Promise<unknown>>()

/** Adds a style sheet to the page once; resolves when it has loaded or failed. */
function loadStyle(href: string): Promise<unknown> {
  const known = styles.get(href)
  if (known) return known
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const arrival = new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve)
  })
  styles.set(href, arrival)
  document.head.append(link)
  return arrival
}
