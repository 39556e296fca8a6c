import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { DOCS_SETTINGS } from '../base/settings.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { IndexSettings, SearchParams, SearchRecord } from '../wire.ts'
import type { SearchResponse } from '../wire-answers.ts'
import type { Synonym } from '../wire-rules.ts'
import { alternativesOf, keyOf, readSynonyms, readWords } from './synonyms.ts'

const both = (...synonyms: string[]): Synonym => ({ objectID: synonyms.join(), type: 'synonym', synonyms })

const SETTINGS: IndexSettings = { searchableAttributes: ['title', 'body'], ignorePlurals: true }

function ask(
  titles: string[],
  synonyms: Synonym[],
  params: SearchParams,
  settings: IndexSettings = SETTINGS,
): SearchResponse {
  const records = titles.map((title, at): SearchRecord => ({ objectID: String(at), title }))
  return search(openIndex(buildIndex(records, settings), settings), params, { synonyms: readSynonyms(synonyms) })
}

const find = (titles: string[], synonyms: Synonym[], query: string, params: SearchParams = {}): string[] =>
  ask(titles, synonyms, { query, ...params }).hits.map((hit) => String(hit['title']))

describe('the kinds of synonyms', () => {
  test('each word of a synonym finds the others, with equal quality', () => {
    const titles = ['Kubernetes', 'The k8s cluster', 'Docker']
    const synonyms = [both('k8s', 'Kubernetes')]
    expect(find(titles, synonyms, 'k8s')).toEqual(['Kubernetes', 'The k8s cluster'])
    expect(find(titles, synonyms, 'kubernetes')).toEqual(['Kubernetes', 'The k8s cluster'])
    expect(find(titles, [], 'k8s')).toEqual(['The k8s cluster'])
  })

  test('a one-way synonym applies in one direction', () => {
    const synonyms: Synonym[] = [{ objectID: '1', type: 'oneWaySynonym', input: 'tablet', synonyms: ['iPad'] }]
    expect(find(['tablet', 'iPad'], synonyms, 'tablet')).toEqual(['tablet', 'iPad'])
    expect(find(['tablet', 'iPad'], synonyms, 'ipad')).toEqual(['iPad'])
  })

  test('a correction counts as typos: below synonyms, altCorrection2 below altCorrection1, none if typos are off', () => {
    const synonyms: Synonym[] = [
      { objectID: '2', type: 'altCorrection2', word: 'car', corrections: ['cart'] },
      { objectID: '1', type: 'altCorrection1', word: 'car', corrections: ['truck'] },
      both('car', 'automobile'),
    ]
    const titles = ['cart', 'truck', 'automobile', 'car']
    expect(find(titles, synonyms, 'car ')).toEqual(['automobile', 'car', 'truck', 'cart'])
    const answer = ask(titles, synonyms, { query: 'car ', getRankingInfo: true })
    expect(answer.hits.map((hit) => hit._rankingInfo?.nbTypos)).toEqual([0, 0, 1, 2])
    expect(find(titles, synonyms, 'car ', { typoTolerance: false })).toEqual(['automobile', 'car'])
    expect(find(titles, synonyms, 'car ', { disableTypoToleranceOnAttributes: ['title'] })).toEqual([
      'automobile',
      'car',
    ])
  })

  test('a replacement finds its placeholder, but not the reverse', () => {
    const synonyms: Synonym[] = [
      { objectID: '1', type: 'placeholder', placeholder: '<port>', replacements: ['8080', '443'] },
    ]
    expect(find(['Listen on <port>', '443'], synonyms, 'listen on 8080 ')).toEqual(['Listen on <port>'])
    expect(find(['Listen on <port>', '443'], synonyms, 'port')).toEqual(['Listen on <port>'])
  })

  test('a synonym without texts is ignored', () => {
    const broken = [{ objectID: '1', type: 'synonym' }, { objectID: '2' }, both('', '!'), both('a', 'A')]
    expect(find(['a'], broken as Synonym[], 'a')).toEqual(['a'])
  })
})

test('the fast path for plain words gives the same words as the parser', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'z', 'A', '8', 'é'), minLength: 1, maxLength: 5 })
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, (from) => {
      const synonyms = readSynonyms([{ objectID: '1', type: 'oneWaySynonym', input: 'other', synonyms: [from] }])
      const [found] = alternativesOf(synonyms, 'other')
      const words = readWords(from)
      expect(found).toMatchObject({
        key: keyOf(words),
        terms: words.map(({ term }) => term),
        letters: words.reduce((sum, { letters }) => sum + letters, 0),
        isSingleWord: !from.includes(' '),
      })
    }),
    propertyRuns(),
  )
})

test('memory grows with the texts, not with their pairs', () => {
  const words = Array.from({ length: 200 }, (_, at) => `w${at}`)
  const synonyms = readSynonyms([both(...words), both('w0', 'other')])
  expect(new Set([...synonyms.groups.values()].flat().map(({ texts }) => texts)).size).toBe(2)
  const found = alternativesOf(synonyms, 'w0').map(({ key }) => key)
  expect(found).toEqual([...words.slice(1), 'other'])
})

