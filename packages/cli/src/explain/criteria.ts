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
    says: 'the heading equals the query',
    advice:
      'Its heading does not equal the query: use the words that readers type, and no others, as heading or title.',
  },
  heading: {
    says: 'words of the query in the heading',
    advice: 'Its heading has fewer of the words, or more other words: use the words that readers search for.',
  },
  text: {
    says: 'words of the query in the text, weighted by rarity',
    advice: 'Its text mentions the words less: use them at the start of the section, or split a long section.',
  },
  page: {
    says: 'words of a question in all sections of the page',
    advice: 'The other sections of its page mention the words less: keep the answer to one question on one page.',
  },
  address: {
    says: "the page's own name in its address equals the query",
    advice: 'Its address does not end with the query: the file could have that name.',
  },
  trail: {
    says: 'words in the heading and the headings above it',
    advice: 'Some of the words are in none of the headings above it: a title or a group could name them.',
  },
  title: {
    says: "the page's title equals the query",
    advice: 'The title of its page is different.',
  },
  compound: {
    says: 'all words joined, as one word in the text of few sections',
    advice: 'It does not have the words as one word, such as a name in code: use that name where it is described.',
  },
  form: {
    says: 'words in the typed form',
    advice: 'It has other forms of the words, such as longer ones: use the form that readers type.',
  },
  start: {
    says: 'a heading begins with the query',
    advice: 'Its heading does not begin with the words: put them first.',
  },
  near: {
    says: 'words next to each other',
    advice: 'The words are apart in it: put them next to each other, as readers type them.',
  },
  level: {
    says: 'depth of the heading',
    advice: 'Its heading is deeper; of equal headings a page is before a section.',
  },
  symbols: {
    says: 'typed symbols that are missing',
    advice: 'It has the words without the typed symbols: write them as readers type them.',
  },
  subject: {
    says: "share of the page's title in a question",
    advice: 'The title of its page has other words: a title of few words says what the page is about.',
  },
  missing: {
    says: 'missing words',
    advice: 'It lacks some of the words: use them, or make them synonyms of words that it has.',
  },
  reference: {
    says: 'reference instead of prose, for a question',
    advice: 'Its page has more lists of names than sentences: a guide with the words answers a question better.',
  },
  older: {
    says: 'older version of the docs',
    advice: 'It belongs to an older or unreleased version: filter by that version to find it first.',
  },
  typos: {
    says: 'words in another spelling',
    advice: 'It has the words in another spelling: use the spelling that readers type, or make it a synonym.',
  },
  textless: {
    says: 'page without text',
    advice: 'Its page has no text: write a sentence about its subject.',
  },
}

/** Criteria of the wire, in the order of its default ranking; for most of them less is better. */
const WIRE: readonly (Wording & {
  name: Exclude<keyof RankingInfo, 'promoted' | 'relevance' | 'matches' | 'semantic'>
  most?: true
})[] = [
  { name: 'nbTypos', says: 'typos', advice: POINTS['typos']?.advice ?? '' },
  { name: 'words', says: 'words that match', advice: POINTS['missing']?.advice ?? '', most: true },
  {
    name: 'filters',
    says: 'optional filters that match',
    advice: 'It matches fewer of the optional filters.',
    most: true,
  },
  { name: 'proximityDistance', says: 'distance of the words', advice: POINTS['near']?.advice ?? '' },
  {
    name: 'firstMatchedWord',
    says: 'attribute (thousands) and position of the first word',
    advice: 'Its words are in a less important attribute, or later: put them into the title or a heading.',
  },
  { name: 'nbExactWords', says: 'words exactly as typed', advice: POINTS['form']?.advice ?? '', most: true },
  {
    name: 'userScore',
    says: 'order by custom ranking',
    advice: 'The custom ranking of the index ranks it lower.',
    most: true,
  },
]

/** The criteria of a hit, in order of precedence. */
export function criteriaOf(info: RankingInfo): Criterion[] {
  const { relevance } = info
  if (relevance === undefined) return WIRE.map(({ name, says }) => ({ name, says, value: info[name] }))
  return Object.entries(POINTS).map(([name, { says }]) => ({ name, says, value: relevance[name] ?? 0 }))
}

/** Differences up to this number of points are ignored. */
const NEGLIGIBLE = 0.05
/** Maximum number of sentences of advice. */
const MAX_ADVICE = 3

/** Advice to bring a page closer to the one before it; empty where no criterion distinguishes them. */
export function adviceFor(info: RankingInfo, before: RankingInfo): string[] {
  if (info.relevance === undefined || before.relevance === undefined) {
    const first = WIRE.find(({ name, most }) => (most ? info[name] < before[name] : info[name] > before[name]))
    return first === undefined ? [] : [first.advice]
  }
  const [here, there] = [info.relevance, before.relevance]
  return Object.entries(POINTS)
    .map(([name, { advice }]) => ({ advice, lead: (there[name] ?? 0) - (here[name] ?? 0) }))
    .filter(({ lead }) => lead > NEGLIGIBLE)
    .sort((a, b) => b.lead - a.lead)
    .slice(0, MAX_ADVICE)
    .map(({ advice }) => advice)
}
