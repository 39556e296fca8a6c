/** Navigations from the records of an index: pages by their group, for each language and version. */
import type { Hit, SearchParams, SearchResponse } from '@docent/engine'
import type { DocsNavigation, NavNode } from './docs.ts'
import { textOf, titleOf, trailOf } from './hit.ts'
import { equals } from './scope.ts'

/** Maximum number of languages and versions of an index whose navigations are read. */
const MAX_NAVIGATIONS = 20

/** Finds records by filters, without a query. */
export type ListRecords = (params: SearchParams) => Promise<SearchResponse>

/** One navigation for each language and version. */
export async function recordNavigations(list: ListRecords, title: string): Promise<DocsNavigation[]> {
  const { facets } = await list({ hitsPerPage: 0, facets: ['lang'] })
  const languages = Object.keys(facets?.['lang'] ?? {}).slice(0, MAX_NAVIGATIONS)
  const found = await Promise.all(
    (languages.length === 0 ? [undefined] : languages).map((language) => navigationsOf(list, title, language)),
  )
  return found.flat().slice(0, MAX_NAVIGATIONS)
}

/** One for each version of a language; records without a version are those of the current one. */
async function navigationsOf(
  list: ListRecords,
  title: string,
  language: string | undefined,
): Promise<DocsNavigation[]> {
  const filters = language === undefined ? '' : equals('lang', language)
  const { facets, nbHits } = await list({ hitsPerPage: 0, facets: ['version'], filters, distinct: false })
  const counts = facets?.['version'] ?? {}
  const versions: (string | undefined)[] = Object.keys(counts)
  if (Object.values(counts).reduce((sum, count) => sum + count, 0) < nbHits) versions.unshift(undefined)
  if (versions.length === 0) versions.push(undefined)
  return versions.map((version) => {
    const scope = { ...(language !== undefined && { language }), ...(version !== undefined && { version }) }
    return { ...scope, items: async () => groupsOf(await pagesOf(list, scope, versions), title) }
  })
}

/** The pages of a language and a version; without a version, those that have none of the `versions`. */
async function pagesOf(
  list: ListRecords,
  { language, version }: Pick<DocsNavigation, 'language' | 'version'>,
  versions: readonly (string | undefined)[],
): Promise<Hit[]> {
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
    attributesToRetrieve: ['hierarchy', 'url', 'url_without_anchor'],
  })
  return hits
}

/** Pages by the first heading of their trail; `title` is the group of those without one. */
function groupsOf(pages: readonly Hit[], title: string): NavNode[] {
  const groups = Map.groupBy(pages, (hit) => trailOf(hit)[0] ?? title)
  return Array.from(groups, ([group, own]) => ({
    title: group,
    children: own.map((hit) => ({
      title: titleOf(hit),
      url: textOf(hit, 'url_without_anchor') ?? textOf(hit, 'url') ?? '',
      children: [],
    })),
  }))
}
