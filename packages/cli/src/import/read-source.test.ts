/** Reads from a real server over HTTP, through a handler that fails as a test demands. */

import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'
import { type SourceServer, startSource } from '../testing/source-server.ts'
import { Arrived } from './arrived.ts'
import { readSource } from './read-source.ts'
import { openSource, type SourceOptions } from './source.ts'

const BROWSE = '/1/indexes/handbook/browse'
const records = Array.from({ length: 2500 }, (_, i) => ({ objectID: `r${i}`, title: `record ${i}` }))
const settings = { searchableAttributes: ['title'] }

let source: SourceServer
let folder: string
let arrived: Arrived
let waits: number[]
let restarts: string[]

beforeAll(async () => {
  source = await startSource('handbook', records, settings)
})
afterAll(() => source.close())
beforeEach(async () => {
  // The server of a cut answer prints its error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await source.backend.waitForTask((await source.backend.replaceRecords('handbook', records, settings)).taskID)
  source.reset()
  folder = folderOf()
  arrived = new Arrived(folder)
  waits = []
  restarts = []
})
afterEach(() => {
  vi.restoreAllMocks()
  arrived.close()
})

const open = (options: Partial<SourceOptions> = {}) =>
  openSource({
    appId: 'app',
    index: 'handbook',
    key: source.key,
    host: source.url,
    retryWaits: [1, 2],
    onRetry: (_error, wait) => void waits.push(wait),
    ...options,
  })
const read = (options: Partial<SourceOptions> = {}) =>
  readSource(open(options), arrived, { source: 'a', onRestart: (reason) => void restarts.push(reason) })
const ids = () => Array.from(arrived.records(), ({ objectID }) => objectID)
const allIDs = records.map(({ objectID }) => objectID)
const expectRecords = (more: string[] = []) => expect(ids().toSorted()).toEqual([...allIDs, ...more].toSorted())
/** The page of records with this number; the first call only asks for the number of records. */
const isPage = (path: string, number: number, page: number): boolean => path === BROWSE && number === page + 1

test('all records arrive in the order in which they were added, with settings, synonyms and rules', async () => {
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['k8s', 'kubernetes'] }
  const rule = { objectID: 'x', conditions: [{ pattern: 'a', anchoring: 'is' }], consequence: { hide: [] } }
  await source.backend.saveParts('handbook', 'synonyms', [synonym])
  await source.backend.waitForTask((await source.backend.saveParts('handbook', 'rules', [rule])).taskID)
  const { surroundings } = await read()
  expect(surroundings).toMatchObject({ settings, synonyms: [synonym], rules: [rule], records: 2500 })
  expectRecords()
  const { hits } = await source.backend.browse('handbook', { hitsPerPage: 1000 })
  expect([...arrived.records()].toReversed().slice(0, 1000)).toEqual(hits)
  expect(restarts).toEqual([])
})

/** An answer whose connection is cut. */
function cutAnswer(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"hits":['))
      controller.error(new Error('cut'))
    },
  })
  return new Response(body)
}

describe('a temporary fault', () => {
  test('429 is waited for as long as the source demands', { tags: 'long' }, async () => {
    source.fault = ({ path, number }) =>
      isPage(path, number, 2)
        ? Response.json({ message: 'Too many requests' }, { status: 429, headers: { 'retry-after': '6' } })
        : undefined
    await read()
    expect(waits).toEqual([6000])
    expect(ids()).toHaveLength(2500)
  })

  test('429 with a wait of an hour ends the reading with a remedy, and keeps what has arrived', async () => {
    source.fault = ({ path, number }) =>
      path === BROWSE && number > 2
        ? new Response('{}', { status: 429, headers: { 'retry-after': '3600' } })
        : undefined
    await expect(read()).rejects.toThrow(/It takes calls again in 60 minutes: start then\./)
    expect(arrived.count()).toBe(1000)
  })

  test('500 and a cut connection are tried again', async () => {
    source.fault = ({ path, number }) => {
      if (isPage(path, number, 1)) return new Response('broken', { status: 500 })
      if (!isPage(path, number, 3)) return undefined
      return cutAnswer()
    }
    await read()
    expect(waits).toEqual([1, 1])
    expect(ids()).toHaveLength(2500)
  })

  test('a source that stays broken is an error, and the next start continues after the last whole page', async () => {
    source.fault = ({ path, number }) => (path === BROWSE && number > 3 ? new Response('', { status: 503 }) : undefined)
    await expect(read()).rejects.toThrow(/status 503\. Start the command again to continue\./)
    expect(arrived.count()).toBe(2000)
    arrived.close()

    arrived = new Arrived(folder)
    source.fault = () => undefined
    source.paths.length = 0
    expect((await read()).resumed).toBe(2000)
    // The number of records before and after, and the page that was missing.
    expect(source.paths.filter((path) => path === BROWSE)).toHaveLength(3)
    expectRecords()
  })
})

