import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startHttp } from '../../crawl/src/testing/start-http.ts'
import { folderOf } from '../../ingest/src/testing/folder-of.ts'
import { boxPlace, type DocentSearch } from './box.ts'
import { indexInto, liveIndex } from './index.ts'
import { serveSearch } from './serve-search.ts'
import { optionsModule, serveInVite } from './vite.ts'

test('a box that fails after it was removed leaves the one that took its place', async () => {
  const place = boxPlace()
  const [late, second] = [Promise.withResolvers<DocentSearch>(), {} as DocentSearch]
  const first = place.add(() => late.promise)
  place.remove()
  const next = place.add(() => Promise.resolve(second))
  late.reject(new Error('offline'))
  await expect(first).rejects.toThrow('offline')
  expect(place.add(() => Promise.reject(new Error('made twice')))).toBe(next)
})

const MARKDOWN = { 'index.md': '# Gears\n\n## Oil\n\nEvery morning.\n' }

test('the command writes the search into a folder and reports the number of records', async () => {
  const into = folderOf()
  expect(await indexInto({ source: folderOf(MARKDOWN), into })).toMatchObject({ records: 2 })
  expect(readdirSync(join(into, 'docent-search'))).toContain('docent.js')
})

test('a site with a search server gets the box without an index, whatever the source', async () => {
  const into = folderOf()
  expect(await indexInto({ source: folderOf(), into, boxOnly: true })).toMatchObject({ records: 0 })
  const files = readdirSync(join(into, 'docent-search'))
  expect(files).toContain('docent.js')
  expect(files.filter((name) => name.endsWith('.bin'))).toEqual([])
})

test('a failure of the command is an error with its sentence', async () => {
  const missing = join(folderOf(), 'missing')
  await expect(indexInto({ source: missing, into: folderOf() })).rejects.toThrow(/needs a folder of built pages/)
})

test('pages of the site stay as they are, unless the script is wanted', { tags: 'long' }, async () => {
  const html =
    '<!doctype html><html><head></head><body><main><h1>Gears</h1><p>All about gears.</p></main></body></html>'
  const site = folderOf({ 'index.html': html })
  const size = (): number => statSync(join(site, 'index.html')).size
  await indexInto({ source: site, into: site })
  expect(size()).toBe(html.length)
  await indexInto({ source: site, into: site, script: true })
  expect(size()).toBeGreaterThan(html.length)
})

test('a live index is made at the start and again after changes, and keeps the last good one after a failure', async () => {
  const source = folderOf(MARKDOWN)
  const into = folderOf()
  const faults: string[] = []
  const index = liveIndex({ source, into, onError: (message) => faults.push(message) })
  await index.settled()
  const file = join(into, 'docent-search/index.bin')
  const first = statSync(file).size
  writeFileSync(join(source, 'wheels.md'), '# Wheels\n\nThey turn and turn.\n')
  index.update()
  index.update()
  await index.settled()
  expect(statSync(file).size).toBeGreaterThan(first)
  expect(faults).toEqual([])
  rmSync(source, { recursive: true })
  index.update()
  await index.settled()
  expect(faults).toHaveLength(1)
  expect(statSync(file).size).toBeGreaterThan(first)
})

test('a dev server gets the files at every base path, waits for the first index, and answers nothing else', async () => {
  const index = liveIndex({ source: folderOf(MARKDOWN), into: folderOf({ 'secret.js': '' }), onError: () => undefined })
  const middleware = serveSearch(index)
  const { url, close } = await startHttp((request, response) =>
    middleware(request, response, () => void response.writeHead(418).end()),
  )
  onTestFinished(close)
  const script = await fetch(`${url}/team/docent-search/docent.js?v=1`)
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript'])
  expect(await script.text()).toContain('searchOf')
  const etag = script.headers.get('etag') ?? ''
  const again = { headers: { 'if-none-match': etag } }
  expect((await fetch(`${url}/docent-search/docent.js`, again)).status).toBe(304)
  utimesSync(join(index.folder, 'docent-search/docent.js'), 1, 1)
  expect((await fetch(`${url}/docent-search/docent.js`, again)).status).toBe(200)
  for (const path of [
    '/',
    '/docent-search/',
    '/docent-search/..%2fsecret.js',
    '/docent-search/x/../../secret.js',
    '/docent-search/.docent-site',
  ])
    expect((await fetch(url + path)).status).toBe(418)
  expect((await fetch(`${url}/docent-search/missing.js`)).status).toBe(404)
})

test('a dev server of Vite gets the search, and changes of pages alone make the index again', () => {
  const made: string[] = []
  const index = { folder: '', update: () => void made.push('index'), settled: () => Promise.resolve() }
  const used: unknown[] = []
  let change = (_event: string, _path: string): void => undefined
  const server = {
    middlewares: { use: (middleware: unknown) => used.push(middleware) },
    watcher: { on: (_: 'all', listener: typeof change) => (change = listener) },
  }
  serveInVite(server, index)
  change('change', 'a.md')
  expect([used.length, made]).toEqual([1, []])
  serveInVite(server, index, /\.md$/)
  change('change', 'a.css')
  expect(made).toEqual([])
  change('add', 'a.md')
  expect(made).toEqual(['index'])
})

test('the module of the options has those of the moment at which it is loaded', () => {
  let live = false
  const { resolveId, load } = optionsModule(() => ({ live }))
  const id = resolveId('virtual:docent') ?? ''
  live = true
  expect([load(id), resolveId('./other.js'), load('virtual:docent')]).toEqual([
    'export default {"live":true}',
    undefined,
    undefined,
  ])
})
