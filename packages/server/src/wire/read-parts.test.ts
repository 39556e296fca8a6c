import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readParts, readPartSearch, readRule, readSynonym } from './read-parts.ts'

test.each(['synonyms', 'rules'] as const)('a search for %s has a query of at most 512 bytes', (kind) => {
  const query = 'a '.repeat(LIMITS.queryBytes / 2)
  expect(readPartSearch(kind, { query })).toEqual({ query })
  expect(() => readPartSearch(kind, { query: `${query}a` })).toThrow('"query" parameter: at most 512 bytes')
})

test('a search for synonyms has several types as a list or as text', () => {
  expect(readPartSearch('synonyms', { type: ['synonym', 'placeholder'] })).toEqual({ type: 'synonym,placeholder' })
  expect(readPartSearch('synonyms', { type: 'synonym,placeholder' })).toEqual({ type: 'synonym,placeholder' })
})

test.each(['synonyms', 'rules'] as const)('an empty batch of %s is a list or, as PHP writes it, an object', (kind) => {
  expect([...readParts(kind, [])]).toEqual([])
  expect([...readParts(kind, {})]).toEqual([])
  expect(() => [...readParts(kind, { objectID: '1' })]).toThrow('The body must be an array')
})

describe('synonyms', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ type: 'synonym', synonyms: ['a', 'b'] }, {}],
    [{ type: 'onewaysynonym', input: 'a', synonyms: ['b'] }, { type: 'oneWaySynonym' }],
    [{ type: 'oneWaySynonym', input: 'a', synonyms: ['b'] }, {}],
    [{ type: 'altcorrection1', word: 'a', corrections: ['b'] }, { type: 'altCorrection1' }],
    [{ type: 'altCorrection2', word: 'a', corrections: ['b'] }, {}],
    [{ type: 'placeholder', placeholder: '<a>', replacements: ['b'] }, {}],
    [{ type: 'synonym', synonyms: ['a'], _highlightResult: {} }, { _highlightResult: undefined }],
  ])('%j', (input, changed) => {
    expect(readSynonym({ objectID: '1', ...input })).toEqual({ objectID: '1', ...input, ...changed })
    expect(readSynonym(input, 'path').objectID).toBe('path')
  })

  test.each<[Record<string, unknown>, string]>([
    [{ type: 'nonsense' }, 'Invalid value for "type" parameter'],
    [{ synonyms: ['a'] }, 'Invalid value for "type" parameter'],
    // An object that cannot be converted to text.
    [{ type: { toString: 1 }, synonyms: ['a'] }, 'Invalid value for "type" parameter'],
    [{ type: 'synonym' }, 'synonyms'],
    [{ type: 'synonym', synonyms: [] }, 'synonyms'],
    [{ type: 'synonym', synonyms: [''] }, 'synonyms.0'],
    [{ type: 'synonym', synonyms: ['a'], input: 'b' }, 'Unknown parameter: input'],
    [{ type: 'oneWaySynonym', synonyms: ['a'] }, 'input'],
  ])('%j is refused', (input, message) => {
    expect(() => readSynonym({ objectID: '1', ...input })).toThrow(message)
  })

  test('have at most as many words as their limit', () => {
    const synonymOf = (count: number) =>
      readSynonym({ objectID: '1', type: 'synonym', synonyms: Array.from({ length: count }, (_, at) => `w${at}`) })
    expect(() => synonymOf(LIMITS.listEntries)).not.toThrow()
    expect(() => synonymOf(LIMITS.listEntries + 1)).toThrow('synonyms')
  })
})

/** Bytes of a rule without a text in its `userData`. */
const EMPTY = Buffer.byteLength('{"objectID":"r","consequence":{"userData":""}}')

