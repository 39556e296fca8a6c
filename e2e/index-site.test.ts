/** `docent index` of sites: sources, held runs, switching, and a server that crawls. Real processes, and a site on this machine. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { readRunningServer } from '../packages/cli/src/data/running-server.ts'
import { serveSite, type SiteServer } from '../packages/crawl/src/testing/site-server.ts'
import { exitCode, nextOutput, run, start, stopAll } from './docent-process.ts'

const NAMES = ['Audio buses', 'Tile maps', 'Particles', 'Save games', 'Shaders', 'Input events', 'Scenes', 'Signals']

/** A page with two sections and links to all pages. */
function page(title: string, text = `About ${title.toLowerCase()}.`): string {
  const links = paths().map((path) => `<li><a href="${path}">${titleOf(path)}</a></li>`)
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><ul>${links.join('')}</ul></nav>
<main><h1>${title}</h1><p>${text}</p><h2 id="options">Options of ${title}</h2><p>Set ${text}</p></main></body></html>`
}
const paths = (): string[] => ['guide', 'api'].flatMap((folder) => NAMES.map((_, i) => `/${folder}/p${i}`))
const titleOf = (path: string): string =>
  `${path.startsWith('/api') ? 'The class of' : 'Using'} ${NAMES[Number(path.at(-1))]?.toLowerCase()}`

let folder = ''
let site: SiteServer
beforeEach(async () => {
  folder = folderOf()
  const pages = paths().map((path) => [path, page(titleOf(path))] as const)
  site = await serveSite({ '/': page('Handbook'), ...Object.fromEntries(pages) })
})
afterEach(async () => {
  await stopAll()
  await site[Symbol.asyncDispose]()
})

const index = (...args: string[]) => run('index', ...args, '--folder', folder, '--allow-private')
const outcome = async (...args: string[]) => {
  const { code, stdout, stderr } = await index(...args, '--json')
  return { ...(JSON.parse(stdout) as Record<string, unknown>), code, stderr } as Record<string, unknown>
}
/** Addresses of the first hits, without the origin. */
async function hits(query: string): Promise<string[]> {
  const { stdout } = await run('search', query, folder, '--json')
  const { hits: found } = JSON.parse(stdout) as { hits: { url: string }[] }
  return found.map(({ url }) => url.replace(site.origin, ''))
}
const change = (path: string, title: string, text?: string): void => void site.answers.set(path, page(title, text))
const remove = (prefix: string): void => {
  for (const path of paths())
    if (path.startsWith(prefix)) site.answers.set(path, (_, response) => response.writeHead(404).end())
}

test('a site is indexed, and its sections are found', async () => {
  const first = await index(site.origin)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toMatch(/Indexed {3}17 pages, 34 records: 17 new/)
  expect(await hits('tile maps class')).toContain('/api/p1')
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a crawl that %s stops says how to continue, with the exit code of the signal', async (signal, code) => {
  const asked = Promise.withResolvers<void>()
  site.answers.set('/api/p1', () => asked.resolve())
  const child = start('index', site.origin, '--folder', folder, '--allow-private')
  let stderr = ''
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)))
  await asked.promise
  child.kill(signal)
  expect([await exitCode(child), stderr]).toEqual([code, expect.stringMatching(/^Stopped\. Start the command again/)])
  change('/api/p1', titleOf('/api/p1'))
  expect((await index(site.origin)).code).toBe(0)
})

test('a change of one page writes its records only', { tags: 'long' }, async () => {
  await index(site.origin)
  expect(await outcome(site.origin)).toMatchObject({
    code: 0,
    outcome: 'complete',
    written: 0,
    changes: { unchanged: 17 },
  })
  change('/api/p1', titleOf('/api/p1'), 'Now with hexagons.')
  expect(await outcome(site.origin)).toMatchObject({ code: 0, written: 2, changes: { changed: 1, unchanged: 16 } })
  expect((await hits('hexagons'))[0]).toMatch(/^\/api\/p1/)
  const doctor = await run('doctor', `${site.origin}/api/p1`, '--folder', folder)
  expect(doctor.code).toBe(0)
  expect(doctor.stdout).toMatch(
    /Verdict {3}indexed .*\/api\/p1 .*\nText .*\nLayout {4}\w+\nTitle {5}The class of tile maps/,
  )
  expect(doctor.stdout).toMatch(/Records {3}2\n.*\/api\/p1\n.* > The class of tile maps\n.*Now with hexagons\./)
  const verdicts = JSON.parse(await readFile(join(folder, '.docent/crawl/docs/verdicts.json'), 'utf8')) as unknown[]
  expect(verdicts).toContainEqual(
    expect.objectContaining({ url: `${site.origin}/api/p1`, state: 'indexed', change: 'changed' }),
  )
})

test(
  'a crawl that lost a section is held and named; --accept switches to it, --rollback goes back',
  { tags: 'long' },
  async () => {
    await index(site.origin)
    remove('/api')
    const held = await index(site.origin)
    expect(held.code).toBe(1)
    expect(held.stderr).toMatch(/Held: the index docs keeps its records\./)
    expect(held.stderr).toContain('All 8 pages below /api are gone.')
    expect(held.stderr).toContain(`${site.origin}/api/p0`)
    expect(await hits('class of shaders')).toContain('/api/p4')

    const requests = site.requests.length
    const accepted = await index('--accept')
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringMatching(/^18 records of 9 pages in docs/)])
    expect(await hits('class of shaders')).not.toContain('/api/p4')
    expect((await index('--accept')).code).toBe(2)

    expect((await index('--rollback')).code).toBe(0)
    expect(await hits('class of shaders')).toContain('/api/p4')
    expect(site.requests.length).toBe(requests)
  },
)

test('a switch without the host that the crawl wrote to is refused', { tags: 'long' }, async () => {
  const host = join(folder, 'host')
  await mkdir(host)
  await writeFile(join(host, 'index.md'), '# Host\n')
  await nextOutput(start('serve', host, '--port', '0'), /\n\n {2}http:\S+/)
  const { url, adminKey } = (await readRunningServer(host)) ?? {}
  const to = ['--to', url ?? '', '--key', adminKey ?? '', '--index', 'handbook']
  expect((await index(site.origin, ...to)).code).toBe(0)
  remove('/api')
  expect((await index(site.origin, ...to)).code).toBe(1)
  const refused = await index('--accept', '--index', 'handbook')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/written to http:\S+, .* give --to and --key/),
  ])
  const accepted = await index('--accept', ...to)
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringMatching(/^18 records of 9 pages in handbook/)])
})

test('an index that answers worse is held, with queries and pages', { tags: 'long' }, async () => {
  await index(site.origin)
  for (const path of ['/', ...paths()]) change(path, 'Our docs', `Text of ${path}.`)
  const held = await outcome(site.origin)
  expect(held).toMatchObject({ code: 1, outcome: 'held' })
  expect(String(held['reasons'])).toMatch(/MRR@10 falls from 1\.000/)
  // The queries are chosen by the hash of the address, which has a port of its own in each run.
  expect(String(held['reasons'])).toMatch(/"[\w ]+": http:\S+\/p\d+ rank 1 before/)
})

test(
  'a failed page keeps its records and is named; a new page that fails ends with exit code 1',
  { tags: 'long' },
  async () => {
    await index(site.origin)
    site.answers.set('/api/p1', (_, response) => response.writeHead(403).end())
    const kept = await index(site.origin)
    expect(kept.code).toBe(0)
    expect(kept.stdout).toMatch(/^34 records in docs, 0 records written/m)
    expect(kept.stderr).toMatch(/\/api\/p1 {2}status 403; keeps its records until \d{4}-/)
    expect(await hits('class of tile maps')).toContain('/api/p1')

    change('/api/p1', titleOf('/api/p1'))
    change('/', 'Handbook', '<a href="/api/new">New</a>')
    site.answers.set('/api/new', (_, response) => response.writeHead(403).end())
    const missing = await outcome(site.origin)
    expect(missing).toMatchObject({ code: 1, outcome: 'incomplete' })
    expect(String(missing['reasons'])).toContain('/api/new  status 403; not in the index')
  },
)

test('a site that refuses most pages is held, and the index stays', { tags: 'long' }, async () => {
  await index(site.origin)
  for (const path of paths()) site.answers.set(path, (_, response) => response.writeHead(403).end())
  const failed = await index(site.origin)
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/Held: .* 16 of 17 pages failed/)])
  expect(await hits('class of shaders')).toContain('/api/p4')
})

describe('sources', { tags: 'long' }, () => {
  test('a sitemap, and a file of addresses', async () => {
    const urls = ['/guide/p0', '/guide/p1'].map((path) => `${site.origin}${path}`)
    const entries = urls.map((url) => `<url><loc>${url}</loc></url>`)
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
    site.answers.set('/map.xml', `<?xml version="1.0"?><urlset xmlns="${namespace}">${entries.join('')}</urlset>`)
    expect(await outcome(`${site.origin}/map.xml`)).toMatchObject({ code: 0, counts: { indexed: 2 } })
    await writeFile(join(folder, 'urls.txt'), `\n${urls.join('\n')}\n# the rest later\n`)
    expect(await outcome(join(folder, 'urls.txt'), '--index', 'listed')).toMatchObject({
      code: 0,
      counts: { indexed: 2 },
    })
    await writeFile(join(folder, 'urls.txt'), `${urls[0]}\nguide/p1\n`)
    expect(await index(join(folder, 'urls.txt'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('urls.txt:2 is no'),
    })
  })

  test('a built folder, with its public address; a folder of Markdown with an index.html is Markdown', async () => {
    const dist = join(folder, 'dist')
    await mkdir(join(dist, 'guide'), { recursive: true })
    await writeFile(join(dist, 'index.html'), page('Handbook'))
    await writeFile(join(dist, 'guide/p0.html'), page('Using audio buses'))
    expect(await index(dist)).toMatchObject({ code: 2, stderr: expect.stringContaining('with --site-url') })
    const built = await outcome(dist, '--site-url', 'https://docs.example/')
    expect(built).toMatchObject({ code: 0, counts: { indexed: 2 } })
    expect(await hits('audio buses')).toContain('https://docs.example/guide/p0')

    const docs = join(folder, 'docs')
    await mkdir(docs)
    await writeFile(join(docs, 'index.html'), '<div id="app"></div>')
    for (const name of ['README.md', 'install.md']) await writeFile(join(docs, name), `# ${name}\n\nText.\n`)
    expect(await run('index', docs)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 records in docs/) })
  })

  test('a configuration of the DocSearch scraper gives starts, stops and selectors', async () => {
    await writeFile(
      join(folder, 'docsearch.json'),
      JSON.stringify({
        index_name: 'handbook',
        start_urls: [`${site.origin}/`],
        stop_urls: ['/api/'],
        selectors: { lvl0: { selector: 'title', global: true }, lvl1: 'main h1', lvl2: 'main h2', text: 'main p' },
      }),
    )
    const result = await outcome('--crawl-config', join(folder, 'docsearch.json'))
    expect(result).toMatchObject({ code: 0, counts: { indexed: 9, skipped: { stopped: 8 } } })
    expect(result.stderr).toContain('names the index handbook: give that name with --index')
  })

  test('a configuration of patterns only asks for an address', async () => {
    const file = join(folder, 'docsearch.json')
    const start = `${site.origin}/(guide|api)/`
    await writeFile(file, JSON.stringify({ start_urls: [start], selectors: { lvl1: 'main h1', text: 'main p' } }))
    expect(await index('--crawl-config', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('docsearch.json has no address to begin with, only patterns'),
    })
  })

  test('where no page could be indexed, the option that may help is named', async () => {
    expect(await run('index', site.origin)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in a private network, add --allow-private'),
    })
    site.answers.set('/robots.txt', 'User-agent: *\nDisallow: /')
    expect(await index(site.origin)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--ignore-robots crawls'),
    })
  })

  test('nothing to index is one sentence', async () => {
    expect(await index()).toMatchObject({ code: 2, stderr: expect.stringContaining('There is nothing to index') })
    expect(await index('https://user:secret@docs.example/')).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('secret'),
    })
  })
})

