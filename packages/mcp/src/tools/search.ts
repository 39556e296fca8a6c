/** The tool `search`: the sections that answer a query, within a number of tokens, or that these docs do not say. */
import type { Hit, SearchResponse } from '@docent/engine'
import { cleanLine, cleanText } from '../text/clean.ts'
import { lengthWithin, tokensOfJson } from '../text/tokens.ts'
import { firstPart } from '../text/cut.ts'
import { publicUrl, readAddress } from './address.ts'
import { ToolError, type Docs } from './docs.ts'
import { EVIDENCE_HITS, weighAnswer } from './evidence.ts'
import { bodyOf, RECORD_ATTRIBUTES, textOf, titleOf, trailOf } from './hit.ts'
import { BUDGET, NOTICE, type FoundSection, type NearPage, type SearchResult } from './results.ts'
import { equals, languagesOf, readScope, type ScopeArguments, versionOf, versionsOf } from './scope.ts'

/** Checked by `SEARCH_SCHEMA`. */
export interface SearchArguments extends ScopeArguments {
  query: string
  /** Title of a top-level section, or the URL of a page. */
  section?: string | undefined
  /** Maximum number of sections. */
  limit?: number | undefined
  /** Maximum number of tokens of the result. */
  tokens?: number | undefined
}

/** Default and most sections. */
export const LIMIT = { usual: 5, most: 20 } as const

/** Longest query, in UTF-16 units: as the search API. */
export const QUERY_LENGTH = 512

/** Sections of the docs that are named to narrow a search, and titles that are named where nothing is found. */
const MAX_NARROW = 8
const MAX_NEAREST = 5

/** Takes the place of the number of removed characters while the tokens of a result are counted: no text has as many. */
const WIDEST_COUNT = 1_000_000_000

/** Maximum number of tokens of a name: a title, a heading, a URL. */
const NAME_TOKENS = 60

/** Maximum number of tokens of the text of one of the nearest pages. */
const NEAREST_TEXT = 60

/** Least tokens of the text of a section that are worth showing. */
const LEAST_TEXT = 40

/** Runs the tool. Throws a `ToolError` for wrong arguments. */
export async function searchDocs(docs: Docs, wanted: SearchArguments): Promise<SearchResult> {
  const { query, limit = LIMIT.usual, tokens = BUDGET.usual } = wanted
  const { navigations, chosen, filters } = await readScope(docs, wanted)
  const answer = await docs.search({
    query,
    hitsPerPage: Math.max(limit, EVIDENCE_HITS),
    // Names in English are in docs of every language.
    ...(chosen.language !== undefined &&
      !/^en\b/i.test(chosen.language) && { queryLanguages: [chosen.language, 'en'] }),
    filters: [...filters, ...sectionFilter(docs, wanted.section)].join(' AND '),
    facets: ['hierarchy.lvl0'],
    getRankingInfo: true,
    attributesToRetrieve: RECORD_ATTRIBUTES,
    attributesToHighlight: [],
    attributesToSnippet: [],
  })
  const { isAnswered } = weighAnswer({ ...answer, query })
  const versions = versionsOf(navigations)
  const languages = languagesOf(navigations)
  const result: SearchResult = {
    notice: NOTICE,
    query: shorten(query),
    answered: isAnswered,
    ...(languages.length > 1 && { language: chosen.language }),
    ...(versions.length > 1 && { version: versionOf(chosen) }),
    total: isAnswered ? answer.nbHits : 0,
    sections: [],
  }
  if (!isAnswered) return withNearest(docs, result, answer, tokens)
  const narrow = {
    ...(wanted.section === undefined && answer.nbHits > limit && { sections: groupsOf(answer) }),
    ...(versions.length > 1 && { versions: versions.slice(0, MAX_NARROW) }),
    ...(languages.length > 1 && { languages: languages.slice(0, MAX_NARROW) }),
  }
  // Values for narrowing a search are worth less than its results: a small budget leaves them out.
  const withNarrow = { ...result, narrow }
  const isWorth = Object.keys(narrow).length > 0 && tokensOfJson(withNarrow) < tokens / 3
  return withSections(docs, isWorth ? withNarrow : result, answer.hits.slice(0, limit), tokens)
}

