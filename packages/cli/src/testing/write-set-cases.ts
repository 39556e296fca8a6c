/** The requirements of `writeSet`, on an index of any backend: directly and through its API. */

import type { RecordSet } from '@docent/crawl'
import { DOCS_SETTINGS, type DocRecord } from '@docent/engine'
import { makeRecords } from '@docent/ingest/records'
import { type Backend, createApi, type IndexPart, isAdmin, listen, type Listening } from '@docent/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type CrawledIndex, indexOfBackend, indexOfHost } from '../crawl/crawled-index.ts'
import { type ServedState, writeSet } from '../crawl/write-set.ts'

/** An empty backend, and the end of its use. */
export interface Opened {
  backend: Backend
  close: () => Promise<void>
}

/** Records of a page: its lead with this text, and one for each section. */
const recordsOf = (url: string, text: string, sections: readonly string[]): DocRecord[] =>
  makeRecords({ url, title: url, label: url, group: 'Docs', lang: 'en', tags: [] }, [
    { level: 1, text: url, anchor: '', pieces: [{ kind: 'content', text }] },
    ...sections.map((name) => ({ level: 2, text: name, anchor: name, pieces: [] })),
  ])

/** A set of pages with their texts. */
function setOf(pages: Record<string, string>, sections: readonly string[] = ['a', 'b']): RecordSet {
  const all = new Map(Object.entries(pages).map(([url, text]) => [url, recordsOf(url, text, sections)]))
  const facts = [...all].map(([url, own]) => ({
    url,
    title: url,
    layout: '',
    records: own.length,
    hash: pages[url] ?? '',
  }))
  return {
    id: 1,
    created: '2026-01-01T00:00:00Z',
    pages: () => facts,
    records: () => [...all.values()].flat(),
    recordsOf: (url) => all.get(url) ?? [],
  }
}

