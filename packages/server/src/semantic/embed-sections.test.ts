/** Batches, refusals and the limit of vectors, with a model of this process; `semantic.test.ts` has one over HTTP. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import type { LogEvent } from '../system/log.ts'
import { createEmbedder, type SectionEmbedder } from './embed-sections.ts'
import { type Embed, EndpointError } from './endpoint.ts'
import { IndexTables } from './index-vectors.ts'
import { quantise } from './quantise.ts'
import { hashOf, VectorFile } from './vector-file.ts'

let folder = ''
let file: VectorFile
let batches: string[][] = []
let events: LogEvent[] = []
beforeEach(() => {
  folder = folderOf()
  file = new VectorFile(join(folder, 'a.vectors'))
  batches = []
  events = []
})
afterEach(() => file.close())

/** Vectors of the first letters of texts. `bad` is refused, `zero` has no direction. */
const embed: Embed = async (texts) => {
  batches.push([...texts])
  if (texts.some((text) => text.startsWith('bad'))) throw new EndpointError('status 400', 400)
  return texts.map((text) => (text === 'zero' ? [0, 0] : [text.charCodeAt(0), text.length]))
}

function open(mostVectors?: number): SectionEmbedder {
  const signal = new AbortController().signal
  const log = (event: LogEvent): number => events.push(event)
  return createEmbedder(embed, file, { signal, changed: () => undefined, log, ...(mostVectors && { mostVectors }) })
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at} text`)
const has = (text: string): boolean => file.rowOf(hashOf(text)) !== undefined

test('texts are sent in batches, each text once', async () => {
  const embedder = open()
  await embedder.embed([...numbered(70), '3 text', '4 text'])
  expect(batches.map(({ length }) => length)).toEqual([32, 32, 6])
  await embedder.embed(numbered(71))
  expect(batches.at(-1)).toEqual(['70 text'])
  expect(file.size).toBe(71)
})

test('a refused text is found by halves, and not sent again', async () => {
  const embedder = open()
  const texts = ['a', 'b', 'bad', 'c', 'd']
  await embedder.embed(texts)
  expect(texts.map(has)).toEqual([true, true, false, true, true])
  const sent = batches.length
  await embedder.embed(texts)
  expect(batches).toHaveLength(sent)
  expect(embedder.requests).toBe(sent)
})

test('where nothing was ever embedded, a refusal is an error of the set-up', async () => {
  await expect(open().embed(['bad'])).rejects.toThrow('status 400')
})

test('a text without a direction has no vector', async () => {
  await open().embed(['a', 'zero', 'b'])
  expect(['a', 'zero', 'b'].map(has)).toEqual([true, false, true])
})

test('further texts than the limit have no vector, which is logged once', async () => {
  const embedder = open(40)
  await embedder.embed(numbered(50))
  await embedder.embed(numbered(60))
  expect(file.size).toBe(40)
  expect(events.map(({ event }) => event)).toEqual(['semantic-full'])
})

test('records with the same text share a vector, and all of them are found', async () => {
  const tables = new IndexTables(file)
  await open().embed(['a', 'z'])
  tables.begin('docs')
  for (const [id, text] of Object.entries({ one: 'a', two: 'a', three: 'z', four: 'none' }))
    tables.add('docs', id, file.rowOf(hashOf(text)))
  expect(tables.nearest('docs', { levels: Int8Array.of(127, 0), scale: 1 / 127 }).records).toEqual([])
  tables.finish('docs')
  expect(tables.counts()).toEqual({ docs: { sections: 4, embedded: 3 } })
  const near = quantise(['a'.charCodeAt(0), 1]) ?? { levels: new Int8Array(2), scale: 1 }
  const { records } = tables.nearest('docs', near)
  expect(records.map(({ objectID }) => objectID).toSorted()).toEqual(['one', 'three', 'two'])
  expect(tables.used()).toEqual(new Set([0, 1]))
  tables.keep([])
  expect(tables.nearest('docs', near).records).toEqual([])
})
