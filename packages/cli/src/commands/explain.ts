/**
 * `docent explain "<query>" [url] [folder]`: the reasons for the ranks of hits, and for a page that is not first or missing.
 * They come from the response (`getRankingInfo`), so it explains a folder, a running server and a host alike.
 */

import type { Hit, SearchParams } from '@docent/engine'
import { isFolder } from '@docent/ingest/below-root'

import { type Ask, type AskOptions, chooseIndex } from '../ask/ask.ts'
import { quoted, readBoxScope } from '../eval/box-scope.ts'
import { comparable, pageOf } from '../eval/url.ts'
import { adviceFor, criteriaOf } from '../explain/criteria.ts'
import { compareHits, explainHit, infoOf, missingWords, type Placed } from '../explain/report.ts'
import { print, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of `docent explain`. */
export interface ExplainOptions extends AskOptions {
  json?: boolean
  /** Number of explained hits, without a URL. */
  limit: number
}

/** Maximum number of hits of a response, among which the page is searched. */
const HITS = 1000

/**
 * The operands after the query, `[url] [folder]`. A folder may be alone, since the address of a page begins with `/` or
 * `https:`, or has an anchor.
 */
export function readOperands(second: string | undefined, folder: string): { url: string | undefined; folder: string } {
  if (second === undefined || /^\/|[:#?]/.test(second) || !isFolder(second)) return { url: second, folder }
  return { url: undefined, folder: second }
}

/** Prints the explanation; returns the exit code: 0, or 1 if nothing was found or the page is not first. */
export async function explainCommand(
  query: string,
  url: string | undefined,
  folder: string,
  options: ExplainOptions,
): Promise<number> {
  if (query.trim() === '') throw new UsageError('An empty query ranks nothing: give the words that a reader types.')
  const { ask, base } = await chooseIndex(folder, options)
  const scope = await (await readBoxScope(ask, base))(url === undefined ? [] : [url])
  const { hits, nbHits } = await ask({ ...explaining(query, url === undefined ? options.limit : HITS), ...scope })
  const [first] = hits
  if (url === undefined) {
    if (options.json) printJson({ query, nbHits, hits: hits.map((hit, at) => toJson({ hit, place: at + 1 })) })
    else if (first === undefined) print(`No hits for "${query}".`)
    else print(hits.map((hit, at) => explainHit({ hit, place: at + 1 })).join('\n\n'))
    return first === undefined ? 1 : 0
  }
  const at = hits.findIndex((hit) => isAt(hit, url, base))
  const hit = hits[at]
  if (hit === undefined || first === undefined) {
    const reason = await reasonForAbsence((params) => ask({ ...params, ...scope }), query, url, base)
    if (options.json) printJson({ query, url, place: 0, reason, first: first && toJson({ hit: first, place: 1 }) })
    else print(reason)
    return 1
  }
  const place = at + 1
  if (options.json) {
    const advice = adviceFor(infoOf(hit), infoOf(first))
    printJson({ query, url, ...toJson({ hit, place }), advice, first: toJson({ hit: first, place: 1 }) })
  } else if (place === 1) print(explainHit({ hit, place }))
  else print(compareHits({ hit, place }, { hit: first, place: 1 }))
  return place === 1 ? 0 : 1
}

function explaining(query: string, hitsPerPage: number): SearchParams {
  return {
    query,
    hitsPerPage,
    getRankingInfo: true,
    // One hit for each section.
    distinct: false,
    attributesToRetrieve: ['url', 'hierarchy'],
    attributesToHighlight: [],
    attributesToSnippet: [],
  }
}

/** Whether a hit is the section of the URL or, without an anchor, a section of that page. */
function isAt(hit: Hit, url: string, base: string | undefined): boolean {
  const found = String(hit['url'])
  return comparable(url.includes('#') ? found : pageOf(found), base) === comparable(url, base)
}

/** The reason why a page is not among the hits: it is not in the index, it lacks words, or something excludes it. */
async function reasonForAbsence(ask: Ask, query: string, url: string, base: string | undefined): Promise<string> {
  const path = comparable(url, base)
  const filters = `url_without_anchor:${quoted(path)} OR url:${quoted(path)}`
  const { nbHits } = await ask({ ...explaining('', 1), filters })
  if (nbHits === 0)
    return `No section with the address ${visible(path)} is in the index: check the address, and the problems that "docent doctor" lists.`
  const words = query.split(/\s+/).filter((word) => word !== '')
  const params = explaining(query, 1)
  const [best] = (await ask({ ...params, filters, optionalWords: words, removeWordsIfNoResults: 'allOptional' })).hits
  if (best === undefined)
    return `${visible(path)} has none of the words of "${query}". Use the words that readers type, or make them synonyms.`
  const missing = missingWords(best)
  if (missing.length === 0)
    return `${visible(path)} has the words of "${query}", but other sections match them better than it does, or a phrase, an excluded word or a rule excludes it.`
  const list = missing.map((word) => `"${visible(word)}"`).join(', ')
  return `No section of ${visible(path)} has ${list}. Use ${missing.length === 1 ? 'the word' : 'the words'} in it, or make ${missing.length === 1 ? 'it a synonym' : 'them synonyms'} of words that it has. Nearest: ${visible(String(best['url']))}`
}

function toJson({ hit, place }: Placed): object {
  const info = infoOf(hit)
  return {
    url: hit['url'],
    place,
    hierarchy: hit['hierarchy'],
    matches: info.matches ?? [],
    criteria: criteriaOf(info),
    ...(info.relevance !== undefined && { score: info.relevance['score'] }),
    ...(info.semantic !== undefined && { semantic: info.semantic }),
  }
}

function printJson(value: object): void {
  print(JSON.stringify(value, null, 2))
}
