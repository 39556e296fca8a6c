/** Questions as people type them: function words, whole pages, guides and references. */
import { expect, test } from 'vitest'

import { DOCS_SETTINGS } from '../base/settings.ts'
import { readSynonyms } from '../query/synonyms.ts'
import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import type { SearchRecord } from '../wire.ts'

/** Pages by name: each a title with its lead, then sections. */
type Pages = Record<string, readonly (readonly [heading: string, content: string])[]>

function recordsOf(pages: Pages): SearchRecord[] {
  return Object.entries(pages).flatMap(([name, sections]) => {
    const title = sections[0]?.[0] ?? ''
    return sections.map(([heading, content], at) => ({
      objectID: `${name}${at}`,
      url: at === 0 ? `/${name}` : `/${name}#${at}`,
      type: at === 0 ? 'lvl1' : 'lvl2',
      hierarchy: { lvl0: null, lvl1: title, lvl2: at === 0 ? null : heading, lvl3: null },
      content,
    }))
  })
}

function hitsOf(pages: Pages, query: string): string[] {
  const index = openIndex(buildIndex(recordsOf(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  return search(index, { query, distinct: false, hitsPerPage: 50 }).hits.map((hit) => hit.objectID)
}

test('a page that answers a question with several sections is before a page with one such section', () => {
  const pages: Pages = {
    kiln: [
      ['Firing', 'Fire the kiln slowly.'],
      ['Cracks', 'A crack grows while the clay dries.'],
      ['Glaze', 'The glaze melts in the kiln; cracks show in the glaze.'],
    ],
    shop: [['Shop', 'We sell a kiln, also with cracks.']],
  }
  expect(hitsOf(pages, 'why do I get cracks in the glaze of my kiln ')[0]).toMatch(/^kiln/)
})

test('function words may be missing, also where many sections have all words', () => {
  const fillers = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `note${at}`,
      [[`Note ${at}`, 'What is said of a kiln here is short.']] as const,
    ]),
  )
  const pages: Pages = { kiln: [['Kiln', 'An oven for clay.']], ...fillers }
  const hits = hitsOf(pages, 'what is a kiln ')
  expect(hits[0]).toBe('kiln0')
  expect(hits).toHaveLength(31)
})

test('general words weigh less than the words that name a subject', () => {
  const pages: Pages = {
    shop: [['Shop', 'We open again.']],
    kiln: [['Firing', 'Light our kiln.']],
  }
  expect(hitsOf(pages, 'how is the kiln lit again ')).toEqual(['kiln0', 'shop0'])
})

test('a part of an identifier is no general word', () => {
  const pages: Pages = {
    shop: [['Shop', 'Call open.Again to begin.']],
    kiln: [['Firing', 'Light our kiln.']],
  }
  expect(hitsOf(pages, 'how is the kiln lit open.again ')[0]).toBe('shop0')
})

test('a page without text is first for its exact title, also where its words are common', () => {
  const pages: Pages = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `kiln${at}`,
      [
        [`Glaze ${at}`, 'The kiln.'],
        [`Using the kiln at ${at} degrees`, 'Using the kiln, the kiln, using it. '.repeat(3)],
      ],
    ]),
  )
  expect(hitsOf({ ...pages, list: [['Using the kiln', '']] }, 'using the kiln ')[0]).toBe('list0')
})

test('words that only qualify may be missing', () => {
  const pages: Pages = {
    kiln: [['Kiln', 'Open the kiln when it is cold.']],
    shop: [['Shop', 'We are unable to reply, and a particular bowl is open for bids.']],
  }
  expect(hitsOf(pages, 'unable to open a particular kiln ')[0]).toBe('kiln0')
})

test('the verbs with which a request begins may be missing; before fewer than three other words they are names', () => {
  const pages: Pages = {
    glaze: [['Glazing', 'Blue copper glaze needs ash.']],
    shop: [['Add', 'Add support to add a shelf, add a lamp.']],
  }
  expect(hitsOf(pages, 'add support for blue copper glaze ')).toEqual(['glaze0'])
  expect(hitsOf(pages, 'add a shelf ')).toEqual(['shop0'])
})

test('the parts of a compound are no function words', () => {
  const pages: Pages = { a: [['useEffect', 'A hook.']], b: [['Effect', 'A result.']] }
  expect(hitsOf(pages, 'useEffect ')).toEqual(['a0'])
})

test('the first half of a contraction may be missing', () => {
  const pages: Pages = { a: [['Kiln', 'The kiln fires clay.']], b: [['Clay', 'Dry clay.']] }
  expect(hitsOf(pages, "why doesn't the kiln fire ")).toContain('a0')
})