/** Answers in the place of the source's. `expired` is only for a request with a cursor. */
const FAULTS = {
  none: () => undefined,
  busy: () => Response.json({ message: 'Too many requests' }, { status: 429, headers: { 'retry-after': '0' } }),
  broken: () => Response.json({ message: 'Internal error' }, { status: 500 }),
  cut: cutAnswer,
  expired: () => Response.json({ message: 'Cursor expired' }, { status: 400 }),
  end: () => Response.json({ message: 'No' }, { status: 403 }),
} as const

const RUNS = propertyRuns(0.01)
test('any order of faults and of new starts ends with the whole index', timeoutOf(RUNS), async () => {
  const names = fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[]))
  await fc.assert(
    fc.asyncProperty(fc.array(names, { maxLength: 25 }), async (faults) => {
      arrived.begin('another', { settings: {}, synonyms: [], rules: [], replicas: [], records: 0 })
      const left = [...faults]
      source.fault = async ({ request }) => {
        const fault = left.shift() ?? 'none'
        if (fault === 'expired' && !(await request.clone().text()).includes('"cursor"')) return undefined
        return FAULTS[fault]()
      }
      const waits = [0, 0, 0]
      for (let starts = 0; ; starts++) {
        try {
          await read({ retryWaits: waits })
          break
        } catch {
          // Each start uses up at least one of the faults.
          expect(starts).toBeLessThan(faults.length)
          arrived.close()
          arrived = new Arrived(folder)
        }
      }
      expectRecords()
    }),
    RUNS,
  )
})

describe('an index that changes', () => {
  const addRecord = async (objectID: string) => {
    const { tasks } = await source.backend.write([{ action: 'save', index: 'handbook', record: { objectID } }])
    for (const { taskID } of tasks) await source.backend.waitForTask(taskID)
  }

  test('while it is read, is read again', async () => {
    source.fault = async ({ path, number }) => {
      if (isPage(path, number, 2)) await addRecord('new')
      return undefined
    }
    const { surroundings } = await read()
    expect(restarts).toEqual(['The index was changed while it was read'])
    expect(surroundings.records).toBe(2501)
    expectRecords(['new'])
  })

  test('during each reading, is given up', async () => {
    source.fault = async ({ path, number }) => {
      if (path === BROWSE && number % 3 === 0) await addRecord(`new ${number}`)
      return undefined
    }
    await expect(read()).rejects.toThrow(/in each of 3 readings: stop the job that writes to it/)
  })

  test('between two starts, is read from the first record on', async () => {
    source.fault = ({ path, number }) => (path === BROWSE && number > 3 ? new Response('', { status: 503 }) : undefined)
    await expect(read()).rejects.toThrow()
    source.fault = () => undefined
    await addRecord('new')
    expect((await read()).resumed).toBe(0)
    expectRecords(['new'])
  })

  test('by a cursor that expired: the reading begins again', async () => {
    source.fault = ({ path, number }) =>
      isPage(path, number, 3) ? Response.json({ message: 'Cursor expired' }, { status: 400 }) : undefined
    await read()
    expect(restarts).toEqual(['The place of the next page was no longer valid'])
    expectRecords()
  })
})

