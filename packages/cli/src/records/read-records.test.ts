import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { SearchRecord } from '@docent/engine'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { readRecords, type RecordFile } from './read-records.ts'

const folder = folderOf()

async function listOf(records: RecordFile): Promise<SearchRecord[]> {
  const list: SearchRecord[] = []
  for await (const record of records) list.push(record)
  return list
}

async function read(name: string, content: string | Uint8Array) {
  await writeFile(join(folder, name), content)
  return listOf(await readRecords(join(folder, name)))
}

test('records are read line by line, plain or gzipped, and numeric objectIDs become texts', async () => {
  const text = '{"objectID":"a","n":1}\n\n{"objectID":7}\n'
  const expected = [{ objectID: 'a', n: 1 }, { objectID: '7' }]
  expect(await read('plain.jsonl', text)).toEqual(expected)
  expect(await read('packed.jsonl.gz', gzipSync(text))).toEqual(expected)
})

test('a character of several bytes and a line are read whole wherever the chunks of the file end', async () => {
  const records = Array.from({ length: 9000 }, (_, i) => ({ objectID: `${i}`, text: '検証 é 👩 '.repeat(i % 17) }))
  const text = records.map((record) => JSON.stringify(record)).join('\n')
  expect(await read('large.jsonl', text)).toEqual(records)
  expect(await read('large.jsonl.gz', gzipSync(text))).toEqual(records)
})

test('the number of records and their form are known before they are read', async () => {
  await writeFile(join(folder, 'docs.jsonl'), '{"objectID":"a"}\n{"objectID":"b","hierarchy":{}}\n')
  expect(await readRecords(join(folder, 'docs.jsonl'))).toMatchObject({ length: 2, hasHierarchy: true })
  await writeFile(join(folder, 'other.jsonl'), '{"objectID":"a"}\n')
  expect(await readRecords(join(folder, 'other.jsonl'))).toMatchObject({ length: 1, hasHierarchy: false })
})

test('a file that is changed after its check gives an error with the line', async () => {
  const file = join(folder, 'changed.jsonl')
  await writeFile(file, '{"objectID":"a"}\n{"objectID":"b"}\n')
  const records = await readRecords(file)
  await writeFile(file, '{"objectID":"a"}\n{"objec')
  await expect(listOf(records)).rejects.toThrow(/changed\.jsonl:2 is not JSON/)
})

test('a damaged gzip file is an error of one sentence', async () => {
  const packed = gzipSync('{"objectID":"a"}\n'.repeat(9))
  await expect(read('cut.jsonl.gz', packed.subarray(0, -9))).rejects.toThrow(/cut\.jsonl\.gz cannot be read: .*\.$/)
})

test('every faulty line is named, with its fault', async () => {
  const lines = ['{"objectID":"a"}', '{', '[]', '{"title":"x"}', '{"objectID":""}', '{"objectID":"a"}']
  lines.push(`{"objectID":"b","t":"${'x'.repeat(200_000)}"}`, `{"objectID":"${'x'.repeat(600)}"}`)
  const message = await read('faulty.jsonl', lines.join('\n')).then(String, (error: Error) => error.message)
  const faults = message.split('\n').map((line) => line.replace(/^.*?faulty\.jsonl:/, ''))
  expect(faults).toEqual([
    expect.stringMatching(/^2 is not JSON/),
    expect.stringMatching(/^3 is no record: it must be an object/),
    expect.stringMatching(/^4 is no record: it needs an "objectID"/),
    expect.stringMatching(/^5 is no record/),
    '6 has the objectID of line 1',
    expect.stringMatching(/^7 has 2000\d\d bytes: a record may have 102400/),
    '8 has an objectID of more than 512 bytes',
  ])
})

test('no more than twenty faults are listed; the rest is counted', async () => {
  const message = await read('many.jsonl', '{\n'.repeat(25)).then(String, (error: Error) => error.message)
  expect(message.split('\n')).toHaveLength(21)
  expect(message).toMatch(/and 5 more$/)
})

test('a missing file is an error of one sentence', () =>
  expect(readRecords(join(folder, 'none.jsonl'))).rejects.toThrow('there is no such file'))
