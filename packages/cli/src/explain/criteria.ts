/**
 * Descriptions of the ranking criteria for authors of pages: the meaning of each, and advice for a page with a lower
 * value than the first one. Names and figures are those of `_rankingInfo`.
 */

import type { RankingInfo } from '@docent/engine'

/** One criterion of one hit. */
export interface Criterion {
  name: string
  /** Meaning of the figure. */
  says: string
  value: number
}

interface Wording {
  says: string
  /** Advice where this is lower than elsewhere. */
  advice: string
}

/** Points of the criterion `relevance`, which add up. */
const POINTS: Readonly<Record<string, Wording>> = {
  identity: {
    says: 'the heading is what was typed',
    advice: 'Its heading is not what was typed: use the words that readers use, and no others, as heading or title.',
  },
  heading: {
    says: 'words of the query in the heading',
    advice: 'Its heading has fewer of the words, or more words beside them: name in it what readers look for.',
  },
  text: {
    says: 'words of the query in the text, each by how telling it is',
    advice: 'Its text says less about the words: use them where the section begins, or split a section that is long.',
  },
  address: {
    says: "the page's own name in its address is what was typed",
    advice: 'Its address does not end in what was typed: the file could have that name.',
  },
  trail: {
    says: 'words in the heading and the headings above it',
    advice: 'Some of the words stand in none of the headings above it: a title or a group could name them.',
  },
  title: {
    says: "the page's title is what was typed",
    advice: 'The title of its page is something else.',
  },
  compound: {
    says: 'all words together, as one word of the text that few sections have',
    advice: 'It does not have the words written as one, such as a name in code: name that where it is described.',
  },
  form: {
    says: 'words in the form that was typed',
    advice: 'It has other forms of the words, such as longer ones: use the form that readers type.',
  },
  start: {
    says: 'a heading begins with what was typed',
    advice: 'Its heading does not begin with the words: put them first.',
  },
  near: {
    says: 'words side by side',
    advice: 'The words stand apart in it: put them together as readers type them.',
  },
  level: {
    says: 'depth of the heading',
    advice: 'Its heading is a deeper one; among equals a page stands before a section.',
  },
  symbols: {
    says: 'symbols that were typed and are not there',
    advice: 'It has the words without the symbols that were typed: write them as they are typed.',
  },
  missing: {
    says: 'words that are not there',
    advice: 'It does not have all the words: use the ones that it lacks, or make them synonyms of those that it has.',
  },
  typos: {
    says: 'words that are spelt otherwise',
    advice: 'It has the words in another spelling: use the spelling that readers type, or make it a synonym.',
  },
}

/** Criteria of the wire, in the order of its default ranking; for most of them less is better. */
const WIRE: readonly (Wording & {
  name: Exclude<keyof RankingInfo, 'promoted' | 'relevance' | 'matches'>
  most?: true
})[] = [
  { name: 'nbTypos', says: 'typos', advice: POINTS['typos']?.advice ?? '' },
  { name: 'words', says: 'words that match', advice: POINTS['missing']?.advice ?? '', most: true },
  {
    name: 'filters',
    says: 'optional filters that hold',
    advice: 'It holds fewer of the optional filters.',
    most: true,
  },
  { name: 'proximityDistance', says: 'distance of the words', advice: POINTS['near']?.advice ?? '' },
  {
    name: 'firstMatchedWord',
    says: 'attribute (thousands) and place of the first word',
    advice: 'Its words stand in a less important attribute, or later: put them into the title or a heading.',
  },
  { name: 'nbExactWords', says: 'words exactly as typed', advice: POINTS['form']?.advice ?? '', most: true },
  {
    name: 'userScore',
    says: 'order by custom ranking',
    advice: 'The custom ranking of the index puts it behind.',
    most: true,
  },
]

/** The criteria of a hit, in order of precedence. */
export function criteriaOf(info: RankingInfo): Criterion[] {
  const { relevance } = info
  if (relevance === undefined) return WIRE.map(({ name, says }) => ({ name, says, value: info[name] }))
  return Object.entries(POINTS).map(([name, { says }]) => ({ name, says, value: relevance[name] ?? 0 }))
}

/** Negligible points. */
const NOTHING = 0.05
/** Maximum number of sentences of advice. */
const ADVICE = 3

/** Advice to bring a page closer to the one before it; empty where no criterion distinguishes them. */
export function adviceFor(info: RankingInfo, before: RankingInfo): string[] {
  if (info.relevance === undefined || before.relevance === undefined) {
    const first = WIRE.find(({ name, most }) => (most ? info[name] < before[name] : info[name] > before[name]))
    return first === undefined ? [] : [first.advice]
  }
  const [here, there] = [info.relevance, before.relevance]
  return Object.entries(POINTS)
    .map(([name, { advice }]) => ({ advice, lead: (there[name] ?? 0) - (here[name] ?? 0) }))
    .filter(({ lead }) => lead > NOTHING)
    .sort((a, b) => b.lead - a.lead)
    .slice(0, ADVICE)
    .map(({ advice }) => advice)
}
