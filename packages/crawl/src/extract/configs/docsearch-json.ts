/** Reads a configuration of the archived DocSearch scraper (JSON). */
import type { JsonValue } from '@docent/engine'
import { messageOf } from '@docent/ingest/message-of'
import { type Fields, fieldsOf, isTable } from './fields.ts'
import { settingsIn } from './index-settings.ts'
import { selectorOf, selectorsOf } from './level-selector.ts'
import { type LevelSelector, type PageRule, type SiteConfig, SiteConfigError, type UrlPattern } from './site-config.ts'

/** Signs at the ends of headings that the scraper removes by default: anchors, and the end of a sentence. */
const STRIP_CHARS = ' .,;:§¶'

/** Maximum number of start addresses, after those with variables are written out. */
const MAX_STARTS = 1000

/** Keys without an effect, with the reason. */
const UNUSED = {
  nb_hits: 'it is the result of a crawl, and each crawl counts its records',
  nb_hits_max: 'a crawl that would replace an index by far fewer or more records is held',
  js_wait: 'a rendered page is read as soon as its text no longer changes',
  strict_redirect: 'the target of a redirect is crawled only if its own address is to be crawled',
  conversation_id: 'it has no effect on records',
  comments: 'it has no effect on records',
}

/** A start address with the settings of its pages. */
interface Start {
  pattern: UrlPattern
  urls: string[]
  /** Whether the start pages themselves have records. */
  isScraped: boolean
  set: string
  rule: Pick<PageRule, 'tags' | 'pageRank' | 'attributes'>
}

/** Reads a configuration. @throws SiteConfigError for JSON that is no configuration of the scraper. */
export function readDocsearchJson(text: string, file: string): SiteConfig {
  const notes: string[] = []
  const top = fieldsOf(parsed(text, file), '', notes)
  const starts = top.list('start_urls').flatMap((one, index) => startOf(one, `start_urls[${index}]`, notes))
  const sitemaps = top.texts('sitemap_urls')
  if (starts.length === 0 && sitemaps.length === 0)
    throw new SiteConfigError(`${file} has neither "start_urls" nor "sitemap_urls"; add one of them.`)
  const selectors = top.table('selectors')
  if (selectors === undefined) throw new SiteConfigError(`${file} has no "selectors"; add them.`)
  const common = commonOf(top)
  const sets = setsOf(selectors, notes)
  const ruleOf = (pages: UrlPattern[], key: string, own: Start['rule']): PageRule => {
    const set = sets.get(key) ?? sets.get('default') ?? [...sets.values()][0]
    if (set === undefined) throw new SiteConfigError(`${file} has no selectors in "selectors"; add them.`)
    if (!sets.has(key) && key !== 'default')
      notes.push(`The selectors "${key}" of a start address do not exist; the default ones are used.`)
    return { ...common, ...set, ...own, pages }
  }
  const none = { tags: [], pageRank: 0, attributes: {} }
  const allowed = [...starts.map(({ pattern }) => pattern), ...patternsOf(top.texts('sitemap_urls_regexs'))]
  const config: SiteConfig = {
    kind: 'docsearch-scraper',
    ...optional('indexName', top.text('index_name')),
    starts: starts.flatMap(({ urls }) => urls),
    allowed,
    stops: patternsOf(top.texts('stop_urls')),
    sitemaps,
    sitemapAlternates: top.flag('sitemap_alternate_links'),
    wholeSitemaps: top.flag('force_sitemap_urls_crawling'),
    hosts: top.texts('allowed_domains'),
    ignoredParameters: top.flag('remove_get_params') ? 'all' : [],
    // The longest pattern is the most precise one: `/docs/api/` before `/docs/`.
    rules: [
      ...withoutRecords(starts, top.any('scrape_start_urls') !== false, common),
      ...starts
        .toSorted((a, b) => b.pattern.source.length - a.pattern.source.length)
        .map(({ pattern, set, rule }) => ruleOf([pattern], set, rule)),
      ruleOf([], 'default', none),
    ],
    ...settingsIn(top.table('custom_settings'), top.any('query_rules')),
    render: top.flag('js_render'),
    ignores: { robots: false, noindex: false, canonical: false },
    ...optional('userAgent', top.text('user_agent')),
    notes,
  }
  if (top.any('use_anchors') === true)
    notes.push('"use_anchors" is not used: each page is read once, with all of its anchors.')
  if (top.list('extra_records').length > 0)
    notes.push('"extra_records" is not used: add these records through the API.')
  top.unused(UNUSED)
  top.rest()
  return config
}

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    if (isTable(data)) return data
  } catch (error) {
    throw new SiteConfigError(`${file} is no JSON (${messageOf(error)}); correct it.`)
  }
  throw new SiteConfigError(`${file} is no JSON object; name the file of a configuration.`)
}

/** The settings of all rules. */
type CommonRule = Omit<PageRule, 'pages' | 'levels' | 'content' | 'selected' | keyof Start['rule']>

function commonOf(top: Fields): CommonRule {
  return {
    excluded: top.texts('selectors_exclude'),
    stripChars: top.text('strip_chars') ?? STRIP_CHARS,
    stopTexts: top.texts('stop_content'),
    minIndexedLevel: top.number('min_indexed_level') ?? 0,
    onlyContent: top.flag('only_content_level'),
  }
}

