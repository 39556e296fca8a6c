// @module-tag long
/**
 * Runs every command of the documentation once: all blocks of `sh` in `docs/` and the README, and the commands of the systemd
 * unit and the container file. `REPLACED` lists the parts that a test must replace, with reasons. A failing command fails
 * the test, and so does an unused entry of that list.
 */

import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readRunningServer } from '../packages/cli/src/data/running-server.ts'
import { type SourceServer, startSource } from '../packages/cli/src/testing/source-server.ts'
import { docPage, serveSite, type SiteServer } from '../packages/crawl/src/testing/site-server.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'
import { makeReader, NEEDS_CLUSTER, type Reader, readCommands, runCommand } from './documented-commands.ts'

const root = join(import.meta.dirname, '..')
const today = new Date().toISOString().slice(0, 10)
const hasJq = spawnSync('jq', ['--version']).status === 0

interface Place {
  folder: string
  /** Origin of a site to crawl. */
  site: string
  url: string
  searchKey: string
  /** In place of the hosted provider. */
  provider: { url: string; key: string }
}

/** Texts of the documentation, their replacements, and the reasons. */
const REPLACED: [written: RegExp, instead: (place: Place) => string, reason: string][] = [
  [/https:\/\/search\.example(\.com)?(?=\s)/g, ({ url }) => url, 'the network'],
  [/http:\/\/127\.0\.0\.1:4321(?!\d)/g, ({ url }) => url, 'a port that may be taken'],
  [
    /(?<=docent (?:index|doctor|try) )https:\/\/docs\.example\.com(?=\s|$)/g,
    ({ site }) => `${site} --allow-private`,
    'the network',
  ],
  [
    /(?<=docent doctor )https:\/\/docs\.example\.com\/guide\/install/g,
    ({ site }) => `${site}/guide/install --allow-private`,
    'the network',
  ],
  [/https:\/\/docs\.example\.com\/version\.txt/g, ({ site }) => `${site}/version.txt`, 'the network'],
  [
    /(?<=--crawl-config )docsearch\.json/g,
    ({ folder }) => `${folder}/docsearch.json --allow-private`,
    'a file of the reader, and the network',
  ],
  [/\bPROVIDER_KEY\b/g, ({ provider }) => provider.key, 'a placeholder'],
  [/--app-id B1G2GM9NG0/g, ({ provider }) => `--app-id B1G2GM9NG0 --host ${provider.url}`, 'the network'],
  [/\bSEARCH_KEY\b/g, ({ searchKey }) => searchKey, 'a placeholder'],
  [/\/backups\//g, ({ folder }) => `${folder}/backups/`, 'a folder of the system'],
  [/docs-2026-05-01\.db/g, () => `docs-${today}.db`, 'the backup of that day'],
  [/\/srv\/docs|(?<=serve )\/docs/g, ({ folder }) => `${folder}/docs`, 'a folder of the system'],
  [/\/var\/lib\/docent|\/home\/node\/data/g, ({ folder }) => `${folder}/data`, 'a folder of the system'],
  [/0\.0\.0\.0/g, () => '127.0.0.1', 'tests accept no connections from outside'],
  [/--port 4321/g, () => '--port 0', 'a port that may be taken'],
  [
    /(?<=^npm install )@mermaid-js\/tiny/g,
    () => `--offline --no-audit --no-fund --install-links ${root}/node_modules/@mermaid-js/tiny`,
    'the network',
  ],
  [
    /(?<=^npm install )playwright-core/g,
    () => `--offline --no-audit --no-fund --install-links ${root}/node_modules/playwright-core`,
    'the network',
  ],
]

/** Commands that are not run, with reasons. */
const LEFT_OUT: [written: RegExp, reason: string][] = [
  [/^npm test\b/, 'this is it'],
  [
    /^npm install (?:@docent\/|--global docent$)/,
    'the registry; the tests of the packages and the proof `adapters` install them',
  ],
  [/^docent index --(?:accept|rollback)$/, 'a held crawl; `index-site.test.ts` has one'],
  [/_docent\/reindex/, 'a server that crawls; `index-site.test.ts` has one'],
  [/^(?:docker|kubectl) /, 'an engine of containers; `deploy.test.ts` runs the commands in them'],
  [NEEDS_CLUSTER, 'a cluster; `docs-commands.opensearch.test.ts` has one'],
  [/^npm install @docent\//, 'a registry; `npm run consumers` and `npm run proof -- adapters` install these packages'],
  [/^pip install (?:mkdocs|sphinx)-docent$/, 'a registry; `npm run proof -- python-sites` installs these packages'],
]

const place: Place = { folder: '', site: '', url: '', searchKey: '', provider: { url: '', key: '' } }
let site: SiteServer
let provider: SourceServer
let reader: Reader

const commands = await readCommands()
/** Of equal commands, the first one: each runs in the same folder, so the others would do its work again. */
const different = commands.filter(({ text }, at) => commands.findIndex((one) => one.text === text) === at)

beforeAll(async () => {
  reader = await makeReader()
  place.folder = reader.folder
  const record = { objectID: '1', url: '/#change-the-port', hierarchy: { lvl0: 'Handbook', lvl1: 'Change the port' } }
  const line = `${JSON.stringify({ type: 'lvl1', content: null, ...record })}\n`
  await writeFile(join(place.folder, 'records.jsonl.gz'), gzipSync(line))

  // More records than the docs folder has, or the crawl would be held.
  const topics = ['sound', 'tiles', 'light', 'text', 'input', 'saves'].map((topic) => `/guide/${topic}`)
  site = await serveSite({
    '/': docPage('Handbook', 'How to begin.', ['/guide/install', ...topics]),
    '/guide/install': docPage('Install', 'Fetch it.'),
    ...Object.fromEntries(topics.map((path) => [path, docPage(`About ${path.slice(7)}`, `All of ${path.slice(7)}.`)])),
    '/version.txt': 'commit 4f2a9c1',
  })
  place.site = site.origin
  provider = await startSource('handbook', [{ objectID: '1', url: '/', content: 'Say the port.' }], {})
  place.provider = provider
  const selectors = { lvl0: 'title', lvl1: 'h1', text: 'main p' }
  const scraper = { index_name: 'handbook', start_urls: [`${site.origin}/`], selectors }
  await writeFile(join(place.folder, 'docsearch.json'), JSON.stringify(scraper))

  // The pages about operation assume that something is stored.
  expect(await run('index', join(place.folder, 'docs'))).toMatchObject({ code: 0 })
  const served = join(place.folder, 'served')
  const server = start('serve', served, '--port', '0')
  place.url = (/http:\S+/.exec(await nextOutput(server, /http:\S+/))?.[0] ?? '').replace(/\/$/, '')
  const running = await readRunningServer(served)
  place.searchKey = running?.searchKey ?? ''
  Object.assign(reader.env, { KEY: running?.adminKey, DOCENT_KEY: running?.adminKey, ADMIN_KEY: running?.adminKey })
})

afterAll(async () => {
  await stopAll()
  await site[Symbol.asyncDispose]()
  await provider.close()
  await rm(place.folder, { recursive: true, force: true })
})

describe.each(Object.entries(Object.groupBy(different, ({ file }) => file)))('%s', (_file, ofFile = []) => {
  test.for(ofFile)('line $line: $text', { timeout: 60_000 }, async ({ text }, { skip }) => {
    if (LEFT_OUT.some(([written]) => written.test(text))) return skip()
    if (text.includes('| jq') && !hasJq) return skip('there is no jq')
    const command = REPLACED.reduce((line, [written, instead]) => line.replaceAll(written, () => instead(place)), text)
    await runCommand(reader, command)
    // After a restore the page tells the reader to start the server, which builds the indexes.
    if (text.startsWith('docent restore')) await run('index', join(place.folder, 'docs'))
  })
})

test('every replacement and every exception is used', () => {
  const needless = [...REPLACED, ...LEFT_OUT].filter(
    ([written]) => !commands.some(({ text }) => text.search(written) >= 0),
  )
  expect(needless.map(String)).toEqual([])
})

test('commands are found in every kind of block', () => {
  expect(commands.map(({ text }) => text).filter((text) => text.startsWith('docent serve')).length).toBeGreaterThan(1)
  expect(commands.length).toBeGreaterThan(20)
})
