/**
 * The search box of a site that another generator has built, as one module beside the index: `docent index --into` writes
 * `docent.js`, which calls `searchOf` with the facts of the index. All addresses follow from that of `docent.js`, so the folder
 * works below any base path. Dialog, client and worker are loaded at the first intent to search.
 */
import { docent as createBox, type DocentOptions, type DocentSearch } from '@docent/dialog/vanilla'
import type { DialogClient } from '@docent/dialog'
import { DOCS_SETTINGS, type SearchParams } from '@docent/engine'
import { wordForms } from '../../shared/language.ts'
import { FACETS } from '../search/site-search.ts'
import { createStaticClient } from '../search/static-search.ts'
import { isScriptOfPage, startInPage } from './start-in-page.ts'
import { followTheme } from './theme.ts'

/** The facts of an index that the box needs before its first query. */
export interface IndexFacts {
  /** Values of `lang` and of `version` in the records. */
  languages: readonly string[]
  versions: readonly string[]
  /** File names beside `docent.js`: the styles of the dialog and of the button, the search worker. */
  dialog: string
  button: string
  worker: string
}

/** The options of `docent()`. With `hosts`, `appId` and `apiKey` a server answers, otherwise the index beside `docent.js`. */
export type BoxOptions = Partial<DocentOptions> & {
  /** Values of `version`: hits of these come first. */
  version?: string | readonly string[] | undefined
  /** The index may change while a page is open, as in a dev server. */
  live?: boolean | undefined
}

/** The search of one folder: the exports of `docent.js`. */
export interface Docent {
  /** Adds a search box; without `container` only the dialog and its shortcuts. */
  docent(options?: BoxOptions): DocentSearch
  /** Adds the box to a page by its elements, as in a page with a script tag; again after the body of the page was replaced. */
  start(options?: BoxOptions): void
}

/** The name of the only index of a static site. */
const INDEX = 'docs'

/** The score of a hit in the language of the page, beside 1 for its version. */
const LANGUAGE_SCORE = 2

/**
 * The functions that add a search box to a page. A page with a script tag for `address` gets its box at once.
 * @param address URL of `docent.js`.
 */
export function searchOf(address: string, facts: IndexFacts): Docent {
  const style = (name: 'dialog' | 'button') => loadStyle(new URL(facts[name], address).href)
  const index = indexBeside(address, facts)

  function docent({ version = [], live, container, ...options }: BoxOptions = {}): DocentSearch {
    const isRemote = options.hosts !== undefined || options.apiKey !== undefined
    const language = options.language ?? document.documentElement.lang
    void style('dialog')
    if (container !== undefined) void style('button')
    followTheme()
    return createBox({
      facets: FACETS,
      searchParameters: {
        ...wordForms(language),
        ...(isRemote ? preferenceFor(language, [version].flat()) : scopeOf(facts, language, [version].flat())),
      },
      ...(!isRemote && { transformSearchClient: () => index.client }),
      appId: 'docent',
      apiKey: '',
      indexName: INDEX,
      ...options,
      onOpen() {
        if (live) index.renew()
        options.onOpen?.()
      },
      // Without a place only the dialog is shown.
      container: container ?? document.createElement('div'),
    })
  }
  const start = (options: BoxOptions = {}): void => startInPage(options, docent, () => style('button'))
  if (isScriptOfPage(address)) start()
  return { docent, start }
}

/** The client of the index, shared by all boxes of the page; `renew` makes it read the files again. */
function indexBeside(address: string, { worker }: IndexFacts): { client: DialogClient; renew: () => void } {
  const base = new URL('..', address).pathname.replace(/\/$/, '')
  const folder = new URL('.', address).pathname.slice(base.length)
  const files = { index: `${folder}index.bin`, delta: `${folder}delta.bin`, script: folder + worker }
  let current: DialogClient | undefined
  return {
    client: {
      search(requests, options) {
        current ??= createStaticClient({ ...files, settings: DOCS_SETTINGS }, base, undefined, {})
        return current.search(requests, options)
      },
    },
    renew: () => void (current = undefined),
  }
}

/** Filters for the page's language and version, of those that records have. None where all records have the same one. */
function scopeOf({ languages, versions }: IndexFacts, language: string, wanted: readonly string[]): SearchParams {
  const lang = languages.length > 1 ? sameLanguage(languages, language) : undefined
  const version = versions.length > 1 ? versions.filter((one) => wanted.includes(one)) : []
  const filters = [
    ...(lang === undefined ? [] : [`lang:${lang}`]),
    ...(version.length === 0 ? [] : [version.map((one) => `version:${one}`)]),
  ]
  return filters.length === 0 ? {} : { facetFilters: filters }
}

/** The same for a server: which values its records have is unknown, so hits of the page's language, and then of its version, come first. */
function preferenceFor(language: string, versions: readonly string[]): SearchParams {
  const optionalFilters = [
    ...(language === '' ? [] : [`lang:${language}<score=${LANGUAGE_SCORE}>`]),
    ...versions.map((one) => `version:${one}`),
  ]
  return optionalFilters.length === 0 ? {} : { optionalFilters }
}

/** The language of the records that a page's language means: the same tag, else the same primary subtag. */
function sameLanguage(languages: readonly string[], tag: string): string | undefined {
  const [wanted, primary] = [tag.toLowerCase(), tag.toLowerCase().split('-', 1)[0]]
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one.toLowerCase().split('-', 1)[0] === primary)
  )
}

/** The style sheets of the page, which a router may have removed. */
const styles = new Map<string, { link: HTMLLinkElement; arrival: Promise<unknown> }>()

/** Adds a style sheet to the page, unless it is there; resolves when it has loaded or failed. */
function loadStyle(href: string): Promise<unknown> {
  const known = styles.get(href)
  if (known?.link.isConnected) return known.arrival
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const arrival = new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve)
  })
  styles.set(href, { link, arrival })
  document.head.append(link)
  return arrival
}
