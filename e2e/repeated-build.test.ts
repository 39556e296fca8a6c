/** Builds after others: the output is that of a build without an earlier one, and nothing is read for unchanged inputs. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

import * as fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { buildCommand, type BuildOptions } from '../packages/cli/src/commands/build.ts'
import { propertyRuns, timeoutOf } from '../packages/engine/src/testing/property-runs.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'

/** As few as the builds of a case allow. */
const RUNS = propertyRuns(0.002)
const LONG = { tags: 'long', ...timeoutOf(RUNS) }

const FILES: Record<string, string> = {
  'mkdocs.yml': 'site_name: Gears\nnav:\n  - index.md\n  - Ratio: guide/ratio.md\n  - guide/oil.md\n',
  'part.md': 'A part beside the docs.\n',
  'docs/index.md': '# Gears\n\nSee [the ratio](guide/ratio.md), [oil](guide/oil.md#kinds), ![](img/gear.svg).\n',
  'docs/guide/ratio.md': '---\ntags: [numbers]\n---\n# Ratio\n\nTurn `--ratio` up. ![](gone.png)\n\n--8<-- "part.md"\n',
  'docs/guide/oil.md':
    '---\nredirect_from: /grease\n---\n# Oil\n\n## Kinds\n\n```js\nlet oil = 1\n```\n\\[not](plan.md) a link\n',
  'docs/img/gear.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'docs/own.css': 'h1 { color: red }\n',
  'docs/docent.config.json': '{ "siteUrl": "https://gears.example.com", "css": "own.css" }',
}

let home = ''
let docs = ''
let out = ''
let printed: string[] = []

beforeAll(async () => {
  await buildClient()
})
beforeEach(() => {
  home = folderOf()
  docs = join(home, 'docs')
  out = join(home, 'out')
  for (const [path, text] of Object.entries(FILES)) put(path, text)
  const keep = (text: string): void => void printed.push(text.replace(/[\d.]+ s$/, ''))
  vi.spyOn(console, 'log').mockImplementation(keep)
  vi.spyOn(console, 'error').mockImplementation(keep)
})
afterEach(() => vi.restoreAllMocks())

/** Writes a file with a new time, as an author does: the clock of a file system may be too coarse for a test. */
let time = Date.now() / 1000 - 100_000
function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
  time += 1
  utimesSync(join(home, path), time, time)
}

async function build(options: Partial<BuildOptions> = {}, version = '1'): Promise<{ code: number; printed: string[] }> {
  printed = []
  const code = await buildCommand(docs, version, { out, quiet: true, ...options })
  return { code, printed: printed.map((line) => line.replaceAll(options.out ?? out, 'OUT')) }
}

/** As `build`, with whether the docs were read. */
async function buildAgain(
  options: Partial<BuildOptions> = {},
  version?: string,
): Promise<Awaited<ReturnType<typeof build>> & { isRead: boolean }> {
  const parsed = join(docs, '.docent/parsed-pages.bin')
  rmSync(parsed)
  const result = await build(options, version)
  const isRead = existsSync(parsed)
  if (!isRead) writeFileSync(parsed, '')
  return { ...result, isRead }
}

/** Files of a site by path. Left out: the mark, and the index, which has a delta after a change. */
function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== '.docent-site' && !path.startsWith(join('_docent', 'search')))
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}

/** Expects the output, and the printed lines, of a build without an earlier one. */
async function expectAsCold(
  again: Awaited<ReturnType<typeof build>>,
  options: Partial<BuildOptions> = {},
): Promise<void> {
  const fresh = mkdtempSync(join(home, 'fresh-'))
  const place = { out: join(fresh, 'out'), data: join(fresh, 'data') }
  const cold = await build({ ...options, ...place })
  expect(filesOf(out)).toEqual(filesOf(place.out))
  const lines = (all: readonly string[]): string[] => all.map((line) => line.replace(/\S*problems\.txt/, 'PROBLEMS'))
  expect(lines(again.printed)).toEqual(lines(cold.printed))
  rmSync(fresh, { recursive: true })
}

test('a build of unchanged docs prints the same lines and reads and writes nothing', async () => {
  const first = await build()
  const times = (): number[] => Object.keys(filesOf(out)).map((path) => statSync(join(out, path)).mtimeMs)
  const before = times()
  const again = await buildAgain()
  expect(again).toMatchObject({ isRead: false, code: 0, printed: first.printed })
  expect(first.printed.join('\n')).toContain('gone.png')
  expect(times()).toEqual(before)
  expect((await build({ json: true })).printed.at(-1)).toContain('"problems"')
  await expectAsCold(await build())
})