function patternsOf(sources: string[]): UrlPattern[] {
  return sources.map(patternOf)
}

/** A pattern as the scraper reads it: one that begins with a scheme matches http and https. */
function patternOf(source: string): UrlPattern {
  return { kind: 'regex', source: source.replace(/^\^?https?:/, '^https?:') }
}

function startOf(data: unknown, place: string, notes: string[]): Start[] {
  const fields = fieldsOf(isTable(data) ? data : { url: data }, place, notes)
  const url = fields.text('url')
  if (url === undefined || url === '') return []
  const tags = fields.texts('tags')
  const pageRank = fields.number('page_rank') ?? 0
  const attributes = (fields.table('extra_attributes') ?? {}) as Record<string, JsonValue>
  const urls = writtenOut(url, fields.table('variables') ?? {}, place, notes)
  const set = fields.text('selectors_key') ?? 'default'
  const isScraped = fields.any('scrape') !== false
  fields.rest()
  return [{ pattern: patternOf(url), urls, isScraped, set, rule: { tags, pageRank, attributes } }]
}

/** A rule without records for the start pages that are not to be scraped; none if there are none. */
function withoutRecords(starts: readonly Start[], areScraped: boolean, common: CommonRule): PageRule[] {
  const urls = starts.filter(({ isScraped }) => !(isScraped && areScraped)).flatMap((one) => one.urls)
  const pages = urls
    .map((url) => url.replace(/\/$/, ''))
    .flatMap((url): UrlPattern[] => [url, `${url}/`].map((source) => ({ kind: 'glob', source })))
  const nothing = { levels: {}, content: selectorsOf([]), selected: {}, tags: [], pageRank: 0, attributes: {} }
  return pages.length === 0 ? [] : [{ ...common, ...nothing, onlyContent: true, pages }]
}

/**
 * The addresses of a start with named groups, for all values of its variables: `…/(?P<lang>.*?)/`. Where a script finds the values on a
 * page, that page.
 */
function writtenOut(url: string, variables: Record<string, unknown>, place: string, notes: string[]): string[] {
  let urls = [url]
  const pages: string[] = []
  for (const [name, values] of Object.entries(variables)) {
    const list = Array.isArray(values) ? values.filter((one): one is string => typeof one === 'string') : []
    urls = urls.flatMap((one) => list.map((value) => withGroup(one, name, value))).slice(0, MAX_STARTS)
    if (list.length > 0) continue
    const page = isTable(values) ? values['url'] : undefined
    if (typeof page === 'string') pages.push(page)
    notes.push(
      typeof page === 'string'
        ? `The script of "${place}.variables.${name}" is not run: the crawl begins at its page and follows the links there.`
        : `"${place}.variables.${name}" is not used: it is no list of texts.`,
    )
  }
  if (pages.length > 0) return pages
  const plain = urls.map((one) => one.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\', ''))
  if (plain.some((one) => /[()[\]*+|]/.test(one))) {
    notes.push(`"${place}.url" is a pattern and no address to begin with: its pages are found by links and sitemaps.`)
    return plain.filter((one) => !/[()[\]*+|]/.test(one))
  }
  return plain
}

/** An address with a value in the place of a named group: `(?P<version>.*?)`. */
function withGroup(url: string, name: string, value: string): string {
  const start = url.indexOf(`(?P<${name}>`)
  const end = url.indexOf(')', start)
  return start < 0 || end < 0 ? url : url.slice(0, start) + value + url.slice(end + 1)
}

/** Named sets of selectors, or one without a name. */
function setsOf(
  selectors: Record<string, unknown>,
  notes: string[],
): Map<string, Pick<PageRule, 'levels' | 'content' | 'selected'>> {
  const isNamed = !('lvl0' in selectors || 'lvl1' in selectors || 'text' in selectors || 'content' in selectors)
  const sets = isNamed ? Object.entries(selectors) : [['default', selectors] as const]
  return new Map(
    sets.flatMap(([name, set]) => {
      const place = isNamed ? `selectors.${name}` : 'selectors'
      if (isTable(set)) return [[name, setOf(set, place, notes)] as const]
      notes.push(`"${place}" is not used: it is no table.`)
      return []
    }),
  )
}

function setOf(
  set: Record<string, unknown>,
  place: string,
  notes: string[],
): Pick<PageRule, 'levels' | 'content' | 'selected'> {
  const levels: PageRule['levels'] = {}
  const selected: Record<string, LevelSelector> = {}
  let content: LevelSelector | undefined
  for (const [key, value] of Object.entries(set)) {
    const selector = selectorOf(value, `${place}.${key}`, notes)
    const level = /^lvl([0-6])$/.exec(key)?.[1]
    if (selector === undefined) continue
    if (level !== undefined) levels[Number(level) as 0] = selector
    else if (key !== 'text' && key !== 'content') selected[key] = { ...selector, global: true }
    else if (selector.attribute === undefined) content = selector
    else notes.push(`"${place}.${key}" is not used: the values of attributes are no texts of sections; name elements.`)
  }
  return { levels, content: content ?? selectorsOf([]), selected }
}

/** An entry, if it has a value. */
function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>)
}
