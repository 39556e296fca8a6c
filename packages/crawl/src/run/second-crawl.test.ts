import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { crawl, openCrawlSets } from './crawl.ts'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer } from '../testing/site-server.ts'

/** A page with validators; its statuses are collected. */
function conditional(page: string, tag: string, statuses: number[]): Answer {
  return ({ headers }, response) => {
    const known = headers['if-none-match'] === tag
    statuses.push(known ? 304 : 200)
    response.setHeader('etag', tag).setHeader('content-type', 'text/html')
    if (known) response.writeHead(304).end()
    else response.end(page)
  }
}

describe('a second crawl', () => {
  test('requests unchanged pages with a condition, and finds the same links, records and verdicts', async () => {
    const statuses: number[] = []
    await using site = await serveSite({
      '/': conditional(docPage('Home', 'Welcome.', ['/a', '/hidden']), '"1"', statuses),
      '/a': conditional(docPage('A', 'Text.', ['/b']), '"2"', statuses),
      '/b': conditional(docPage('B', 'Text.'), '"3"', statuses),
      '/hidden': conditional(docPage('H', '', [], '<meta name=robots content=noindex>'), '"4"', statuses),
    })
    using store = testStore()
    const first = await store.crawl(site.origin)
    store.accept()
    const second = await store.crawl(site.origin)
    // The first request asks for Markdown.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 304, 304, 304, 304])
    expect(JSON.stringify(second.records)).toBe(JSON.stringify(first.records))
    expect(second.changes).toEqual({ added: 0, changed: 0, unchanged: 3, removed: 0, kept: 0 })
    expect(verdictLines(second.verdicts, site.origin)).toContain('/hidden: skipped noindex')
  })

  test('sees a change behind an unchanged page', async () => {
    const statuses: number[] = []
    await using site = await serveSite({
      '/': conditional(docPage('Home', 'Welcome.', ['/a']), '"1"', statuses),
      '/a': docPage('A', 'Text.'),
    })
    using store = testStore()
    await store.crawl(site.origin)
    store.accept()
    site.answers.set('/a', docPage('A', 'New text.', ['/b']))
    site.answers.set('/b', docPage('B', 'Text.'))
    expect((await store.crawl(site.origin)).changes).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  })

  test('names pages that lost their sections', async () => {
    const sections = [1, 2, 3, 4].map((number) => `</p><h2 id="s${number}">Section ${number}</h2><p>Its text.`).join('')
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/a', '/b']),
      '/a': docPage('A', `Text.${sections}`),
      '/b': docPage('B', `Text.${sections}`),
    })
    using store = testStore()
    expect((await store.crawl(site.origin)).notes).toEqual([])
    store.accept()
    site.answers.set('/a', docPage('A', ''))
    expect((await store.crawl(site.origin)).notes).toEqual([
      `Pages that lost their sections since the last accepted crawl: 1, ${site.origin}/a. "docent doctor" with one of the addresses shows the text that was found.`,
    ])
  })

  test('uses the date of the last change', async () => {
    const conditions: unknown[] = []
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    await using site = await serveSite({
      '/': ({ headers }, response) => {
        conditions.push(headers['if-modified-since'])
        response.setHeader('last-modified', date).setHeader('content-type', 'text/html')
        if (headers['if-modified-since'] === date) response.writeHead(304).end()
        else response.end(docPage('Home', 'Welcome.'))
      },
    })
    using store = testStore()
    await store.crawl(site.origin)
    expect((await store.crawl(site.origin)).counts.indexed).toBe(1)
    // The first request asks for Markdown.
    expect(conditions).toEqual([undefined, undefined, date])
  })
})

