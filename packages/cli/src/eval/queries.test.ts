import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { readQueries } from './queries.ts'

const folder = folderOf()

async function read(name: string, text: string | Uint8Array) {
  const file = join(folder, name)
  await writeFile(file, text)
  return readQueries(file)
}

describe('YAML', () => {
  test('is a list of queries, the answer one URL or several', async () => {
    const text = '- query: if let\n  expect: [/if-let#else, /let]\n- query: C++\n  expect: /cpp\n  set: symbols\n'
    expect(await read('q.yaml', text)).toEqual([
      {
        id: 'if let',
        set: 'queries',
        query: 'if let',
        targets: ['/if-let#else', '/let'],
        pageTargets: ['/if-let', '/let'],
      },
      { id: 'C++', set: 'symbols', query: 'C++', targets: ['/cpp'], pageTargets: ['/cpp'] },
    ])
  })

  test('is a map from query to URLs', async () => {
    const queries = await read('q.yml', 'if let: /if-let\n"--host":\n  - /cli\n  - /serve#host\n')
    expect(queries.map(({ query, targets }) => [query, targets])).toEqual([
      ['if let', ['/if-let']],
      ['--host', ['/cli', '/serve#host']],
    ])
  })

  test('has texts only: numbers and booleans of YAML are queries', async () => {
    const queries = await read('q.yaml', '404: /not-found\nnull: /null\non: /on\n1.0: /releases\n')
    expect(queries.map(({ query }) => query)).toEqual(['404', 'null', 'on', '1.0'])
  })

  test.for([
    ['a query without an answer', '- query: a\n  expect: /a\n\n- query: b\n', /q\.yaml:4 is no query/],
    ['an empty answer in a map', 'a: /a\nb:\n', /q\.yaml:2 is no query/],
    ['a query that YAML reads as an anchor', '- query: x\n  expect: /x\n- query: &mut\n  expect: /m\n', /q\.yaml:3/],
    ['a query that YAML reads as a tag', '- query: x\n  expect: /x\n- query: !!\n  expect: /m\n', /q\.yaml:3/],
    ['the same query twice in a map', 'a: /a\nb: /b\na: /c\n', /q\.yaml:3 .*unique/],
    ['an open bracket', '- query: a\n  expect: [/a\n- query: b\n', /q\.yaml:\d .*quotes/],
    ['a text', 'install\n', /q\.yaml:1 is neither a list of queries nor a map/],
    ['nothing', '# later\n', /holds no query/],
  ] as const)('%s: a sentence with file and line', async ([, text, message]) => {
    const error = await read('q.yaml', text).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toMatch(message)
  })
})

describe('JSON Lines', () => {
  test('may be compressed, and may have empty lines', async () => {
    const text = '{"query": "a", "expect": ["/a"]}\n\n{"query": "b", "expect": "/b"}\n'
    expect(await read('q.jsonl.gz', gzipSync(text))).toHaveLength(2)
  })

  test('of a known-item set have set, variant and page', async () => {
    const row = { id: 'n-1', set: 'symbols', variant: 'raw', query: 'fs', targets: ['/x#fs'], page_targets: ['/y'] }
    expect(await read('q.jsonl', JSON.stringify(row))).toEqual([
      { id: 'n-1', set: 'symbols', variant: 'raw', query: 'fs', targets: ['/x#fs'], pageTargets: ['/y'] },
    ])
  })

  test.for([
    ['{"query": "a", "expect": ["/a"]}\n{"query": "b"}', /q\.jsonl:2 is no query/],
    ['{"query": "a", "expect": []}', /q\.jsonl:1 is no query/],
    ['{"query": " ", "expect": ["/a"]}', /q\.jsonl:1 is no query/],
    ['\n{"query": ', /q\.jsonl:2 is not JSON/],
  ] as const)('%s: a sentence with file and line', async ([text, message]) => {
    await expect(read('q.jsonl', text)).rejects.toThrow(message)
  })
})

test('the same query twice in a set has two ids', async () => {
  const queries = await read('q.yaml', '- {query: a, expect: /a}\n- {query: a, expect: /b}\n')
  expect(queries.map(({ id }) => id)).toEqual(['a', 'a (2)'])
})
