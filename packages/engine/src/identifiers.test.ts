/**
 * Spellings of one identifier find each other: a query with one of them finds the section that is written with another.
 * Each list is a set of equivalents; every ordered pair of them is a case, once with the word in a heading and once in
 * the text, among sections that have its parts here and there.
 */
import { describe, expect, test } from 'vitest'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import type { SearchRecord } from './wire.ts'

function section(url: string, title: string, content: string): SearchRecord {
  const hierarchy = { lvl0: 'Documentation', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
  return { objectID: url, url, type: 'lvl1', hierarchy, content }
}

/** Parts of the words below, apart and in prose, which must not come first. */
const NOISE = [
  section('/one', 'Overview', 'The use of an effect is to build; a tool reads a file, an argument for a child.'),
  section('/two', 'Details', 'Media of the capacity of a cache; maps are flat, arrays have a prototype.'),
  section('/three', 'Steps', 'Skip this bridge and call a tool. Set an app, then wait for the timeout; derive it.'),
  section('/four', 'More', 'A host, hosts, hosted. The letters a and c, d and then b. Mutations are mut.'),
]

function first(record: SearchRecord, query: string): unknown {
  const index: Index = openIndex(buildIndex([...NOISE, record], DOCS_SETTINGS), DOCS_SETTINGS)
  return search(index, { query }).hits[0]?.['url']
}

/** More than two words apart are prose: they are found by the words, not by all of them typed as one. */
const isIdentifier = (written: string): boolean => written.split(' ').length <= 2

const EQUIVALENT = [
  ['useEffect', 'use effect', 'useeffect', 'use-effect', 'use_effect'],
  ['SKIP_BRIDGE', 'skip_bridge', 'skip bridge', 'skipbridge'],
  ['check_tool_call', 'checkToolCall', 'check tool call', 'checktoolcall'],
  ['lru.capacity', 'lru capacity', 'lrucapacity', 'LRU.capacity'],
  ['app:setTimeout', 'app set timeout', 'appsettimeout', 'app.setTimeout'],
  ['fs.readFile', 'fsreadfile', 'fs read file', 'FS.readfile', 'fs::read_file'],
  ['Array.prototype.flatMap', 'arrayprototypeflatmap', 'array prototype flat map', 'Array#prototype#flatMap'],
  ['--build-arg', 'build-arg', 'build arg', 'buildarg', '--buildArg'],
  [':nth-child', 'nth-child', 'nth child', 'nthchild'],
  ['A-B', 'a b', 'a-b'],
]

const PARTS: readonly (readonly [written: string, typed: string])[] = [
  ['check_tool_call', 'tool_call'],
  ['check_tool_call', 'toolcall'],
  ['fs.readFile', 'readfile'],
  ['fs.readFile', 'readFile'],
  ['fs.readFile', 'fs.read'],
  ['Array.prototype.flatMap', 'flatMap'],
  ['Array.prototype.flatMap', 'prototype.flatmap'],
  ['app:setTimeout', 'setTimeout'],
  ['app:setTimeout', 'settime'],
  ['--build-arg', '--build'],
]

const SYMBOLS = [
  'C++',
  'C#',
  '!!',
  '...',
  '=>',
  '?.',
  '@media',
  '&mut',
  '#[derive]',
  '--host',
  ':nth-child',
  '$HOME',
  '<slot>',
]

describe('each spelling finds the section that has the other', () => {
  const pairs = EQUIVALENT.flatMap((list) =>
    list.filter(isIdentifier).flatMap((a) => list.filter((b) => b !== a).map((b) => [a, b] as const)),
  )
  test.each(pairs)('written %s, typed %s', (written, typed) => {
    expect(first(section('/it', written, 'Described here.'), typed)).toBe('/it')
    expect(first(section('/it', 'Something else', `Take ${written} for it.`), typed)).toBe('/it')
  })
})

describe('a part of an identifier finds it', () => {
  test.each(PARTS)('written %s, typed %s', (written, typed) => {
    expect(first(section('/it', written, 'Described here.'), typed)).toBe('/it')
    expect(first(section('/it', 'Something else', `Take ${written} for it.`), typed)).toBe('/it')
  })
})

describe('a symbol is found in a heading and in the text', () => {
  test.each(SYMBOLS)('%s', (symbol) => {
    expect(first(section('/it', symbol, 'Described here.'), symbol)).toBe('/it')
    expect(first(section('/it', 'Something else', `Take ${symbol} for it.`), symbol)).toBe('/it')
    expect(first(section('/it', `Something with ${symbol}`, 'Described here.'), symbol)).toBe('/it')
  })
})

const opened = (records: SearchRecord[]): Index => openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
const urls = (index: Index, query: string): unknown[] => search(index, { query }).hits.map((hit) => hit['url'])

describe('a query with symbols ranks the text with the symbols first', () => {
  const padding = 'It is described with all that belongs to it, at length and in many words of prose. '.repeat(4)
  const index = opened([
    section('/hosts', 'Access', 'No option for hosts, hosts, hosts.'),
    section('/host-configuration', 'Host configuration', 'What a host has to have: a host name.'),
    section('/hostname', 'Naming', 'Use --hostname and --hostname again.'),
    section('/cli', 'Command line', `${padding} --host 127.0.0.1 ${padding}`),
    section('/nth', 'Selecting children', `${padding} :nth-child(2n) ${padding}`),
    section('/child', 'The nth child', 'An nth child is a child.'),
    section('/media', 'Media types', 'media, media, media'),
    section('/queries', 'Responsive pages', `${padding} @media print ${padding}`),
    section('/slots', 'Slot', 'slot, slot, slot'),
    section('/slot-tag', 'Elements', `${padding} <slot name="a"> ${padding}`),
    section('/no-cache', 'Flags', `${padding} --no-cache ${padding}`),
    section('/no-cache-option', 'Options of the cache', 'Set noCache: there is noCache and noCache.'),
    section('/glaze-timers', 'Clocks', `${padding} @kiln/glaze-timers ${padding}`),
    section('/timers', 'Options', 'Take @kiln/clay for glazeTimers, glazeTimers, glazeTimers.'),
    section('/c', 'C', 'C is a language.'),
    section('/cpp', 'Languages', `${padding} C++ ${padding}`),
    section('/sync', 'Blocking calls', 'fs.readFileSync, fs.readFileSync, fs.readFileSync'),
    section('/read', 'Asynchronous calls', `${padding} fs.readFile ${padding}`),
    section('/files', 'Files', 'Read a file of the fs: files are read.'),
  ])
  test.each([
    ['--host', '/cli'],
    [':nth-child', '/nth'],
    ['@media', '/queries'],
    ['<slot>', '/slot-tag'],
    ['--no-cache', '/no-cache'],
    ['@kiln/glaze-timers', '/glaze-timers'],
    ['C++', '/cpp'],
    ['fs.readFile', '/read'],
  ])('%s', (query, expected) => {
    expect(urls(index, query)[0]).toBe(expected)
  })

  test('the symbol comes first, then its continuation, the bare word, and its inflection', () => {
    expect(urls(index, '--host')).toEqual(['/cli', '/hostname', '/host-configuration', '/hosts'])
  })

  test('the exact form of a word is before its continuation, that before its inflection', () => {
    const words = opened([
      section('/inflection', 'One', 'hosts, hosts, hosts'),
      section('/continued', 'Two', 'hosted, hosted, hosted'),
      section('/exact', 'Three', `${padding} host ${padding}`),
    ])
    expect(urls(words, 'host')[0]).toBe('/exact')
  })
})

describe('words typed apart that a text joins', () => {
  const padding = 'It is described with all that belongs to it, at length and in many words of prose. '.repeat(4)
  const common = [
    section('/volumes', 'Volumes', 'A snapshot is easy to have: you create a volume, and create one of it.'),
    section('/claims', 'Claims', 'Create a claim. A snapshot of it can be had too.'),
  ]
  const named = (at: number): SearchRecord =>
    section(`/named${at}`, `Calls ${at}`, `${padding} CreateSnapshot ${padding}`)

  test('rank the joined word before the separate words', () => {
    expect(urls(opened([...common, named(1)]), 'create snapshot')[0]).toBe('/named1')
  })

  test('rank a heading that is the joined word first', () => {
    const headed = section('/heading', 'CreateSnapshot', 'A call.')
    expect(urls(opened([...common, named(1), headed]), 'create snapshot')[0]).toBe('/heading')
  })
})

describe('fenced code', () => {
  const inCode = {
    ...section('/example', 'An example', 'See below.'),
    code: '$ run --port 80 --cache-dir /tmp\nfs.readFileSync(path)',
  }
  const often = { ...section('/often', 'Examples', 'See below.'), code: 'tool --port 80 --cache-dir /tmp\n'.repeat(50) }

  test.each(['--cache-dir', 'cache-dir', 'cache dir', 'readFileSync', 'read file sync'])(
    'makes %s findable',
    (query) => {
      expect(first(inCode, query)).toBe('/example')
    },
  )

  test.each(['--port', 'port', 'cache-dir'])('never comes before a heading: %s', (query) => {
    const index = opened([often, inCode, section('/heading', query, 'It is described here.'), ...NOISE])
    expect(urls(index, query)[0]).toBe('/heading')
    const longer = opened([
      often,
      inCode,
      section('/heading', `Setting ${query} for a server`, 'It is described.'),
      ...NOISE,
    ])
    expect(urls(longer, query)[0]).toBe('/heading')
  })

  test('comes after text', () => {
    const index = opened([often, inCode, section('/text', 'Elsewhere', 'Give it a --port to listen on.'), ...NOISE])
    expect(urls(index, '--port')[0]).toBe('/text')
  })
})
