/** One side of the comparison: its hits for a query as texts, and its ranks for queries with known answers. */

import type { Hit, SearchParams } from '@docent/engine'

import type { Ask } from '../ask/ask.ts'
import type { EvalQuery } from '../eval/queries.ts'
import { type Rank, rankOf } from '../eval/score.ts'
import { messageOf } from '../terminal/message-of.ts'

/** A search with a name. */
export interface Side {
  name: string
  ask: Ask
  /** The base path of its URLs, which is removed before they are compared. */
  base?: string | undefined
}

/** A part of a text; `marked` where it matches the query. */
export interface TextPart {
  text: string
  marked: boolean
}

/** A hit as the page shows it. */
export interface ShownHit {
  /** Absent for an address that is not http or https. */
  url?: string
  title: TextPart[]
  trail: string
  snippet: TextPart[]
}

/** Hits, or the sentence of a failure. */
export type SideAnswer = { hits: ShownHit[]; total: number } | { failure: string }

/** Hits of a query that are shown. */
const SHOWN = 10
/** Hits of a measured query: as `docent eval` requests. */
const MEASURED = 50

/** Marks around matches: characters for private use, which no text of documentation has. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']
const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const

/** The first hits of a query. Its failure is an answer too, so that the other side is shown. */
export async function answerOf(side: Side, query: string, siteUrl: string | undefined): Promise<SideAnswer> {
  const params: SearchParams = {
    query,
    hitsPerPage: SHOWN,
    attributesToRetrieve: ['hierarchy', 'content', 'url', 'type'],
    attributesToHighlight: ['hierarchy'],
    attributesToSnippet: ['content:24'],
    highlightPreTag: OPEN,
    highlightPostTag: CLOSE,
    snippetEllipsisText: '…',
  }
  try {
    const { hits, nbHits } = await side.ask(params)
    return { hits: hits.slice(0, SHOWN).map((hit) => shown(hit, siteUrl)), total: nbHits }
  } catch (error) {
    return { failure: messageOf(error) }
  }
}

/** The rank of the right page for each query, asked one after the other. */
export async function ranksOf({ ask, base }: Side, queries: readonly EvalQuery[]): Promise<Rank[]> {
  const ranks: Rank[] = []
  for (const query of queries) {
    const { hits } = await ask({
      query: query.query,
      hitsPerPage: MEASURED,
      attributesToRetrieve: ['url'],
      attributesToHighlight: [],
      attributesToSnippet: [],
    })
    const urls = hits.flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : []))
    ranks.push(rankOf(query, urls, base))
  }
  return ranks
}

function shown(hit: Hit, siteUrl: string | undefined): ShownHit {
  const levels = LEVELS.map(
    (level) => textAt(hit._highlightResult, ['hierarchy', level]) ?? textAt(hit, ['hierarchy', level]),
  )
  const present = levels.filter((level) => level !== undefined && level !== '') as string[]
  const title = present.pop() ?? (typeof hit['title'] === 'string' ? hit['title'] : hit.objectID)
  const snippet = textAt(hit._snippetResult, ['content']) ?? ''
  const url = addressOf(hit['url'], siteUrl)
  return {
    ...(url !== undefined && { url }),
    title: partsOf(title),
    trail: present.map(bare).join(' › '),
    snippet: partsOf(snippet),
  }
}

/** The text at a path of an answer, which may have any form; of a highlighted one its `value`. */
function textAt(value: unknown, path: readonly string[]): string | undefined {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  if (typeof at === 'object' && at !== null && 'value' in at) at = at.value
  return typeof at === 'string' ? at : undefined
}

function addressOf(url: unknown, siteUrl: string | undefined): string | undefined {
  if (typeof url !== 'string') return undefined
  const parsed = URL.parse(url, siteUrl)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

const bare = (text: string): string => text.replaceAll(OPEN, '').replaceAll(CLOSE, '')

function partsOf(text: string): TextPart[] {
  const [first = '', ...others] = text.split(OPEN)
  const parts = [{ text: bare(first), marked: false }]
  for (const other of others) {
    const [marked = '', ...rest] = other.split(CLOSE)
    parts.push({ text: marked, marked: true }, { text: rest.join(''), marked: false })
  }
  return parts.filter((part) => part.text !== '')
}
