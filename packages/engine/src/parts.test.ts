/**
 * An index in parts answers like the whole one: every query begins with the head alone and loads the parts that it
 * needs.
 *
 * Many records and words of unequal frequency give several parts of each kind.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from './base/errors.ts'
import { requestQueryTerms } from './query/request-query-terms.ts'
import { search, searchFacetValues } from './search.ts'
import { buildDelta } from './segment/build-delta.ts'
import { buildIndex } from './segment/build-index.ts'
import { cutIndex } from './segment/cut-index.ts'
import { type Index, openDelta, openIndex } from './segment/open-index.ts'
import { addPart, guessPart, isHead, openParts, type RequestedPart, requestedParts } from './segment/open-parts.ts'
import { fromPlanes, fromSteps, planesOf, stepsOf } from './segment/rearrange.ts'
import { PartsMissing } from './segment/parts.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import { propertyRuns, timeoutOf } from './testing/property-runs.ts'
import type { SearchParams, SearchRecord } from './wire.ts'

const RUNS = propertyRuns(1 / 200)
const RECORDS = 2400
const WORDS = 3000
const COLUMNS = ['url_without_anchor']
/** More rounds than any query needs, so that an endless loop fails the test. */
const MAX_ROUNDS = 12

/** Linear congruential, Numerical Recipes' constants. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const SYLLABLES = ['ba', 'con', 'de', 'fi', 'gra', 'lo', 'mi', 'ne', 'po', 'ra', 'ser', 'tu', 'ver', 'xi', 'ing', 'ed']
const vocabulary = Array.from({ length: WORDS }, (_, at) => {
  const next = randomOf(at)
  return Array.from({ length: 2 + next(3) }, () => SYLLABLES[next(SYLLABLES.length)]).join('')
})

function recordOf(id: number, seed: number): SearchRecord {
  const next = randomOf(seed)
  // The square of a random share: a few words are everywhere, most in a few records.
  const word = (): string => vocabulary[Math.floor((next(1000) / 1000) ** 2 * WORDS)] as string
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  const page = `/page-${id >> 2}`
  return {
    objectID: String(id),
    hierarchy: { lvl0: `Part ${id % 7}`, lvl1: words(2), lvl2: id % 4 === 0 ? null : words(2) },
    content: `${'the '.repeat(30)}${words(40)}`,
    code: words(5),
    type: id % 4 === 0 ? 'lvl1' : 'lvl2',
    url: `${page}#${id % 4}`,
    url_without_anchor: page,
    lang: id % 5 === 0 ? 'de' : 'en',
    weight: { pageRank: 0, level: 100 - (id % 4), position: id % 4 },
  }
}

const records = Array.from({ length: RECORDS }, (_, id) => recordOf(id, id))
const file = buildIndex(records, DOCS_SETTINGS)
const whole = openIndex(file, DOCS_SETTINGS)
const changes = {
  added: Array.from({ length: 20 }, (_, at) => recordOf(RECORDS + at, 7000 + at)),
  replaced: Array.from({ length: 20 }, (_, at) => recordOf(at * 100, 8000 + at)),
  deleted: Array.from({ length: 20 }, (_, at) => String(at * 100 + 50)),
}
const delta = buildDelta(whole, changes, DOCS_SETTINGS)
const wholeWithDelta = openDelta(whole, delta, DOCS_SETTINGS)
const cut = cutOf(file, 'base')
const cuts = [cut, cutOf(delta, 'delta')] as const

const openCut = (): Index => openParts(cut.head, DOCS_SETTINGS)
const openCuts = (): Index => openDelta(openCut(), openParts(cuts[1].head, DOCS_SETTINGS), DOCS_SETTINGS)

function cutOf(bytes: Uint8Array, folder: string): { head: Uint8Array; parts: Map<string, Uint8Array> } {
  const parts = new Map<string, Uint8Array>()
  return { head: cutIndex(bytes, DOCS_SETTINGS, folder, COLUMNS, (name, part) => parts.set(name, part)), parts }
}

function take(index: Index, requested: readonly RequestedPart[]): void {
  for (const part of requested) {
    expect(part.folder).toBe(['base', 'delta'][part.segment])
    addPart(index, part, cuts[part.segment]?.parts.get(part.name) as Uint8Array)
  }
}

const partNamed = (name: string): RequestedPart => ({ segment: 0, folder: 'base', name, hit: 0 })
const namesOf = (requested: readonly RequestedPart[]): string[] => requested.map(({ name }) => name)

/** Repeats a search until no part is missing. Returns the answer, and the names of the parts by round. */
function answered<Answer>(index: Index, find: () => Answer): { answer: Answer; rounds: string[][] } {
  const rounds: string[][] = []
  for (;;) {
    try {
      return { answer: find(), rounds }
    } catch (error) {
      if (!(error instanceof PartsMissing)) throw error
    }
    const requested = requestedParts(index)
    expect(requested).not.toEqual([])
    expect(rounds.length).toBeLessThan(MAX_ROUNDS)
    take(index, requested)
    rounds.push(namesOf(requested))
  }
}

