// @module-tag long
/**
 * Every command of the documentation runs as it is written: all blocks of `sh` in `docs/` and the README, what the systemd
 * unit starts, and what the container file starts. One folder stands for the reader's; `REPLACED` says what cannot be had
 * in a test, and why. A command that is not known there and fails, fails the test; so does an entry that nothing needs.
 */

import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readRunningServer } from '../packages/cli/src/data/data-folder.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'
import { makeReader, NEEDS_CLUSTER, type Reader, readCommands, runCommand } from './documented-commands.ts'

const root = join(import.meta.dirname, '..')
const today = new Date().toISOString().slice(0, 10)
const hasJq = spawnSync('jq', ['--version']).status === 0

interface Place {
  folder: string
  url: string
  searchKey: string
}

/** What stands in the documentation, what is run in its place, and why. */
const REPLACED: [written: RegExp, instead: (place: Place) => string, reason: string][] = [
  [/https:\/\/search\.example(\.com)?(?=\s)/g, ({ url }) => url, 'the network'],
  [/http:\/\/127\.0\.0\.1:4321(?!\d)/g, ({ url }) => url, 'a port that may be taken'],
  [/\bSEARCH_KEY\b/g, ({ searchKey }) => searchKey, 'a placeholder'],
  [/\/backups\//g, ({ folder }) => `${folder}/backups/`, 'a folder of the system'],
  [/docs-2026-05-01\.db/g, () => `docs-${today}.db`, 'the backup of that day'],
  [/\/srv\/docs|(?<=serve )\/docs/g, ({ folder }) => `${folder}/docs`, 'a folder of the system'],
  [/\/var\/lib\/docent|\/home\/node\/data/g, ({ folder }) => `${folder}/data`, 'a folder of the system'],
  [/0\.0\.0\.0/g, () => '127.0.0.1', 'tests let nobody in'],
  [/--port 4321/g, () => '--port 0', 'a port that may be taken'],
  [
    /(?<=^npm install )@mermaid-js\/tiny/g,
    () => `--offline --no-audit --no-fund --install-links ${root}/node_modules/@mermaid-js/tiny`,
    'the network',
  ],
]

/** Commands that are left out. */
const LEFT_OUT: [written: RegExp, reason: string][] = [
  [/^npm test\b/, 'this is it'],
  [NEEDS_CLUSTER, 'a cluster; `docs-commands.opensearch.test.ts` has one'],
]

const place: Place = { folder: '', url: '', searchKey: '' }
let reader: Reader

const commands = await readCommands()

beforeAll(async () => {
  reader = await makeReader()
  place.folder = reader.folder
  const record = { objectID: '1', url: '/#change-the-port', hierarchy: { lvl0: 'Handbook', lvl1: 'Change the port' } }
  const line = `${JSON.stringify({ type: 'lvl1', content: null, ...record })}\n`
  await writeFile(join(place.folder, 'records.jsonl.gz'), gzipSync(line))

  // The pages about operation assume that something is stored.
  expect(await run('index', join(place.folder, 'docs'))).toMatchObject({ code: 0 })
  const served = join(place.folder, 'served')
  const server = start('serve', served, '--port', '0')
  place.url = (/http:\S+/.exec(await nextOutput(server, /http:\S+/))?.[0] ?? '').replace(/\/$/, '')
  const running = await readRunningServer(served)
  place.searchKey = running?.searchKey ?? ''
  Object.assign(reader.env, { KEY: running?.adminKey, ADMIN_KEY: running?.adminKey })
})

afterAll(async () => {
  await stopAll()
  await rm(place.folder, { recursive: true, force: true })
})

describe.each(Object.entries(Object.groupBy(commands, ({ file }) => file)))('%s', (_file, ofFile = []) => {
  test.for(ofFile)('line $line: $text', { timeout: 60_000 }, async ({ text }, { skip }) => {
    if (LEFT_OUT.some(([written]) => written.test(text))) return skip()
    if (text.includes('| jq') && !hasJq) return skip('there is no jq')
    const command = REPLACED.reduce((line, [written, instead]) => line.replaceAll(written, () => instead(place)), text)
    await runCommand(reader, command)
    // The start that the page asks for after a restore: it builds the indexes.
    if (text.startsWith('docent restore')) await run('index', join(place.folder, 'docs'))
  })
})

test('nothing is replaced or left out that no command says', () => {
  const needless = [...REPLACED, ...LEFT_OUT].filter(
    ([written]) => !commands.some(({ text }) => text.search(written) >= 0),
  )
  expect(needless.map(String)).toEqual([])
})

test('there are commands in every kind of block', () => {
  expect(commands.map(({ text }) => text).filter((text) => text.startsWith('docent serve')).length).toBeGreaterThan(1)
  expect(commands.length).toBeGreaterThan(20)
})
