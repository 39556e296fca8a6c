/**
 * Pages and navigation from the records of an index alone: for records of a crawl or of other programs, and for readers
 * who see only some of the records. Each text then passes the same filters as a search.
 */
import type { Hit, SearchParams, SearchResponse } from '@docent/engine'
import type { Docs, DocsNavigation, NavNode, PageText } from './docs.ts'
import { bodyOf, RECORD_ATTRIBUTES, textOf, titleOf, trailOf } from './hit.ts'
import { equals } from './scope.ts'

/** Most sections of a page, and pages of a navigation: the most hits that one search returns by default. */
const MOST_HITS = 1000

/** Most languages and versions of an index whose navigations are read. */
const MOST_NAVIGATIONS = 20

/** The docs of an index. `search` is that of `Docs`. */
export function recordDocs(
  search: (params: SearchParams) => Promise<SearchResponse>,
  { title, prefix }: Pick<Docs, 'title' | 'prefix'>,
): Docs {
  const list = async (params: SearchParams): Promise<SearchResponse> =>
    search({
      query: '',
      hitsPerPage: MOST_HITS,
      attributesToRetrieve: RECORD_ATTRIBUTES,
      attributesToHighlight: [],
      attributesToSnippet: [],
      ...params,
    })

  async function readPage(url: string): Promise<PageText | undefined> {
    const { hits } = await list({
      filters: equals('url_without_anchor', url),
      distinct: false,
      attributesToRetrieve: [...RECORD_ATTRIBUTES, 'anchor'],
    })
    const sections = hits.toSorted((a, b) => placeOf(a) - placeOf(b))
    const [first] = sections
    if (first === undefined) return undefined
    return {
      url,
      title: titleOf(first),
      markdown: sections.map(sectionText).join('\n\n'),
      headings: sections.flatMap((hit) => {
        const id = textOf(hit, 'anchor')
        return id === undefined ? [] : [{ id, text: trailOf(hit).at(-1) ?? '', level: levelOf(hit) }]
      }),
    }
  }

  async function navigations(): Promise<DocsNavigation[]> {
    const { facets, nbHits } = await list({ hitsPerPage: 0, facets: ['lang', 'version'] })
    const languages = Object.keys(facets?.['lang'] ?? {})
    const versions: (string | undefined)[] = Object.keys(facets?.['version'] ?? {})
    const counted = Object.values(facets?.['version'] ?? {}).reduce((sum, count) => sum + count, 0)
    // Records without a version are those of the current one.
    if (counted < nbHits) versions.unshift(undefined)
    const pairs = (languages.length === 0 ? [undefined] : languages).flatMap((language) =>
      versions.map((version) => ({
        ...(language !== undefined && { language }),
        ...(version !== undefined && { version }),
      })),
    )
    const read = pairs
      .slice(0, MOST_NAVIGATIONS)
      .map(async (pair) => ({ ...pair, items: await groups(pair, versions) }))
    const found = (await Promise.all(read)).filter(({ items }) => items.length > 0)
    return found.length > 0 ? found : [{ items: [] }]
  }

  /** The pages of a language and version by their group. */
  async function groups(
    { language, version }: Pick<DocsNavigation, 'language' | 'version'>,
    versions: readonly (string | undefined)[],
  ): Promise<NavNode[]> {
    const filters = [
      equals('type', 'lvl1'),
      ...(language === undefined ? [] : [equals('lang', language)]),
      ...(version === undefined
        ? versions.flatMap((other) => (other === undefined ? [] : [`NOT ${equals('version', other)}`]))
        : [equals('version', version)]),
    ]
    const { hits } = await list({
      filters: filters.join(' AND '),
      attributeForDistinct: 'url_without_anchor',
      distinct: true,
    })
    const pages = Map.groupBy(hits, (hit) => trailOf(hit)[0] ?? title)
    return Array.from(pages, ([group, own]) => ({
      title: group,
      children: own.map((hit) => ({
        title: titleOf(hit),
        url: textOf(hit, 'url_without_anchor') ?? textOf(hit, 'url') ?? '',
        children: [],
      })),
    }))
  }

  return { title, prefix, search, readPage, navigations }
}

/** Place of a section in its page. */
function placeOf(hit: Hit): number {
  const weight = hit['weight']
  const position = typeof weight === 'object' && weight !== null ? (weight as Record<string, unknown>)['position'] : 0
  return typeof position === 'number' ? position : 0
}

function levelOf(hit: Hit): number {
  return Number(/^lvl([1-6])$/.exec(textOf(hit, 'type') ?? '')?.[1] ?? 1)
}

/** The heading and the text of a section as Markdown. */
function sectionText(hit: Hit): string {
  const heading = trailOf(hit).at(-1) ?? ''
  return `${'#'.repeat(levelOf(hit))} ${heading}\n\n${bodyOf(hit)}`.trimEnd()
}
