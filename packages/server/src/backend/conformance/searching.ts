/** Searches: order of answers, strategies, refusals. */
import { DOCS_SETTINGS, type SearchRecord } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import { asSearch, badRequest, fill, notFound, type WithBackend } from './context.ts'

/** Registers the groups of this file. */
export function searchingConformance(withBackend: WithBackend): void {
  withBackend('searching', (backend) => {
    beforeAll(() => fill(backend(), 'docs'))

    test('a list of queries is answered in order', async () => {
      const results = await backend().search([
        { indexName: 'docs', query: 'install' },
        { indexName: 'docs', query: 'server', facets: ['lang'] },
        { indexName: 'docs', type: 'facet', facet: 'lang', facetQuery: 'd' },
      ])
      expect(asSearch(results[0]).hits.map((hit) => hit.objectID)).toEqual(['a'])
      expect(asSearch(results[1])).toMatchObject({ nbHits: 3, facets: { lang: { en: 2, de: 1 } }, index: 'docs' })
      expect(results[2]).toMatchObject({ facetHits: [{ value: 'de', count: 1 }] })
    })

    test('an empty list of queries has an empty list of answers', async () =>
      expect(await backend().search([])).toEqual([]))

    test('encoded answers are the same, in their formats', async () => {
      const request = { indexName: 'docs', query: 'server', attributesToHighlight: [] }
      const format = { query: 'asked', params: 'query=asked', publicUrl: '/base', queryID: 'q' }
      const answers = await backend().searchJson([
        { request, format },
        { request, format: { ...format, fields: ['query', 'nbHits'] } },
      ])
      const [plain] = await backend().search([request])
      const [whole, part] = answers.map((answer) => JSON.parse(Buffer.from(answer).toString()) as object)
      const { nbHits } = plain as { nbHits: number }
      expect(whole).toMatchObject({ nbHits, query: 'asked', params: 'query=asked', queryID: 'q', index: 'docs' })
      expect(part).toEqual({ query: 'asked', nbHits })
      expect(await backend().searchJson([])).toEqual([])
    })

    test('times are whole milliseconds', async () => {
      const [result] = await backend().search([{ indexName: 'docs', query: 'server' }])
      expect(Number.isInteger(result?.processingTimeMS)).toBe(true)
    })

    test('with stopIfEnoughMatches, queries after a full page are answered without hits', async () => {
      const queries = [
        { indexName: 'docs', query: 'nothing at all', hitsPerPage: 1 },
        { indexName: 'docs', query: 'server', hitsPerPage: 1 },
        { indexName: 'docs', query: 'server', hitsPerPage: 1 },
      ]
      const counts = async (strategy: 'none' | 'stopIfEnoughMatches') =>
        (await backend().search(queries, { strategy })).map((result) => asSearch(result).hits.length)
      expect(await counts('none')).toEqual([0, 1, 1])
      expect(await counts('stopIfEnoughMatches')).toEqual([0, 1, 0])
    })

    test('with the ranking of docs, the section of the newest version is first, a tag before its name', async () => {
      const section = (version: string, content: string): SearchRecord => ({
        objectID: version,
        url: `/${version}/slots`,
        type: 'lvl1',
        hierarchy: { lvl0: null, lvl1: 'Parts' },
        content,
        version,
      })
      const records = [
        section('9.2', 'The element <slot> of a page. A slot.'),
        section('10.1', 'The element <slot> of a page.'),
        section('next', 'The element <slot> of a page.'),
        section('11.0', 'A slot of a page, a slot.'),
      ]
      await backend().waitForTask((await backend().replaceRecords('versions', records, DOCS_SETTINGS)).taskID)
      const idsFor = async (query: string): Promise<string[]> => {
        const [result] = await backend().search([{ indexName: 'versions', query }])
        return asSearch(result).hits.map((hit) => hit.objectID)
      }
      expect(await idsFor('parts')).toEqual(['11.0', 'next', '10.1', '9.2'])
      expect(await idsFor('<slot>')).toEqual(['next', '10.1', '9.2', '11.0'])
    })

    test('a missing index is 404 with the wire\u2019s text', async () => {
      const search = backend().search([{ indexName: 'docs' }, { indexName: 'nowhere' }])
      await expect(search).rejects.toThrow('Index nowhere does not exist')
      await expect(search).rejects.toThrow(notFound)
    })

    test('an invalid filter is 400', async () =>
      expect(backend().search([{ indexName: 'docs', filters: 'lang:en AND (' }])).rejects.toThrow(badRequest))

    test('a parameter of the query takes precedence over the setting of the index', async () => {
      const [result] = await backend().search([{ indexName: 'docs', query: 'server', hitsPerPage: 2 }])
      expect(asSearch(result)).toMatchObject({ hitsPerPage: 2, nbPages: 2, nbHits: 3 })
    })
  })
}