const many = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`https://docs.example/p${i}`, text]))
/** Registers the tests. @param open is called before each of them. */
export function writeSetCases(open: () => Promise<Opened>): void {
  let backend: Backend
  let close: Opened['close']
  let server: Listening
  let calls: string[]
  beforeEach(async () => {
    ;({ backend, close } = await open())
    calls = []
    const api = createApi(backend)
    const noted = (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') calls.push(`${request.method} ${pathname.replace(/_tmp_\w+/, '_tmp')}`)
      return api.fetch(request)
    }
    server = await listen(noted, { host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    await server.close()
    await close()
  })

  const write = (index: CrawledIndex, before: RecordSet | undefined, after: RecordSet, served: ServedState) =>
    writeSet(index, { before, after, served, settings: undefined, firstSettings: DOCS_SETTINGS })
  const stored = async (): Promise<string[]> => {
    const { hits } = await backend.browse('docs', { hitsPerPage: 1000 })
    return hits.map((hit) => `${String(hit['url'])} ${String(hit['content'])}`).toSorted()
  }
  const texts = (set: RecordSet): string[] =>
    [...set.records()].map(({ url, content }) => `${url} ${content}`).toSorted()

  const kinds: [string, () => Promise<CrawledIndex>][] = [
    ['a backend', async () => indexOfBackend(backend, 'docs')],
    [
      'the API',
      async () => {
        const key = (await backend.keys.list()).find(isAdmin)?.value ?? ''
        return indexOfHost({ url: `http://127.0.0.1:${server.port}`, appId: 'docent', key, index: 'docs' }, {})
      },
    ],
  ]

  describe.each(kinds)('through %s', (_, openIndex) => {
    test('the first set is written whole, with the settings of docs; a small difference as one batch', async () => {
      const index = await openIndex()
      const first = setOf({ ...many(20, 'old'), 'https://docs.example/gone': 'x' })
      const { served, written } = await write(index, undefined, first, undefined)
      expect([written, await stored()]).toEqual([63, texts(first)])
      expect(await backend.getSettings('docs')).toMatchObject({ distinct: true, attributeForDistinct: 'url' })

      calls = []
      const second = setOf({ ...many(20, 'old'), 'https://docs.example/p7': 'new', 'https://docs.example/added': 'y' })
      const next = await write(index, first, second, served)
      // One changed record, three of a new page, three of a page that is gone.
      expect([next.written, await stored()]).toEqual([7, texts(second)])
      expect(calls.filter((call) => !call.endsWith('/batch'))).toEqual([])

      const again = await write(index, second, second, next.served)
      expect(again).toEqual({ served: next.served, written: 0, notes: [] })
    })

    test('an index that another program changed is replaced', async () => {
      const index = await openIndex()
      const set = setOf(many(5, 'text'))
      const { served } = await write(index, undefined, set, undefined)
      const { tasks } = await backend.write([{ action: 'save', index: 'docs', record: { objectID: 'foreign' } }])
      for (const { taskID } of tasks) await backend.waitForTask(taskID)
      expect(await stored()).not.toEqual(texts(set))
      expect((await write(index, set, set, served)).written).toBe(15)
      expect(await stored()).toEqual(texts(set))
    })

    test('a large difference is written whole', async () => {
      const index = await openIndex()
      // One change more than a batch may have, and two records that stay.
      const kept = { 'https://docs.example/kept': 'kept', 'https://docs.example/kept-too': 'kept' }
      const first = setOf({ ...many(1001, 'old'), ...kept }, [])
      const { served } = await write(index, undefined, first, undefined)
      const second = setOf({ ...many(1001, 'new'), ...kept }, [])
      expect((await write(index, first, second, served)).written).toBe(1003)
      expect((await backend.browse('docs', {})).nbHits).toBe(1003)
    })

    test('synonyms and rules of a configuration are saved, a wrong one is named, and those of others stay', async () => {
      const index = await openIndex()
      const set = setOf(many(2, 'text'))
      const words = (objectID: string, ...synonyms: string[]) => ({ objectID, type: 'synonym', synonyms })
      const rule = { objectID: 'r', conditions: [{ pattern: 'start', anchoring: 'is' }], consequence: { promote: [] } }
      const writeParts = (served: ServedState, synonyms: IndexPart[], rules: IndexPart[]) =>
        writeSet(index, {
          before: set,
          after: set,
          served,
          settings: undefined,
          parts: { synonyms, rules },
          firstSettings: DOCS_SETTINGS,
        })
      const idsOf = async (kind: 'synonyms' | 'rules') =>
        (await backend.listParts('docs', kind)).map(({ objectID }) => objectID)
      await write(index, undefined, set, undefined)
      await backend.waitForTask((await backend.saveParts('docs', 'synonyms', [words('own', 'a', 'b')])).taskID)

      const wrong = { objectID: 'w', type: 'unknown' }
      const first = await writeParts(undefined, [words('js', 'js', 'javascript'), wrong], [rule])
      expect([await idsOf('synonyms'), await idsOf('rules')]).toEqual([['own', 'js'], ['r']])
      expect(first.notes).toHaveLength(1)
      expect(first.notes[0]).toContain('The synonym w of the configuration is not saved')

      calls = []
      const again = await writeParts(first.served, [words('js', 'js', 'javascript'), wrong], [rule])
      expect([again.written, again.served]).toEqual([0, first.served])
      expect(calls.filter((call) => /synonyms|rules/.test(call))).toEqual([])

      const next = await writeParts(again.served, [words('ts', 'ts', 'typescript')], [])
      expect([await idsOf('synonyms'), await idsOf('rules')]).toEqual([['own', 'ts'], []])
      expect((await write(index, set, set, next.served)).written).toBe(0)
      expect(await idsOf('synonyms')).toEqual(['own', 'ts'])
    })

    test('the settings of an index stay, unless some are given', async () => {
      const index = await openIndex()
      const set = setOf(many(2, 'text'))
      const { served } = await write(index, undefined, set, undefined)
      await backend.waitForTask((await backend.updateSettings('docs', { hitsPerPage: 7 })).taskID)
      await write(index, set, set, served)
      expect(await backend.getSettings('docs')).toMatchObject({ hitsPerPage: 7 })
      const settings = { ...DOCS_SETTINGS, hitsPerPage: 9 }
      await writeSet(index, { before: set, after: set, served, settings, firstSettings: DOCS_SETTINGS })
      expect(await backend.getSettings('docs')).toMatchObject({ hitsPerPage: 9 })
    })
  })
}