describe('the docs are read again, once, after a change of', { tags: 'long' }, () => {
  const changes: [what: string, change: () => void, more?: { options?: Partial<BuildOptions>; version?: string }][] = [
    ['a page', () => put('docs/index.md', '# Gears\n\nOther.\n')],
    ['the title of a page', () => put('docs/guide/oil.md', '# Oils\n')],
    ['the pages of the folder', () => put('docs/guide/new.md', '# New\n')],
    ['a page that is removed', () => rmSync(join(docs, 'guide/oil.md'))],
    ['a target in Markdown that is no link', () => put('docs/guide/plan.md', '# Plan\n')],
    ['an included file beside the docs', () => put('part.md', 'Another part.\n')],
    ['an image', () => put('docs/img/gear.svg', '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>\n')],
    ['an image that was missing', () => put('docs/guide/gone.png', 'PNG')],
    ["the generator's configuration", () => put('mkdocs.yml', 'site_name: Wheels\nnav:\n  - index.md\n')],
    ['a hidden file of the generator', () => put('docs/guide/.nav.yml', 'nav:\n  - ratio.md\n')],
    ["the generator's files beside the docs", () => put('package.json', '{ "name": "gears" }\n')],
    ["the generator's files in a folder beside the docs", () => put('overrides/main.html', '<p>\n')],
    ['the configuration', () => put('docs/docent.config.json', '{ "hue": 20 }')],
    ['the style sheet', () => put('docs/own.css', 'h1 { color: blue }\n')],
    ['the options', () => undefined, { options: { base: '/below/' } }],
    ['the version', () => undefined, { version: '2' }],
    ['an output that is removed', () => rmSync(join(out, 'guide/oil/index.html'))],
    ['an output that another program has edited', () => appendFileSync(join(out, 'guide/oil/index.html'), 'x')],
    ['a copied output', () => writeFileSync(join(out, 'img/gear.svg'), '<svg/>')],
    [
      'the last commit of a page',
      () => {
        const git = (...args: string[]): unknown => execFileSync('git', ['-C', home, ...args], { stdio: 'ignore' })
        git('init')
        git('add', 'docs')
        git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'Add the docs')
      },
    ],
  ]
  test.each(changes)('%s', async (_, change, { options, version } = {}) => {
    await build()
    change()
    expect(await buildAgain(options, version)).toMatchObject({ isRead: true, code: 0 })
    const again = await buildAgain(options, version)
    expect(again.isRead).toBe(false)
    await expectAsCold(again, options)
  })
})

test('an output into which other docs were built is written again', async () => {
  await build()
  const before = filesOf(out)
  put('others/index.md', '# Others\n')
  expect(await buildCommand(join(home, 'others'), '1', { out, quiet: true })).toBe(0)
  expect(await buildAgain()).toMatchObject({ isRead: true, code: 0 })
  expect(filesOf(out)).toEqual(before)
})

test('--strict fails unchanged docs with a problem, and leaves their output', async () => {
  await build()
  const before = filesOf(out)
  const { code, printed: lines } = await build({ strict: true })
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining('--strict')])
  expect(filesOf(out)).toEqual(before)
})

test('posts whose date decides are read each time', async () => {
  rmSync(join(home, 'mkdocs.yml'))
  put('hugo.toml', 'title = "Gears"\ncontentDir = "docs"\n')
  await build()
  expect(await buildAgain()).toMatchObject({ isRead: true, code: 0 })
})

test('after any changes the output is that of a build without an earlier one', LONG, async () => {
  const page = fc.constantFrom(
    'docs/index.md',
    'docs/guide/ratio.md',
    'docs/guide/oil.md',
    'docs/new.md',
    'docs/guide/plan.md',
  )
  const text = fc
    .array(
      fc.constantFrom(
        '# One',
        '## Two',
        'A word.',
        '[a](guide/oil.md#two)',
        '[b](../new.md)',
        '\\[c](plan.md)',
        '![](img/gear.svg)',
        '--8<-- "part.md"',
        '```js\nlet a = 1\n```',
      ),
      { maxLength: 6 },
    )
    .map((lines) => `${lines.join('\n\n')}\n`)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path: fc.oneof(page, fc.constant('part.md')), text }),
    fc.record({ kind: fc.constant('remove' as const), path: page, text }),
    fc.record({ kind: fc.constant('spoil' as const), path: fc.constant(''), text }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      for (const [path, content] of Object.entries(FILES)) put(path, content)
      await build()
      for (const steps of rounds) {
        for (const { kind, path, text: content } of steps) {
          if (kind === 'write') put(path, content)
          else if (kind === 'remove') rmSync(join(home, path), { force: true })
          else spoil(content.length)
        }
        if (!existsSync(join(docs, 'index.md'))) put('docs/index.md', '# Home\n')
        await expectAsCold(await build())
      }
    }),
    RUNS,
  )
})

/** Removes or edits one of the written files. */
function spoil(at: number): void {
  const paths = Object.keys(filesOf(out))
  const path = join(out, paths[(at * 7) % paths.length]!) // there is at least one
  if (at % 2 === 0) rmSync(path)
  else appendFileSync(path, 'x')
}
