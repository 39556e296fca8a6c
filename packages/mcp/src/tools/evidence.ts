/**
 * Whether the docs answer a query. An assistant takes any result for an answer, so weak matches are not given as one.
 *
 * The decision reads the engine's reasons for the ranks of the first ten hits, with the hit of rank r weighted 1/r:
 *
 *   score   the score of the ranking, without a part of the points of the page as a whole
 *   text    its points for the text: share of the query's words, weighted by rarity, in the sections
 *   title   share of the query's weight in the titles of the pages; a typo or a synonym counts less than the word
 *   form    points for words in the form that was typed
 *   topic   the word that the hits share and that the docs use most: a word of their subject
 *
 * The sum says whether the query is about the subject of the docs. A narrow query may be answered by one section of them: a
 * first hit whose heading is the query, or which has all words of the query in any form, is an answer too.
 *
 * Weights and threshold were fitted on queries that people wrote for three documentation corpora, against seven corpora
 * (`npm run proof -- unanswered` prints the shares that are refused). No weight depends on a corpus or on its size.
 */
import type { Hit, RankingInfo, SearchResponse, WordMatch } from '@docent/engine'

/** Number of hits that the decision reads. */
export const EVIDENCE_HITS = 10

/** The weights of the sum, and the sum from which docs answer a query. */
const EVIDENCE = {
  /** Of the natural logarithm of the mean score; the second number keeps it finite. */
  score: 1.25,
  leastScore: 0.1,
  /** The share of a whole page's points that is no part of the score: long pages repeat single words of foreign questions. */
  page: 0.25,
  /** Of the natural logarithm of the mean text points. */
  text: 1.5,
  leastText: 0.02,
  title: 3,
  form: 5.3,
  topic: 1,
  /** Records per thousand from which a word counts as topic. */
  perThousand: 1000,
  /** For a question: its function words lower its other points. */
  question: 3.3,
  threshold: 7.15,
  /** `flowschema`: points of the ranking from which the heading of the first hit is the query, letter for letter or with typos. */
  identity: 1,
  /** `add a synonym`: share of the weight of the query's words that a section with all of them has; below 1 for rounding. */
  whole: 0.99,
  /** Least number of words of such a query: one word alone is in most docs. */
  wholeWords: 2,
} as const

/** Worth of a match by its kind: 1 for the word as typed. */
const WORTH: ReadonlyMap<string, number> = new Map([
  ['exact', 1],
  ['decorated', 1],
  ['joined', 1],
  ['synonym', 0.9],
  ['split', 0.85],
  ['prefix', 0.8],
  ['inflection', 0.7],
  ['correction', 0.5],
  ['abbreviation', 0.4],
  ['typo', 0.2],
  ['related', 0.1],
])

/** The evidence that an answer holds for its query. */
export interface Evidence {
  /** Whether the docs answer the query. */
  isAnswered: boolean
  /** The sum; `undefined` where the index has a ranking of its own, which gives no reasons. */
  sum: number | undefined
}

/** Weighs an answer to a query with `getRankingInfo` and at least `EVIDENCE_HITS` hits, if there are as many. */
export function weighAnswer({ hits, query }: Pick<SearchResponse, 'hits' | 'query'>): Evidence {
  if (hits.length === 0) return { isAnswered: false, sum: undefined }
  // An empty query lists records; a model that finds a section near the query has its own threshold.
  const isFoundByModel = hits.some((hit) => infoOf(hit)?.semantic?.isAdded === true)
  if (query.trim() === '' || isFoundByModel) return { isAnswered: true, sum: undefined }
  const infos = hits.slice(0, EVIDENCE_HITS).flatMap((hit) => infoOf(hit) ?? [])
  if (infos.every(({ relevance }) => relevance === undefined)) return { isAnswered: true, sum: undefined }
  const sum = sumOf(infos)
  const isHeading = (infos[0]?.relevance?.['identity'] ?? 0) >= EVIDENCE.identity
  const isWhole = infos.slice(0, 1).some(hasWholeQuery)
  return { isAnswered: sum >= EVIDENCE.threshold || isHeading || isWhole, sum }
}

/** Whether a section has all words of the query that are no function words, some as plurals or other forms. */
function hasWholeQuery({ matches = [] }: RankingInfo): boolean {
  const words = matches.filter(({ frequency }) => frequency !== undefined)
  const weight = words.reduce((sum, match) => sum + match.weight, 0)
  const found = words.reduce((sum, match) => sum + match.weight * (match.how === 'inflection' ? 1 : worthOf(match)), 0)
  return words.length >= EVIDENCE.wholeWords && found >= EVIDENCE.whole * weight
}

const infoOf = (hit: Hit): RankingInfo | undefined => hit._rankingInfo

function sumOf(infos: readonly RankingInfo[]): number {
  const mean = (value: (info: RankingInfo) => number): number => {
    let sum = 0
    let weights = 0
    for (let at = 0; at < EVIDENCE_HITS; at++) {
      const info = infos[at]
      sum += info === undefined ? 0 : value(info) / (at + 1)
      weights += 1 / (at + 1)
    }
    return sum / weights
  }
  const points = (name: string) => (info: RankingInfo) => info.relevance?.[name] ?? 0
  const words = infos[0]?.matches ?? []
  const topics = words.map(
    ({ frequency = 0 }, at) =>
      mean(({ matches }) => worthOf(matches?.[at])) * Math.log(1 + EVIDENCE.perThousand * frequency),
  )
  const isQuestion = (infos[0]?.relevance?.['page'] ?? 0) > 0
  const score = mean(points('score')) - EVIDENCE.page * mean(points('page'))
  return (
    EVIDENCE.score * Math.log(EVIDENCE.leastScore + Math.max(0, score)) +
    EVIDENCE.text * Math.log(EVIDENCE.leastText + Math.max(0, mean(points('text')))) +
    EVIDENCE.title * mean(({ matches = [] }) => matches.reduce((sum, match) => sum + titleShare(match), 0)) +
    EVIDENCE.form * mean(points('form')) +
    EVIDENCE.topic * Math.max(0, ...topics) +
    (isQuestion ? EVIDENCE.question : 0)
  )
}

const worthOf = (match: WordMatch | undefined): number => (match === undefined ? 0 : (WORTH.get(match.how) ?? 0))

const titleShare = (match: WordMatch): number =>
  match.attributes.includes('hierarchy.lvl1') ? match.weight * worthOf(match) : 0