test('a guide is before a reference for a question, and not for an identifier', () => {
  const names = Array.from({ length: 60 }, (_, at) => `flueOption${at}`).join(' ')
  const prose = 'You can use it when the clay is dry, and then you wait for an hour before it is hot. '.repeat(6)
  const pages: Pages = {
    reference: [
      ['Kiln', `kiln heat ${names}`],
      ['Heat', names],
    ],
    guide: [
      ['Kiln', `${prose} kiln heat`],
      ['Heat', prose],
    ],
  }
  expect(hitsOf(pages, 'how do I heat the kiln ')[0]).toMatch(/^guide/)
  expect(hitsOf(pages, 'flueOption7')[0]).toMatch(/^reference/)
})

test('of two pages with the words the one with the shorter title comes first, if a question has its words', () => {
  const pages: Pages = {
    tools: [['Brushes, sieves and tongs', 'Dry the glaze of a bowl. Glaze dries on the bowl. Dry glaze.']],
    glaze: [['Glazes', 'Dry the glaze of a bowl on a shelf.']],
  }
  expect(hitsOf(pages, 'how do I dry the glaze of a bowl ')[0]).toBe('glaze0')
  const index = openIndex(buildIndex(recordsOf(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  const subjectsFor = (query: string): (number | undefined)[] =>
    search(index, { query, getRankingInfo: true }).hits.map(({ _rankingInfo }) => _rankingInfo?.relevance?.['subject'])
  expect(subjectsFor('how do I dry the glaze of a bowl ')).toEqual([expect.closeTo(0.06, 2), 0])
  // Only pages of questions count as wholes.
  expect(subjectsFor('glaze')).toEqual([0, 0])
})

test('points for the page and for prose are explained', () => {
  const pages: Pages = {
    kiln: [
      ['Kiln', 'An oven.'],
      ['Fire', 'Fire the kiln.'],
    ],
  }
  const index = openIndex(buildIndex(recordsOf(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  const { hits } = search(index, { query: 'how do I fire a kiln ', getRankingInfo: true })
  expect(hits[0]?._rankingInfo?.relevance?.['page']).toBeGreaterThan(0)
  expect(hits[0]?._rankingInfo?.relevance).toHaveProperty('reference')
})

test('a phrase that no record has is searched as its words, and the answer says so', () => {
  const pages: Pages = { kiln: [['Kiln', 'Pods that result in an eviction.']] }
  const index = openIndex(buildIndex(recordsOf(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  const answer = search(index, { query: 'what is "it results into eviction"' })
  expect(answer.hits.map((hit) => hit.objectID)).toEqual(['kiln0'])
  expect(answer.phrasesAsWords).toBe(true)
  expect(answer.params).not.toContain('advancedSyntaxFeatures')
  expect(search(index, { query: '"an eviction"' })).not.toHaveProperty('phrasesAsWords')
  expect(search(index, { query: '"zeppelin"' })).not.toHaveProperty('phrasesAsWords')
  // Without words that may be missing, a phrase is required.
  expect(search(index, { query: '"eviction an"', removeWordsIfNoResults: 'none' }).nbHits).toBe(0)
})

test('a word finds the words that docs use for it, after those that have it', () => {
  const pages: Pages = {
    remove: [['Remove a kiln', 'Take it apart.']],
    typed: [['Delete a glaze', 'Wash the glaze.']],
    other: [['Clay', 'Dry clay.']],
  }
  expect(hitsOf(pages, 'delete kiln or glaze ')).toEqual(['typed0', 'remove0'])
  const index = openIndex(buildIndex(recordsOf(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  const { hits } = search(index, { query: 'delete kiln now ', getRankingInfo: true })
  const removed = hits.find(({ objectID }) => objectID === 'remove0')
  expect(removed?._rankingInfo?.matches?.[0]).toMatchObject({ word: 'delete', how: 'related', term: 'remove' })
  // Synonyms of the index replace them.
  const synonyms = readSynonyms([{ objectID: 's', type: 'oneWaySynonym', input: 'delete', synonyms: ['wash'] }])
  const own = search(index, { query: 'delete kiln now ', getRankingInfo: true }, { synonyms }).hits
  expect(own.find(({ objectID }) => objectID === 'remove0')?._rankingInfo?.matches?.[0]).toMatchObject({ how: 'none' })
})

test('an identifier counts as much as its share of the question; the end of a contraction hardly counts', () => {
  const fillers = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`note${at}`, [[`Note ${at}`, "A kiln doesn't melt clay."]] as const]),
  )
  const pages: Pages = {
    answer: [['Service', 'If the proxy fails to start on Windows, stop the service.']],
    other: [['Cache', "A proxy doesn't cache. The start of Windows is slow."]],
    ...fillers,
  }
  expect(hitsOf(pages, "proxy doesn't start on windows ")[0]).toBe('answer0')
})
