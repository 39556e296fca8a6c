/** The file of vectors: it survives restarts, torn writes and damage. */
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { quantise, type Quantised } from './quantise.ts'
import { hashOf, VectorFile, vectorPath } from './vector-file.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = folderOf()
  path = join(folder, 'vectors', 'a.vectors')
})

const rowOf = (text: string) => {
  const vector = [...Buffer.from(text.padEnd(8).slice(0, 8))]
  return { hash: hashOf(text), ...(quantise(vector) as Quantised) }
}
const TEXTS = ['stop', 'go', 'wait']

function fill(texts: readonly string[] = TEXTS): void {
  const file = new VectorFile(path)
  file.add(texts.map(rowOf))
  file.close()
}

/** The texts whose vectors are in the file, and right. */
function stored(texts: readonly string[] = TEXTS): string[] {
  const file = new VectorFile(path)
  const { vectors } = file
  const found = texts.filter((text) => {
    const row = file.rowOf(hashOf(text))
    if (row === undefined) return false
    const { levels, scale } = rowOf(text)
    const from = row * vectors.dimensions
    expect(vectors.levels.slice(from, from + vectors.dimensions)).toEqual(levels)
    expect(vectors.scales[row]).toBe(Math.fround(scale))
    return true
  })
  file.close()
  return found
}

test('vectors are found after a restart, and only their owner can read the file', () => {
  fill()
  expect(stored()).toEqual(TEXTS)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a vector is stored once', () => {
  fill()
  const size = statSync(path).size
  fill()
  expect(statSync(path).size).toBe(size)
})

test('a torn row is left out, and rows after it are whole', () => {
  fill()
  truncateSync(path, statSync(path).size - 5)
  expect(stored()).toEqual(['stop', 'go'])
  fill(['more'])
  expect(stored([...TEXTS, 'more'])).toEqual(['stop', 'go', 'more'])
})

test('a damaged row is left out, and those after it are read', () => {
  fill()
  const bytes = readFileSync(path)
  const rowBytes = (bytes.length - 12) / TEXTS.length
  bytes[12 + rowBytes + 20] = (bytes[12 + rowBytes + 20] as number) ^ 1
  writeFileSync(path, bytes)
  expect(stored()).toEqual(['stop', 'wait'])
})

test.for(['', 'DOC', 'another file', 'DOCVEC01\0\0\0\0', 'DOCVEC01\xff\xff\xff\xff'])(
  'the unknown file %j is replaced',
  (content) => {
    fill()
    writeFileSync(path, content, 'latin1')
    expect(stored()).toEqual([])
    fill()
    expect(stored()).toEqual(TEXTS)
  },
)

test('vectors of another length are refused, with the remedy', () => {
  fill()
  const file = new VectorFile(path)
  const other = { hash: hashOf('x'), ...(quantise([1, 2]) as Quantised) }
  expect(() => file.add([other])).toThrow(/returns 2 dimensions, and .* has 8: delete the file/)
  file.close()
  expect(stored()).toEqual(TEXTS)
})

test('a rewritten file has the used rows, and takes further ones', () => {
  fill()
  const file = new VectorFile(path)
  const rows = TEXTS.map((text) => file.rowOf(hashOf(text)) as number)
  const moved = file.compact(new Set([rows[0] as number, rows[2] as number]))
  expect([...moved]).toEqual([
    [0, 0],
    [2, 1],
  ])
  file.add([rowOf('more')])
  file.close()
  expect(stored([...TEXTS, 'more'])).toEqual(['stop', 'wait', 'more'])
})

test('many vectors are read back', () => {
  const texts = Array.from({ length: 3000 }, (_, at) => `${at} text`)
  fill(texts)
  expect(stored(texts)).toHaveLength(3000)
  appendFileSync(path, 'x')
  expect(stored(texts)).toHaveLength(3000)
})

test('another model or address has another file', () => {
  const one = vectorPath(folder, { url: 'https://a.example/v1/embeddings', model: 'm' })
  expect(vectorPath(folder, { url: 'https://a.example/v1/embeddings', model: 'n' })).not.toBe(one)
  expect(vectorPath(folder, { url: 'https://b.example/v1/embeddings', model: 'm' })).not.toBe(one)
  expect(vectorPath(folder, { url: 'https://a.example/v1/embeddings', model: 'm', key: 'k' })).toBe(one)
})