function searched(index: Index, params: SearchParams): ReturnType<typeof answered<unknown>> {
  requestQueryTerms(index, params)
  const first = requestedParts(index)
  take(index, first)
  const { answer, rounds } = answered<unknown>(index, () => search(index, params))
  return { answer, rounds: [namesOf(first), ...rounds] }
}

const word = fc.oneof(
  fc.constantFrom(...vocabulary),
  fc.constantFrom(...vocabulary).map((each) => each.slice(0, 4)),
  // A letter too few.
  fc.constantFrom(...vocabulary).map((each) => each.slice(0, 3) + each.slice(4)),
  fc.constantFrom('the', 'a', 'b', 'nowhere', 'page', 'part'),
)
const query = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' ', '"', '-'))
  .map(([list, mark]) =>
    mark === '"' ? `"${list.join(' ')}"` : mark === '-' ? `-${list.join(' ')}` : list.join(' ') + mark,
  )
const params: fc.Arbitrary<SearchParams> = fc.record(
  {
    query,
    facets: fc.constant(['lang', 'hierarchy.lvl0', 'nothing']),
    facetFilters: fc.constantFrom(
      ['lang:en'],
      ['url_without_anchor:/page-7'],
      [['lang:de', 'hierarchy.lvl0:Part 3']],
      ['nothing:x'],
    ),
    hitsPerPage: fc.constantFrom(1, 20, 100),
    page: fc.integer({ min: 0, max: 2 }),
    removeWordsIfNoResults: fc.constantFrom('none' as const, 'allOptional' as const, 'lastWords' as const),
    getRankingInfo: fc.boolean(),
  },
  { requiredKeys: ['query'] },
)