/** Filters of the argument `section`. */
function sectionFilter(docs: Docs, section: string | undefined): string[] {
  if (section === undefined || section.trim() === '') return []
  if (!section.startsWith('/') && !section.includes('://')) return [equals('hierarchy.lvl0', section)]
  return [equals('url_without_anchor', readAddress(docs, section).page)]
}

/** The top-level sections with the most hits. */
function groupsOf({ facets }: SearchResponse): { title: string; total: number }[] {
  return Object.entries(facets?.['hierarchy.lvl0'] ?? {})
    .slice(0, MAX_NARROW)
    .map(([title, total]) => ({ title: shorten(title), total }))
}

/** A name of at most `NAME_TOKENS` tokens, in one line. */
function shorten(name: string): string {
  const line = cleanLine(name)
  const length = lengthWithin(line, NAME_TOKENS)
  return length === line.length ? line : `${line.slice(0, length)}…`
}

/** A URL is useless if it is cut: a longer one is left out with its section. */
const fits = (url: string): boolean => lengthWithin(url, NAME_TOKENS * 4) === url.length

/** Adds the sections that the budget has room for: each has an even share of it, and the rest of those before. */
function withSections(docs: Docs, result: SearchResult, hits: readonly Hit[], tokens: number): SearchResult {
  let removed = 0
  let left = tokens - tokensOfJson({ ...result, removed: WIDEST_COUNT })
  const rest = [...hits]
  for (const hit of hits) {
    const share = Math.floor(left / rest.length)
    rest.shift()
    const url = publicUrl(docs, textOf(hit, 'url') ?? textOf(hit, 'url_without_anchor') ?? '')
    const head = {
      trail: trailOf(hit).map(shorten),
      url,
      ...(result.language === undefined && hasSeveral(hits, 'lang') && { language: textOf(hit, 'lang') }),
      ...(result.version === undefined && hasSeveral(hits, 'version') && { version: textOf(hit, 'version') }),
    }
    // One token for the comma after the section, and one for rounding.
    const room = share - tokensOfJson({ ...head, text: '', isCut: true }) - 2
    if (!fits(url) || room < LEAST_TEXT) continue
    const body = cleanText(bodyOf(hit))
    const length = firstPart(body.text, room)
    const section: FoundSection = {
      ...head,
      text: body.text.slice(0, length).trimEnd(),
      ...(length < body.text.length && { isCut: true as const }),
    }
    removed += body.removed
    result.sections.push(section)
    left -= tokensOfJson(section) + 2
  }
  if (hits.length > 0 && result.sections.length === 0)
    throw new ToolError(`The result has no room for a section: ask for more than ${tokens} tokens, or a smaller limit.`)
  return { ...result, ...(removed > 0 && { removed }) }
}

function hasSeveral(hits: readonly Hit[], name: string): boolean {
  return new Set(hits.map((hit) => hit[name])).size > 1
}

/**
 * The refusal, with the nearest pages. Each has the beginning of its nearest section: in small docs a third of the questions that
 * they answer, in other words, are refused, and an assistant sees by the text whether it fits.
 */
function withNearest(docs: Docs, result: SearchResult, answer: SearchResponse, tokens: number): SearchResult {
  const refused: SearchResult = {
    ...result,
    message:
      'These docs do not say: nothing in them matches the query well enough to be an answer. Try other words, or read one of the nearest pages if its title or text fits.',
    nearest: [],
  }
  const nearest = new Map<string, NearPage>()
  let removedInAll = 0
  for (const hit of answer.hits) {
    const page = textOf(hit, 'url_without_anchor')
    if (page === undefined || nearest.size === MAX_NEAREST || nearest.has(page)) continue
    const { text, removed } = cleanText(bodyOf(hit))
    const begun = text.slice(0, firstPart(text, NEAREST_TEXT)).trimEnd()
    const link = { title: shorten(titleOf(hit)), url: publicUrl(docs, page), ...(begun !== '' && { text: begun }) }
    const next = { ...refused, nearest: [...nearest.values(), link], removed: WIDEST_COUNT }
    if (!fits(link.url) || tokensOfJson(next) > tokens) continue
    nearest.set(page, link)
    removedInAll += removed
  }
  return { ...refused, nearest: [...nearest.values()], ...(removedInAll > 0 && { removed: removedInAll }) }
}