test('the crawl begins when the deployed build is served', { tags: 'long' }, async () => {
  let asked = 0
  site.answers.set('/version.txt', (_, response) => response.end(++asked === 1 ? 'old' : 'commit 4f2a9c1'))
  const result = await outcome(site.origin, '--wait-for', `${site.origin}/version.txt`, '4f2a9c1')
  expect(result).toMatchObject({ code: 0, outcome: 'complete' })
  expect(site.requests.indexOf('/version.txt')).toBe(0)
  expect(asked).toBe(2)
})

describe('a server that crawls', () => {
  let url = ''
  const serve = async (crawl: object = {}): Promise<void> => {
    const config = { crawl: { start: site.origin, allowPrivate: true, ...crawl } }
    await writeFile(join(folder, 'docent.config.json'), JSON.stringify(config))
    const output = await nextOutput(start('serve', folder, '--port', '0'), /\n\n {2}http:\S+/)
    url = /\n\n {2}(http:\S+)/.exec(output)?.[1] ?? ''
  }
  const health = async () => (await (await fetch(`${url}_docent/health`)).json()) as { crawl: Record<string, unknown> }
  const reindex = async (): Promise<unknown> => {
    const { adminKey } = (await readRunningServer(folder)) ?? {}
    const headers = { authorization: `Bearer ${adminKey}` }
    const response = await fetch(`${url}_docent/reindex`, { method: 'POST', headers })
    return [response.status, await response.json()]
  }
  const settled = (expected: object) =>
    vi.waitFor(async () => expect((await health()).crawl).toMatchObject({ isRunning: false, ...expected }), {
      timeout: 60_000,
      interval: 100,
    })

  test('it crawls at its start and on request, and searches find the pages', { tags: 'long' }, async () => {
    await serve({ every: '6h' })
    await settled({ outcome: 'complete', failedPages: 0 })
    expect(await hits('class of shaders')).toContain('/api/p4')
    change('/api/p4', titleOf('/api/p4'), 'Now with compute kernels.')
    expect(await reindex()).toEqual([202, { status: 'started' }])
    expect(await reindex()).toEqual([202, { status: 'queued' }])
    await vi.waitFor(async () => expect((await hits('compute kernels'))[0]).toMatch(/^\/api\/p4/), { timeout: 60_000 })
    await settled({ outcome: 'complete' })
  })

  test('a held crawl is in health, doctor and the webhook', { tags: 'long' }, async () => {
    const messages: unknown[] = []
    site.answers.set('/hook', (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        messages.push(JSON.parse(body))
        response.end()
      })
    })
    await serve({ webhook: `${site.origin}/hook` })
    expect(await reindex()).toEqual([202, { status: 'started' }])
    await settled({ outcome: 'complete' })
    remove('/api')
    await reindex()
    await settled({ outcome: 'held' })
    expect(messages).toMatchObject([{ event: 'held', index: 'docs', text: expect.stringContaining('is held') }])
    const doctor = await run('doctor', folder)
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/Crawl.*\n.*held/)])
    expect(doctor.stdout).toContain('All 8 pages below /api are gone.')
    expect(await hits('class of shaders')).toContain('/api/p4')
  })
})
