/** An explanation as text for the terminal. */

import { type Hit, RANK_OFFSET, type RankingInfo, type WordMatch } from '@docent/engine'

import { alignColumns } from '../terminal/align-columns.ts'
import { adviceFor, type Criterion, criteriaOf } from './criteria.ts'
import { visible } from '../terminal/terminal.ts'

/** A section with its rank among all hits, 1-based. */
export interface Placed {
  hit: Hit
  place: number
}

/** Descriptions of the kinds of matches. */
const HOW: Readonly<Record<string, (match: WordMatch) => string>> = {
  exact: () => 'as typed',
  decorated: () => 'as typed, with its symbols',
  joined: ({ term }) => `as part of "${term}"`,
  prefix: ({ term }) => `as the beginning of "${term}"`,
  inflection: ({ term }) => `as a form of it, "${term}"`,
  abbreviation: ({ term }) => `short for "${term}"`,
  synonym: ({ term }) => `as its synonym "${term}"`,
  correction: ({ term }) => `as "${term}", which corrects it`,
  related: ({ term }) => `as "${term}", which docs use for it or which begins like it`,
  split: ({ term }) => `as two words, "${term}"`,
  typo: ({ term, typos }) => `as "${term}", ${typos} ${typos === 1 ? 'typo' : 'typos'} away`,
}

/** Names of documentation's attributes for writers. */
const PLACES: Readonly<Record<string, string>> = {
  'hierarchy.lvl0': 'group',
  'hierarchy.lvl1': 'title',
  content: 'text',
  code: 'code',
  linked_as: 'links to it',
}

/** The reasons for the rank of one hit. */
export function explainHit({ hit, place }: Placed): string {
  const info = infoOf(hit)
  const isPoints = info.relevance !== undefined
  const points = criteriaOf(info).filter(({ value }) => value !== 0)
  return [
    `${place}. ${trailOf(hit)}  ${visible(String(hit['url']))}`,
    ...wordLines(info),
    ...modelLines(info),
    ...alignColumns(points.map(({ says, value }) => [`   ${says}`, figure(value, isPoints)])).split('\n'),
    ...(info.relevance === undefined ? [] : [`   total ${figure(info.relevance['score'] ?? 0, true)}`]),
  ].join('\n')
}

/** Compares a section with the first one: criterion by criterion, then advice. */
export function compareHits(page: Placed, first: Placed): string {
  const [here, there] = [infoOf(page.hit), infoOf(first.hit)]
  const isPoints = here.relevance !== undefined
  const before = new Map(criteriaOf(there).map((criterion) => [criterion.name, criterion]))
  const rows = criteriaOf(here)
    .map((criterion) => [criterion, before.get(criterion.name)?.value ?? 0] as const)
    .filter(([{ value }, other]) => value !== 0 || other !== 0)
    .map(([{ says, value }, other]: readonly [Criterion, number]) => [
      says,
      figure(other, isPoints),
      figure(value, isPoints),
    ])
  if (here.relevance !== undefined && there.relevance !== undefined)
    rows.push(['total', figure(there.relevance['score'] ?? 0, true), figure(here.relevance['score'] ?? 0, true)])
  const advice = adviceFor(here, there)
  return [
    `First: ${trailOf(first.hit)}  ${visible(String(first.hit['url']))}`,
    ...wordLines(there),
    ...modelLines(there),
    `${ordinal(page.place)}: ${trailOf(page.hit)}  ${visible(String(page.hit['url']))}`,
    ...wordLines(here),
    ...modelLines(here),
    '',
    alignColumns([['', 'first', 'this'], ...rows]),
    '',
    ...(advice.length === 0
      ? ['No criterion distinguishes the two; the order of the pages decides.']
      : advice.map((line) => `- ${line}`)),
  ].join('\n')
}

/** The words of the query that a section lacks. */
export function missingWords(hit: Hit): string[] {
  return (infoOf(hit).matches ?? []).filter(({ how }) => how === 'none').map(({ word }) => word)
}

function wordLines(info: RankingInfo): string[] {
  return (info.matches ?? []).map((match) => visible(`   "${match.word}" ${wordLine(match)}`))
}

/** The place of a hit by words and by the operator's model, with the sum that decides (the engine's `fuse-nearest.ts`). */
function modelLines({ semantic }: RankingInfo): string[] {
  if (semantic === undefined) return []
  const { similarity = 0, place, rank, isKept, isAdded } = semantic
  const places = [
    ...(rank === undefined ? [] : [`${ordinal(rank)} by words`]),
    ...(place === undefined ? [] : [`${ordinal(place)} by the model (similarity ${figure(similarity, true)})`]),
  ].join(', ')
  if (isKept) return [`   kept before fused hits, by its heading or identifiers: ${places}`]
  const parts = [rank, place].flatMap((at) => at ?? []).map((at) => RANK_OFFSET + at)
  const sum = parts.reduce((total, part) => total + 1 / part, 0)
  const how = isAdded ? 'added without a match by words' : 'fused'
  return [`   ${how}: ${places}: ${parts.map((part) => `1/${part}`).join(' + ')} = ${sum.toFixed(4)}`]
}

function wordLine(match: WordMatch): string {
  if (match.how === 'none') return 'is missing'
  const how = HOW[match.how]?.(match) ?? match.how
  return `${how}, in ${match.attributes.map((path) => PLACES[path] ?? path.replace(/^hierarchy\.lvl\d$/, 'heading')).join(', ')}`
}

/** The result of `getRankingInfo`. A host that does not return it cannot be explained. */
export function infoOf(hit: Hit): RankingInfo {
  if (hit._rankingInfo === undefined)
    throw new Error(
      'The host does not explain its ranking, since its answers have no _rankingInfo: ask a server of Docent, or the hosted provider.',
    )
  return hit._rankingInfo
}

/** `Page › Heading › Heading`. */
function trailOf(hit: Hit): string {
  const hierarchy = (hit['hierarchy'] ?? {}) as Record<string, unknown>
  const headings = ['lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'].map((level) => hierarchy[level])
  return visible(headings.filter((heading) => typeof heading === 'string' && heading !== '').join(' › '))
}

/** `2nd`. */
function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14
  return `${place}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`
}

/** Points have two digits, counts have none. */
function figure(value: number, isPoints: boolean): string {
  return isPoints ? value.toFixed(2) : String(value)
}