describe('rules', () => {
  const rule = (consequence: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
    readRule({ objectID: 'r', consequence, ...rest })

  test('have an empty object as PHP writes it', () => {
    const params = { params: { renderingContent: {} } }
    expect(rule({ params: { renderingContent: [] } })).toEqual(rule(params))
    expect(() => rule({ params: { renderingContent: 'x' } })).toThrow('renderingContent')
  })

  test('are returned unchanged', () => {
    const whole = {
      objectID: 'r',
      conditions: [
        { pattern: 'a b', anchoring: 'contains', alternatives: true, context: 'c', filters: 'lang:en AND size > 1' },
      ],
      consequence: {
        params: {
          query: {
            remove: ['a'],
            edits: [
              { type: 'replace', delete: 'b', insert: 'c' },
              { type: 'remove', delete: 'd', insert: 'ignored' },
            ],
          },
          filters: 'lang:en',
        },
        promote: [
          { objectID: '1', position: 0 },
          { objectIDs: ['2', '3'], position: 1 },
        ],
        hide: [{ objectID: '4' }],
        filterPromotes: true,
        userData: { any: ['thing'] },
        redirect: { url: '/x' },
      },
      enabled: false,
      description: 'About it',
      validity: [{ from: 1, until: 2 }, { from: 3 }, { until: 1 }],
    }
    expect(readRule(whole)).toEqual(whole)
  })

  test('old spellings become canonical', () => {
    expect(rule({ params: { facetFilters: 'lang:en,(a:1,a:2)' } })).toEqual({
      objectID: 'r',
      consequence: { params: { facetFilters: ['lang:en', ['a:1', 'a:2']] } },
    })
  })

  test('a rule with the older `condition` is returned as it was saved', () => {
    const older = { objectID: 'r', condition: { pattern: 'a', anchoring: 'is' }, consequence: {} }
    expect(readRule(older)).toEqual(older)
  })

  test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
    [{ nonsense: 1 }, {}, 'Unknown parameter: consequence.nonsense'],
    [{ params: { nonsense: 1 } }, {}, 'Unknown parameter: nonsense'],
    [{ params: { automaticFacetFilters: ['a'] } }, {}, 'automaticFacetFilters is not supported'],
    [{ params: { filters: 'lang:en AND (' } }, {}, 'filters: expected'],
    [{ params: { filters: "lang:it's" } }, {}, 'consequence.params.filters has a quote at character 8'],
    [{}, { condition: { filters: 'a OR' } }, 'filters: expected'],
    [{ params: { optionalFilters: ['nonsense'] } }, {}, 'is not a filter'],
    [{ params: { query: { edits: [{ type: 'nonsense' }] } } }, {}, 'consequence.params.query.edits.0.type'],
    [{ params: { query: { remove: 'a' } } }, {}, 'consequence.params.query.remove'],
    [{ params: { query: { nonsense: 1 } } }, {}, 'Unknown parameter: consequence.params.query.nonsense'],
    [{ params: { query: 7 } }, {}, 'consequence.params.query'],
    [{ promote: [{ objectID: 'a' }] }, {}, 'consequence.promote.0'],
    [{ promote: [{ objectID: 'a', position: -1 }] }, {}, 'consequence.promote.0'],
    [{}, { conditions: [{ anchoring: 'near' }] }, 'conditions.0.anchoring'],
    [{}, { conditions: [{ pattern: '{facet:brand}' }] }, '{facet:…} in a pattern is not supported'],
    [{}, { conditions: [{ filters: 'a OR' }] }, 'filters: expected'],
    [{}, { validity: [{ from: 'now', until: 2 }] }, 'validity.0.from'],
    [{}, { nonsense: 1 }, 'Unknown parameter: nonsense'],
  ])('%j with %j is refused', (consequence, rest, message) => {
    expect(() => rule(consequence, rest)).toThrow(message)
    expect(() => rule(consequence, rest)).toThrow(expect.objectContaining({ status: 400 }) as Error)
  })

  test('too long a text is refused before it is parsed as a filter', () => {
    const hostile = `a${' '.repeat(200_000)}b`
    for (const params of [{ numericFilters: [hostile] }, { optionalFilters: [[hostile]] }, { filters: hostile }])
      expect(() => rule({ params })).toThrow(`"r" is too big: at most ${LIMITS.recordBytes} bytes`)
    const shorter = hostile.slice(0, 50_000)
    for (const params of [{ numericFilters: [shorter] }, { optionalFilters: [[shorter]] }, { filters: shorter }])
      expect(() => rule({ params })).toThrow(`too long: at most ${LIMITS.filtersBytes} bytes`)
  })

  test('need a consequence', () => {
    expect(() => readRule({ objectID: 'r' })).toThrow('consequence')
  })

  test.each<[string, number, (n: number) => unknown]>([
    ['conditions', LIMITS.ruleConditions, (n) => rule({}, { conditions: Array.from({ length: n }, () => ({})) })],
    ['hidden records', LIMITS.rulePlaces, (n) => rule({ hide: Array.from({ length: n }, () => ({ objectID: 'a' })) })],
    ['bytes', LIMITS.recordBytes - EMPTY, (n) => rule({ userData: 'x'.repeat(n) })],
    ['bytes of a filter', LIMITS.entryBytes, (n) => rule({ params: { facetFilters: [`a:${'x'.repeat(n - 2)}`] } })],
    ['bytes of a number', LIMITS.entryBytes, (n) => rule({ params: { numericFilters: [`n=${' '.repeat(n - 3)}1`] } })],
  ])('%s: one below, at and one above the limit', (_, limit, read) => {
    expect(() => read(limit - 1)).not.toThrow()
    expect(() => read(limit)).not.toThrow()
    expect(() => read(limit + 1)).toThrow(expect.objectContaining({ status: 400 }) as Error)
  })
})