describe('an index in parts', () => {
  test('has several of each kind', () => {
    const count = (kind: string): number => [...cut.parts.keys()].filter((name) => name.startsWith(kind)).length
    expect(count('t')).toBeGreaterThan(5)
    expect(count('s')).toBeGreaterThan(20)
    expect([count('l'), count('d'), count('c')]).toEqual([1, 1, 1])
  })

  test('answers every query like the whole index', timeoutOf(RUNS), () => {
    fc.assert(
      fc.property(params, (each) => {
        expect(searched(openCut(), each).answer).toEqual(search(whole, each))
      }),
      RUNS,
    )
  })

  test('answers with a delta like the whole index with the delta', timeoutOf(RUNS), () => {
    fc.assert(
      fc.property(params, (each) => {
        expect(searched(openCuts(), each).answer).toEqual(search(wholeWithDelta, each))
      }),
      RUNS,
    )
  })

  test('answers consecutive queries like the first', () => {
    const index = openCuts()
    for (const typed of [...vocabulary.slice(0, 40), 'the the', 'nowhere', ''])
      expect(searched(index, { query: typed }).answer).toEqual(search(wholeWithDelta, { query: typed }))
  })

  test('answers searches for facet values', () => {
    const index = openCut()
    const find = (of: Index): unknown => searchFacetValues(of, 'lang', 'd', { query: vocabulary[3] })
    expect(answered(index, () => find(index)).answer).toEqual(find(whole))
  })

  test('a word takes its terms in one round and its hits in another, a few parts of many', () => {
    const { rounds } = searched(openCut(), { query: vocabulary[9] as string })
    expect(rounds.length).toBe(2)
    expect(rounds[0]?.every((name) => name.startsWith('t'))).toBe(true)
    expect(rounds[1]?.every((name) => name.startsWith('s'))).toBe(true)
    expect(rounds.flat().length).toBeLessThan(cut.parts.size / 4)
  })

  test('a part names the first hit that needs it', () => {
    const index = openCut()
    const find = () => search(index, { query: vocabulary[0] ?? '', hitsPerPage: 20 })
    let requested: RequestedPart[] = []
    while (!requested.some(({ name }) => name.startsWith('s'))) {
      take(index, requested)
      expect(find).toThrow(PartsMissing)
      requested = requestedParts(index)
    }
    expect(requested.length).toBeGreaterThan(3)
    take(
      index,
      requested.filter(({ hit }) => hit < 3),
    )
    const first = search(index, { query: vocabulary[0] ?? '', hitsPerPage: 3 }).hits
    take(index, requested)
    expect(find().hits.slice(0, 3)).toEqual(first)
  })

  test('a filter on a page loads the stored text of that page only', () => {
    const each = { query: vocabulary[2] as string, facetFilters: ['url_without_anchor:/page-9'] }
    const { rounds } = searched(openCut(), each)
    expect(rounds.flat().filter((name) => name.startsWith('s')).length).toBeLessThan(4)
  })

  test('has the bytes of the whole file after all parts are added', () => {
    const index = openCut()
    for (const [name, part] of cut.parts) addPart(index, partNamed(name), part)
    // Keys and the checksums of stored blocks are for builders.
    expect(Buffer.from(index.segments[0]?.postings ?? []).equals(Buffer.from(whole.segments[0]?.postings ?? []))).toBe(
      true,
    )
    expect(index.segments[0]?.dictionary.blocks).toEqual(whole.segments[0]?.dictionary.blocks)
    expect(index.segments[0]?.stored.bytes.every((byte, at) => byte === whole.segments[0]?.stored.bytes[at])).toBe(true)
    expect(index.sections.fingerprint).toBe(whole.sections.fingerprint)
  })

  test('the head names the part with the terms of a word', () => {
    const index = openCut()
    for (const typed of vocabulary.slice(0, 60)) {
      requestQueryTerms(index, { query: `${typed} ` })
      // A complete word requests its own part and those of its other forms.
      const names = requestedParts(index).map(({ folder, name }) => `${folder}/${name}`)
      const guessed = guessPart(cut.head, typed)
      if (guessed !== undefined) expect(names).toContain(guessed)
    }
    expect(vocabulary.filter((typed) => guessPart(cut.head, typed) !== undefined).length).toBeGreaterThan(WORDS * 0.8)
  })

  test('a head is distinguished from a whole file', () => {
    expect([isHead(cut.head), isHead(file), isHead(new Uint8Array())]).toEqual([true, false, false])
  })

  test('refuses a head or a part with a changed byte', () => {
    const changed = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, (bytes[at] as number) ^ 1)
    for (const at of [0, 4, 9, 100, cut.head.length - 1])
      expect(() => openParts(changed(cut.head, at), DOCS_SETTINGS)).toThrow(EngineError)
    const index = openCut()
    for (const name of ['t0', 's0', 'd', 'c0'])
      expect(() => addPart(index, partNamed(name), changed(cut.parts.get(name) as Uint8Array, 9))).toThrow(EngineError)
    expect(() => addPart(index, partNamed('t0'), new Uint8Array(2))).toThrow(EngineError)
  })

  test('an index without records opens and finds nothing', () => {
    const empty = cutOf(buildIndex([], DOCS_SETTINGS), 'none')
    expect(search(openParts(empty.head, DOCS_SETTINGS), { query: 'word' }).nbHits).toBe(0)
  })
})

test('norms are equal after conversion to planes and back', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 16, maxLength: 16 })), (rows) => {
      const norms = Uint8Array.from(rows.flatMap((row) => [...row]))
      expect(fromPlanes(planesOf(norms))).toEqual(norms)
    }),
    propertyRuns(),
  )
})

test('numbers are equal after conversion to steps and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 4), fc.uint8Array(), (size, drawn) => {
      const bytes = drawn.slice(0, drawn.length - (drawn.length % size))
      expect(fromSteps(stepsOf(bytes, size), size)).toEqual(bytes)
    }),
    propertyRuns(),
  )
})
