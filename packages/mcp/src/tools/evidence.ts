/**
 * Whether the docs answer a query. An assistant takes any result for an answer, so weak matches are not given as one.
 *
 * The decision reads the engine's reasons for the ranks of the first ten hits. Function words of a question do not count.
 *
 *   coverage  share of the query's words that the page of the first hit has
 *   subject   the same, each word by how often the docs use it: a word that they use often is one of their subject
 *   topic     the most frequent word that the hits share
 *   score     the score of the first hit in the ranking, which knows headings, nearness and whole pages
 *   text      its points for the text: share of the query's words, weighted by rarity, in the section
 *
 * From the sum follow three outcomes: the query is answered; or its sections only touch it, and are given as weak; or it is not
 * answered. A first hit whose heading is the query is an answer, and one with all words of the query in any form is at
 * least weak, because one section may answer a narrow query.
 *
 * The weights were fitted on queries for eleven documentations of 170 to 7,000 sections, each against up to sixteen others.
 * The figures of `docs/guide/assistants.md` are of documentations that the fit had not seen. No weight depends on a
 * documentation or on its size: with one for the size, unseen documentations were judged worse.
 * `npm run proof -- unanswered` prints the shares.
 */
import type { Hit, RankingInfo, SearchResponse, WordMatch } from '@docent/engine'
import { textOf } from './hit.ts'

/** Number of hits that the decision reads. */
export const EVIDENCE_HITS = 10

/** The weights of the sum, and its thresholds. */
const EVIDENCE = {
  coverage: 2.8,
  subject: 0.5,
  /** Records per thousand: `ln(1 + 1000 f)` is 0.7 for a word in one of a thousand records, 4.6 for one in a tenth. */
  perThousand: 1000,
  topic: 3.4,
  /** Of the natural logarithm; the second number keeps it finite, as with `text`. */
  score: 0.8,
  leastScore: 0.2,
  text: 1.3,
  leastText: 0.05,
  /** Sum from which sections are given, as weak: 2 % of the queries about the docs are below. */
  weak: 1.6,
  /** Sum from which they are an answer: 91 % of the queries about other docs are below. */
  answered: 3.8,
  /** `flowschema`: points of the ranking from which the heading of the first hit is the query, letter for letter or with typos. */
  identity: 1,
  /** `add a synonym`: the share of the weight of the query's words that are all of them. */
  whole: 0.99,
  /** Least words of such a query: one word alone is in most docs. */
  wholeWords: 2,
} as const

/** Worth of a match by its kind: 1 for the word as typed. */
const WORTH: ReadonlyMap<string, number> = new Map([
  ['exact', 1],
  ['decorated', 1],
  ['joined', 1],
  ['inflection', 0.95],
  ['synonym', 0.9],
  ['split', 0.85],
  ['prefix', 0.8],
  ['correction', 0.5],
  ['abbreviation', 0.4],
  ['typo', 0.2],
  ['related', 0.1],
])

/** `weak`: the sections only touch the query. `unanswered`: these docs do not say. */
export type Outcome = 'answered' | 'weak' | 'unanswered'

/** The evidence that an answer holds for its query. */
export interface Evidence {
  outcome: Outcome
  /** The sum; `undefined` where the index has a ranking of its own, which gives no reasons. */
  sum: number | undefined
}

/** Weighs an answer to a query with `getRankingInfo` and at least `EVIDENCE_HITS` hits, if there are as many. */
export function weighAnswer({ hits, query }: Pick<SearchResponse, 'hits' | 'query'>): Evidence {
  const [first] = hits
  if (first === undefined) return { outcome: 'unanswered', sum: undefined }
  // An empty query lists records; a model that finds a section near the query has its own threshold.
  const isFoundByModel = hits.some((hit) => infoOf(hit)?.semantic?.isAdded === true)
  if (query.trim() === '' || isFoundByModel) return { outcome: 'answered', sum: undefined }
  const read = hits.slice(0, EVIDENCE_HITS)
  const info = infoOf(first)
  if (info?.relevance === undefined) return { outcome: 'answered', sum: undefined }
  const words = wordsOf(info)
  const sum = sumOf(info.relevance, words, read)
  if (sum >= EVIDENCE.answered || (info.relevance['identity'] ?? 0) >= EVIDENCE.identity)
    return { outcome: 'answered', sum }
  return { outcome: sum >= EVIDENCE.weak || isWhole(words) ? 'weak' : 'unanswered', sum }
}

const infoOf = (hit: Hit): RankingInfo | undefined => hit._rankingInfo

/** A word of the query: its place in the query, and its match in the first hit. */
interface Word extends WordMatch {
  at: number
}

/** The words of the query that are no function words; all, if there are no others. */
function wordsOf({ matches = [] }: RankingInfo): Word[] {
  const all = matches.map((match, at) => ({ ...match, at }))
  const own = all.filter(({ frequency }) => frequency !== undefined)
  return own.length > 0 ? own : all
}

/** Whether the first section has all words of the query, some as plurals or other forms. */
function isWhole(words: readonly Word[]): boolean {
  const weight = words.reduce((sum, match) => sum + match.weight, 0)
  const found = words.reduce((sum, match) => sum + match.weight * (match.how === 'inflection' ? 1 : worthOf(match)), 0)
  return words.length >= EVIDENCE.wholeWords && found >= EVIDENCE.whole * weight
}

function sumOf(points: Record<string, number>, words: readonly Word[], hits: readonly Hit[]): number {
  const page = samePage(hits)
  let coverage = 0
  let subject = 0
  let topic = 0
  for (const { at, frequency = 0 } of words) {
    const onPage = Math.max(...page.map((hit) => worthIn(hit, at)))
    coverage += onPage / words.length
    subject += (onPage * Math.log1p(EVIDENCE.perThousand * frequency)) / words.length
    topic = Math.max(topic, meanWorth(hits, at) * Math.sqrt(frequency))
  }
  return (
    EVIDENCE.coverage * coverage +
    EVIDENCE.subject * subject +
    EVIDENCE.topic * topic +
    EVIDENCE.score * Math.log(EVIDENCE.leastScore + Math.max(0, points['score'] ?? 0)) +
    EVIDENCE.text * Math.log(EVIDENCE.leastText + Math.max(0, points['text'] ?? 0))
  )
}

/** The first hit, and the others of its page. */
function samePage(hits: readonly Hit[]): Hit[] {
  const page = hits[0] && textOf(hits[0], 'url_without_anchor')
  return hits.filter((hit, at) => at === 0 || (page !== undefined && textOf(hit, 'url_without_anchor') === page))
}

/** Mean worth of the word in the hits, that of rank r weighted 1/r; a missing hit has worth 0. */
function meanWorth(hits: readonly Hit[], at: number): number {
  let sum = 0
  let weights = 0
  for (let rank = 1; rank <= EVIDENCE_HITS; rank++) {
    const hit = hits[rank - 1]
    sum += hit === undefined ? 0 : worthIn(hit, at) / rank
    weights += 1 / rank
  }
  return sum / weights
}

const worthIn = (hit: Hit, at: number): number => worthOf(infoOf(hit)?.matches?.[at])

const worthOf = (match: WordMatch | undefined): number => (match === undefined ? 0 : (WORTH.get(match.how) ?? 0))