describe('a hostile answer ends the reading with a sentence', () => {
  const answer = (body: unknown) => {
    source.fault = ({ path, number }) => (path === BROWSE && number > 1 ? Response.json(body) : undefined)
  }

  test.each([
    ['no object', 'text'],
    ['no list of hits', { hits: 'all', nbHits: 1 }],
    ['a hit that is no object', { hits: [7], nbHits: 1 }],
    ['a hit without objectID', { hits: [{ title: 'x' }], nbHits: 1 }],
    ['a hit with an empty objectID', { hits: [{ objectID: '' }], nbHits: 1 }],
    ['a cursor that is no text', { hits: [], nbHits: 1, cursor: { x: 1 } }],
    ['a huge cursor', { hits: [], nbHits: 1, cursor: 'x'.repeat(20_000) }],
    ['a negative number of hits', { hits: [], nbHits: -1 }],
    ['more hits than requested', { hits: Array.from({ length: 1001 }, () => ({ objectID: 'x' })), nbHits: 1 }],
  ])('%s', async (_name, body) => {
    answer(body)
    await expect(read()).rejects.toThrow(/the answer to \/browse is not as documented/)
    expect(arrived.count()).toBe(0)
  })

  test('a page that leads to itself', async () => {
    answer({ hits: records.slice(0, 10), nbHits: 2500, cursor: 'same' })
    await expect(read()).rejects.toThrow(/A page had only records of earlier pages, in each of 3 readings/)
  })

  test('records without an end', async () => {
    let next = 0
    source.fault = ({ path }) =>
      path === BROWSE
        ? Response.json({
            hits: [{ objectID: `x${next++}` }, { objectID: `x${next++}` }],
            nbHits: 2500,
            cursor: `${next}`,
          })
        : path === '/1/indexes'
          ? Response.json({ items: [null, 7, { name: 'handbook', entries: 9 }] })
          : undefined
    await expect(read()).rejects.toThrow(/More records arrived than the index had, in each of 3 readings/)
    expect(arrived.count()).toBe(10)
  })

  test('records beyond the ceiling of the file', async () => {
    arrived.close()
    arrived = new Arrived(folder, 100_000)
    await expect(read()).rejects.toThrow(/more than 100000 characters of records/)
    expect(arrived.count()).toBe(2000)
  })

  test.each([
    ['the same synonym on every page', { hits: [{ objectID: 's' }], nbHits: 2 }, /gave 1 of its 2 synonyms/],
    ['more synonyms than it has', { hits: [{ objectID: 's' }, { objectID: 't' }], nbHits: 1 }, /gave 2 of its 1/],
    ['too many synonyms', { hits: [{ objectID: 's' }], nbHits: 1e9 }, /at most 100000 are read/],
  ])('%s', async (_name, body, message) => {
    source.fault = ({ path }) => (path.endsWith('/synonyms/search') ? Response.json(body) : undefined)
    await expect(read()).rejects.toThrow(message)
  })

  test('nesting that would exhaust the stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    source.fault = ({ path }) => (path.endsWith('/settings') ? new Response(`{"deep":${deep}}`) : undefined)
    await expect(read()).rejects.toThrow(/the answer to \/settings.* has more than 500 levels/)
  })

  test('an answer that is too large is not read to its end', async () => {
    await expect(read({ mostBytes: 20_000 })).rejects.toThrow(/cannot be used: it has more than 20000 bytes\./)
  })

  test('a redirect is not followed, because the key would go along', async () => {
    let asked = 0
    const elsewhere = await startHttp((_request, answer) => {
      asked++
      answer.end('{}')
    })
    source.fault = () => new Response(null, { status: 307, headers: { location: elsewhere.url } })
    await expect(read()).rejects.toThrow(/it redirects to http:\/\/127\.0\.0\.1:\d+, and the key is not sent there/)
    await elsewhere.close()
    expect(asked).toBe(0)
    expect(waits).toEqual([])
  })

  test('a page of a website in place of the API', async () => {
    source.fault = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    await expect(read()).rejects.toThrow(/not JSON/)
    expect(waits).toEqual([])
  })
})

test('names from a source are text: a record may have the attributes __proto__ and constructor', async () => {
  const odd = '{"objectID":"odd","__proto__":{"x":1},"constructor":{"y":2}}'
  source.fault = ({ path, number }) => {
    if (path === '/1/indexes') return new Response('{"items":[]}')
    if (path !== BROWSE) return undefined
    return new Response(number === 2 ? `{"hits":[${odd}],"nbHits":1}` : '{"hits":[],"nbHits":1}')
  }
  await read()
  expect(JSON.stringify([...arrived.records()][0])).toBe(odd)
})

test('a key without the rights is named with the rights it needs', async () => {
  const search = (await source.backend.keys.list()).find(({ acl }) => acl[0] === 'search')?.value ?? ''
  await expect(read({ key: search })).rejects.toThrow(/DOCENT_IMPORT_KEY needs a key with browse and settings/)
})

test('a missing index, and an application ID that is no name, are refused', async () => {
  await expect(readSource(open({ index: 'none' }), arrived, { source: 'a' })).rejects.toThrow(
    /check --app-id, --index and --host/,
  )
  expect(() => open({ appId: 'evil.example/#', host: undefined })).toThrow(/is no application ID/)
  expect(() => open({ host: 'file:///etc' })).toThrow(/is no address of a search host/)
})

test('two imports of one index exclude each other', () => {
  expect(() => new Arrived(folder)).toThrow(/another import of this index may run/)
})