describe('several words', () => {
  test('are a synonym of one word, if they are adjacent and in order', () => {
    const synonyms = [both('CLI', 'command line interface')]
    const titles = ['The command line interface', 'Interface of a line of command', 'Use the CLI']
    expect(find(titles, synonyms, 'cli')).toEqual(['The command line interface', 'Use the CLI'])
    expect(find(titles, synonyms, 'command line interface', { typoTolerance: false })).toEqual([
      'The command line interface',
      'Use the CLI',
      'Interface of a line of command',
    ])
  })

  test('are a synonym of several words, beside other words', () => {
    const synonyms = [both('pull request', 'merge request')]
    const titles = ['Open a merge request', 'Close a merge request', 'A request']
    expect(find(titles, synonyms, 'open pull request')).toEqual(['Open a merge request'])
    const { _highlightResult } = ask(titles, synonyms, { query: 'open pull request' }).hits[0] ?? {}
    expect(_highlightResult).toMatchObject({
      title: { value: '<em>Open</em> a <em>merge</em> <em>request</em>', matchLevel: 'full' },
    })
  })

  test('joined and separate spellings are equal', () => {
    const synonyms = [both('TypeScript', 'TS')]
    for (const query of ['typescript', 'type script', 'TypeScript'])
      expect(find(['About TS'], synonyms, query)).toEqual(['About TS'])
    for (const title of ['typescript', 'TypeScript', 'Type Script'])
      expect(find([title], synonyms, 'ts')).toEqual([title])
  })

  test('symbols distinguish words', () => {
    const synonyms = [both('C++', 'cpp')]
    expect(find(['C++', 'C'], synonyms, 'cpp')).toEqual(['C++'])
    expect(find(['cpp'], synonyms, 'c++')).toEqual(['cpp'])
    expect(find(['cpp'], synonyms, 'c', { queryType: 'prefixNone' })).toEqual([])
  })

  test('scripts without spaces have synonyms', () => {
    expect(find(['容器运行时'], [both('docker', '容器运行')], 'docker')).toEqual(['容器运行时'])
    expect(find(['docker'], [both('docker', '容器运行')], '容器运行')).toEqual(['docker'])
  })
})

describe('beside the rest of a query', () => {
  test('plurals of a synonym are found, unfinished words have none', () => {
    expect(find(['containers'], [both('pod', 'container')], 'pod')).toEqual(['containers'])
    expect(find(['container'], [both('podium', 'container')], 'podi')).toEqual([])
  })

  test('alternativesAsExact: one word by default, several with multiWordsSynonym', () => {
    const synonyms = [both('cli', 'shell', 'command line')]
    const exact = (alternativesAsExact?: string[]): unknown[] =>
      ask(['my shell', 'my command line'], synonyms, {
        query: 'my cli',
        getRankingInfo: true,
        ...(alternativesAsExact && { alternativesAsExact }),
      }).hits.map((hit) => [hit.objectID, hit._rankingInfo?.nbExactWords])
    expect(new Map(exact() as [string, number][])).toEqual(
      new Map([
        ['0', 2],
        ['1', 1],
      ]),
    )
    expect(new Map(exact(['multiWordsSynonym']) as [string, number][])).toEqual(
      new Map([
        ['0', 1],
        ['1', 2],
      ]),
    )
  })

  test('with DOCS_SETTINGS a heading equal to the synonym is after the word and before longer headings', () => {
    const records = ['Kubernetes in production', 'Kubernetes', 'k8s'].map((title, at) => ({
      objectID: String(at),
      url: `/${at}`,
      type: 'lvl1',
      hierarchy: { lvl0: 'Docs', lvl1: title },
      content: null,
    })) as SearchRecord[]
    const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
    const synonyms = readSynonyms([both('k8s', 'kubernetes')])
    expect(search(index, { query: 'k8s' }, { synonyms }).hits.map((hit) => hit.objectID)).toEqual(['2', '1', '0'])
  })
})

describe('for any texts and synonyms', () => {
  const word: fc.Arbitrary<string> = fc.constantFrom('one', 'two', 'three', 'four', 'five')
  const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength })
  const scene = fc.record({
    titles: fc.array(words(6), { minLength: 1, maxLength: 8 }),
    query: words(4),
    pairs: fc.array(fc.record({ from: words(2), to: words(3) }), { maxLength: 4 }),
  })

  /** Where in `list` the words of `run` follow each other. */
  const placesOf = (list: string[], run: string[]): number[] =>
    list.flatMap((_, at) => (run.every((each, offset) => list[at + offset] === each) ? [at] : []))

  test('a record matches when each word of the query, or a synonym of words around it, is in it', () => {
    fc.assert(
      fc.property(scene, ({ titles, query, pairs }) => {
        const synonyms = pairs.map(({ from, to }, at): Synonym => ({
          objectID: String(at),
          type: 'oneWaySynonym',
          input: from.join(' '),
          synonyms: [to.join(' ')],
        }))
        const answer = ask(
          titles.map((title) => title.join(' ')),
          synonyms,
          { query: query.join(' '), queryType: 'prefixNone', typoTolerance: false, hitsPerPage: 100 },
          { searchableAttributes: ['title'] },
        )
        const expected = titles.flatMap((title, at) => {
          const matchesAt = (position: number): boolean =>
            title.includes(query[position] ?? '') ||
            pairs.some(({ from, to }) =>
              placesOf(query, from).some(
                (first) => first <= position && position < first + from.length && placesOf(title, to).length > 0,
              ),
            )
          return query.every((_, position) => matchesAt(position)) ? [String(at)] : []
        })
        expect(answer.hits.map((hit) => hit.objectID).sort()).toEqual(expected.sort())
      }),
      propertyRuns(1 / 10),
    )
  })
})
