/**
 * Pages from the records of an index alone: for records of a crawl or of other programs, and for readers who see only
 * some of the records. Each text then passes the same filters as a search.
 */
import type { Hit, SearchParams, SearchResponse } from '@docent/engine'
import type { Docs, PageText } from './docs.ts'
import { bodyOf, RECORD_ATTRIBUTES, textOf, titleOf, trailOf } from './hit.ts'
import { recordNavigations } from './record-navigations.ts'
import { equals } from './scope.ts'

/** Maximum number of sections of a page, and of pages of a navigation: the most hits that one search returns by default. */
const MAX_HITS = 1000

/** The docs of an index. `search` is that of `Docs`. */
export function recordDocs(
  search: (params: SearchParams) => Promise<SearchResponse>,
  { title, prefix }: Pick<Docs, 'title' | 'prefix'>,
): Docs {
  const list = async (params: SearchParams): Promise<SearchResponse> =>
    search({
      query: '',
      hitsPerPage: MAX_HITS,
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

  return { title, prefix, search, readPage, navigations: () => recordNavigations(list, title) }
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