describe('a server that answers each condition with 304', () => {
  /** A page that is the present one for requests without a condition only. */
  const frozen =
    (page: () => string, requests: string[]): Answer =>
    ({ headers, url }, response) => {
      const isConditional = headers['if-none-match'] !== undefined
      requests.push(`${url} ${isConditional ? 304 : 200}`)
      if (isConditional) response.writeHead(304).end()
      else response.writeHead(200, { etag: '"same"', 'content-type': 'text/html' }).end(page())
    }

  /** As if the pages had been received some days earlier. */
  const wait = (file: string, days: number, path: string): void => {
    const database = new DatabaseSync(file)
    database.prepare('UPDATE page SET received = received - ? WHERE url LIKE ?').run(days * 86_400_000, `%${path}`)
    database.close()
  }

  test('is found out within a week, and is asked without conditions from then on', async () => {
    let text = 'First.'
    const requests: string[] = []
    await using site = await serveSite({
      '/': frozen(() => docPage('Home', text, ['/a']), requests),
      '/a': frozen(() => docPage('A', text), requests),
    })
    using store = testStore()
    await store.crawl(site.origin)
    store.accept()
    text = 'Second.'
    wait(store.file, 3, '/a')
    expect((await store.crawl(site.origin)).changes.changed).toBe(0)
    wait(store.file, 4, '/a')
    const found = await store.crawl(site.origin)
    expect(found.records.map(({ content }) => content)).toEqual(['Second.', 'Second.'])
    expect(found.notes).toEqual([
      `${site.origin}/a changed, but the server answered that it did not (status 304): for 30 days all pages are requested whole.`,
    ])
    text = 'Third.'
    requests.length = 0
    expect((await store.crawl(site.origin)).changes.changed).toBe(2)
    expect(requests.filter((line) => !line.includes('.'))).toEqual(['/ 200', '/a 200'])
  })

  test('is believed while the text is the same, whatever else its answers have', async () => {
    let token = 0
    const requests: string[] = []
    const page = (): string => docPage('Home', 'Text.', [], `<meta name="csrf-token" content="${++token}">`)
    await using site = await serveSite({ '/': frozen(page, requests) })
    using store = testStore()
    await store.crawl(site.origin)
    wait(store.file, 8, '/')
    requests.length = 0
    for (let crawls = 0; crawls < 2; crawls++) expect((await store.crawl(site.origin)).notes).toEqual([])
    expect(requests.filter((line) => !line.includes('.'))).toEqual(['/ 304', '/ 200', '/ 304'])
  })

  test('answers without a condition are failures', async () => {
    await using site = await serveSite({ '/': docPage('Home', 'Text.') })
    using store = testStore()
    await store.crawl(site.origin)
    site.answers.set('/', (_, response) => void response.writeHead(304).end())
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin).join()).toContain('status 304 to a request without a condition')
  })
})

test('another version of the product reads unchanged pages again, without requesting their text', async () => {
  const statuses: number[] = []
  await using site = await serveSite({
    '/': conditional(docPage('Home', 'Welcome.', ['/a']), '"1"', statuses),
    '/a': conditional(docPage('A', 'Text.'), '"2"', statuses),
  })
  using store = testStore()
  const first = await store.crawl(site.origin, { version: '1.0.0' })
  const second = await store.crawl(site.origin, { version: '2.0.0' })
  // The first request asks for Markdown.
  expect(statuses).toEqual([200, 200, 200, 304, 304])
  expect(second.records).toEqual(first.records)
})

describe('the sets of records', () => {
  test('are accepted and rolled back', async () => {
    await using site = await serveSite({ '/': docPage('Home', 'First.') })
    using store = testStore()
    const contents = (): unknown[] => {
      const sets = openCrawlSets(store.file)
      const read = [sets.candidate(), sets.accepted(), sets.previous()].map((set) =>
        set === undefined ? undefined : [...set.records()].map(({ content }) => content).join(),
      )
      sets.close()
      return read
    }
    const change = (use: 'accept' | 'rollback'): void => {
      const sets = openCrawlSets(store.file)
      try {
        sets[use]()
      } finally {
        sets.close()
      }
    }
    await store.crawl(site.origin)
    expect(contents()).toEqual(['First.', undefined, undefined])
    expect(() => change('rollback')).toThrow('no earlier set')
    change('accept')
    expect(() => change('accept')).toThrow('No crawl waits')
    site.answers.set('/', docPage('Home', 'Second.'))
    await store.crawl(site.origin)
    expect(contents()).toEqual(['Second.', 'First.', undefined])
    change('accept')
    expect(contents()).toEqual([undefined, 'Second.', 'First.'])
    change('rollback')
    expect(contents()).toEqual(['Second.', 'First.', undefined])
    change('accept')
    expect(contents()).toEqual([undefined, 'Second.', 'First.'])
  })

  test('can be read while another crawl writes', async () => {
    await using site = await serveSite({ '/': docPage('Home', 'First.', ['/a']), '/a': docPage('A', 'Text.') })
    using store = testStore()
    await store.crawl(site.origin)
    store.accept()
    const sets = openCrawlSets(store.file)
    const reading = sets.accepted()?.records()[Symbol.iterator]()
    reading?.next()
    await store.crawl(site.origin)
    expect(reading?.next().value).toMatchObject({ url: `${site.origin}/a` })
    sets.close()
  })
})

test('texts of links to indexed pages are kept', async () => {
  await using site = await serveSite({
    '/': '<main><h1>Home</h1><p>See <a href="/a">how to begin</a>, <a href="/gone">gone</a>, <a href="/">here</a>.</p></main>',
    '/a': docPage('A', 'Text.'),
  })
  using store = testStore()
  const result = await crawl({
    source: { kind: 'site', starts: [`${site.origin}/`] },
    store: store.file,
    version: '0.0.0',
    allowPrivate: true,
  })
  expect([...result.linkTexts()]).toEqual([{ url: `${site.origin}/a`, text: 'how to begin' }])
  result.close()
})
