/** The order of hits with the nearest records of a model. */
import { expect, test } from 'vitest'

import { DOCS_SETTINGS } from '../base/settings.ts'
import { asksInWords } from '../query/identifier-words.ts'
import { search, searchWritten } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import type { IndexSettings, SearchParams, SearchRecord } from '../wire.ts'
import { createFusion } from './fuse-nearest.ts'

/** Sections by objectID: heading, text, language. */
type Sections = Record<string, readonly [heading: string, content: string, lang?: string]>

const SECTIONS: Sections = {
  stop: ['Stop a machine', 'The command halts a machine and keeps its disk.'],
  pause: ['Pause work', 'Work on a machine pauses and continues later.'],
  price: ['Prices', 'A machine that does not run costs less than one that runs.'],
  anhalten: ['Anhalten', 'Der Befehl hält an.', 'de'],
  flag: ['Options', 'The option --keep-disk of the command.'],
}

const indexOf = (sections: Sections, settings: IndexSettings = DOCS_SETTINGS) => {
  const records = Object.entries(sections).map(([objectID, [heading, content, lang = 'en']]): SearchRecord => {
    const hierarchy = { lvl0: null, lvl1: 'Machines', lvl2: heading }
    return { objectID, url: `/machines#${objectID}`, type: 'lvl2', hierarchy, content, lang }
  })
  return openIndex(buildIndex(records, settings), settings)
}

interface Near {
  ids: string[]
  addFrom?: number
}

/** Similarities fall from 0.9 in steps of 0.01. */
const nearestOf = ({ ids, addFrom = 0 }: Near) => ({
  records: ids.map((objectID, at) => ({ objectID, similarity: 0.9 - at / 100 })),
  addFrom,
})

function answerOf(index: ReturnType<typeof indexOf>, params: SearchParams, near: Near) {
  const fusion = createFusion(nearestOf(near))
  const answer = search(index, { hitsPerPage: 50, distinct: false, ...params }, { rerank: fusion.rerank })
  return { ...answer, ids: answer.hits.map((hit) => hit.objectID), added: fusion.added }
}

const index = indexOf(SECTIONS)
const wordsOnly = (query: string): string[] =>
  search(index, { query, hitsPerPage: 50, distinct: false }).hits.map((hit) => hit.objectID)

test('a record that the model finds is added after the hits that both find', () => {
  const found = wordsOnly('work continues later')
  expect(found).toEqual(['pause'])
  const { ids, nbHits, added } = answerOf(index, { query: 'work continues later' }, { ids: ['stop', 'pause'] })
  expect(ids).toEqual(['pause', 'stop'])
  expect([nbHits, added]).toEqual([2, 1])
})

test('a hit that both find rises before a hit that only words find', () => {
  const found = wordsOnly('a machine that runs')
  expect(found.length).toBeGreaterThan(1)
  const last = found.at(-1) as string
  const { ids, nbHits } = answerOf(index, { query: 'a machine that runs' }, { ids: [last] })
  expect(ids[0]).toBe(last)
  expect(nbHits).toBe(found.length)
})

test.for(['stop a machine', 'stopping machines', 'stop a machnie', 'stop mach'])(
  'a hit with all words of "%s" in its heading keeps its place',
  (query) => {
    const { ids } = answerOf(index, { query }, { ids: ['price', 'pause'] })
    expect(ids[0]).toBe('stop')
  },
)

test('a hit with the identifiers of the query keeps its place', () => {
  const { ids } = answerOf(index, { query: 'what does --keep-disk do' }, { ids: ['stop', 'price'] })
  expect(ids[0]).toBe('flag')
})

test('a less similar record is not added, but a hit is reordered', () => {
  const near = { ids: ['stop', 'price'], addFrom: 0.95 }
  expect(answerOf(index, { query: 'work continues later' }, near).ids).toEqual(['pause'])
  const hits = wordsOnly('a machine that runs')
  const last = hits.at(-1) as string
  expect(answerOf(index, { query: 'a machine that runs' }, { ids: [last], addFrom: 0.95 }).ids[0]).toBe(last)
})

test('filters and rules hold for added records', () => {
  const params = { query: 'work continues later', facetFilters: ['lang:en'] }
  expect(answerOf(index, params, { ids: ['anhalten', 'stop'] }).ids).toEqual(['pause', 'stop'])
})

test('at most ten records are added', () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at): [string, readonly [string, string]] => [`n${at}`, [`Other ${at}`, 'Nothing.']]),
  )
  const ids = Object.keys(many)
  const { added, nbHits } = answerOf(indexOf({ ...SECTIONS, ...many }), { query: 'work continues later' }, { ids })
  expect([added, nbHits]).toEqual([10, 11])
})

test('an explanation names similarity and both places', () => {
  const query = { query: 'work continues later', getRankingInfo: true }
  const { hits } = answerOf(index, query, { ids: ['stop', 'pause'] })
  expect(hits.map((hit) => hit._rankingInfo?.semantic)).toEqual([
    { rank: 1, similarity: 0.89, place: 2 },
    { similarity: 0.9, place: 1, isAdded: true },
  ])
  const kept = answerOf(index, { query: 'stop a machine', getRankingInfo: true }, { ids: ['price'] }).hits[0]
  expect(kept?._rankingInfo?.semantic).toEqual({ rank: 1, isKept: true })
  expect(hits[1]?._rankingInfo?.matches?.every(({ how }) => how === 'none')).toBe(true)
})

test('hits as bytes are in the same order', () => {
  const params = { query: 'work continues later', hitsPerPage: 50 }
  const { rerank } = createFusion(nearestOf({ ids: ['stop', 'pause'] }))
  const written = searchWritten(index, params, { rerank })
  const { hits } = search(index, params, { rerank })
  expect(JSON.parse(new TextDecoder().decode(written.hits.json))).toEqual(hits)
})

test.for([
  ['an order that is not by relevance', { ...DOCS_SETTINGS, ranking: ['desc(url)', 'relevance'] }, {}],
  ['the ranking of the wire', { ...DOCS_SETTINGS, ranking: ['typo', 'words'] }, {}],
  ['optional filters', DOCS_SETTINGS, { optionalFilters: ['lang:de'] }],
  ['a query without words', DOCS_SETTINGS, { query: '' }],
] as const)('%s is not changed', ([, settings, more]) => {
  const other = indexOf(SECTIONS, settings as unknown as IndexSettings)
  const params = { query: 'a machine that runs', ...more } as unknown as SearchParams
  const plain = search(other, { hitsPerPage: 50, distinct: false, ...params })
  expect(answerOf(other, params, { ids: ['pause', 'anhalten'] })).toMatchObject({ ...plain })
})

test('records that no longer exist are ignored', () => {
  const { ids } = answerOf(index, { query: 'a machine that runs' }, { ids: ['gone'] })
  expect(ids).toEqual(wordsOnly('a machine that runs'))
})

test.for([
  ['how do I stop it', true],
  ['stop machine', true],
  ['機械を止める', true],
  ['why does useEffect run twice', true],
  ["what's new", true],
  ['stop', false],
  ['useEffect', false],
  ['fs.readFile options', false],
  ['--keep-disk', false],
  ['error 404', false],
  ['"stop a machine" now please', false],
  ['stop machine -disk', false],
  ['', false],
] as const)('%s: asks in words: %s', ([query, expected]) => expect(asksInWords(query)).toBe(expected))
