import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { serveSite, type Answer } from '../testing/site-server.ts'
import { openConnections, type ConnectionRules, type HostAddress } from './connect.ts'
import type { Outcome } from './outcome.ts'
import { HTML, request, type Requester } from './request.ts'

const opened: Requester[] = []
afterEach(async () => {
  for (const { connections } of opened.splice(0)) await connections.agent.destroy()
})

function requester(change: Partial<Requester> & Partial<ConnectionRules> = {}): Requester {
  const { allowPrivate = true, ports = new Set<string>(), resolve, ...rest } = change
  const made = {
    connections: openConnections({ allowPrivate, ports, resolve }),
    userAgent: 'Docent/1.0',
    loginOrigins: new Set<string>(),
    bytes: 1_000_000,
    seconds: 10,
    ...rest,
  }
  opened.push(made)
  return made
}

async function outcomeOf(answer: Answer, change: Parameters<typeof requester>[0] = {}): Promise<Outcome> {
  await using site = await serveSite({ '/': answer })
  return await request(requester(change), { url: `${site.origin}/` }, HTML)
}

const bomb = Buffer.alloc(64 * 1024 * 1024)

describe('a body', () => {
  for (const [coding, bytes] of [
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb, { params: {} })],
    ['zstd', zstdCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ] as const) {
    test(`that is a ${coding} bomb is too large`, async () => {
      const outcome = await outcomeOf((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(bytes)
      })
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'too-large', again: false })
    })
  }
  test('is decompressed', async () => {
    const outcome = await outcomeOf((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
        .end(brotliCompressSync('<p>Text'))
    })
    expect(outcome.kind === 'received' && outcome.body.toString()).toBe('<p>Text')
  })
  test('with damaged, unknown or many compressions cannot be decoded', async () => {
    for (const [coding, bytes] of [
      ['gzip', gzipSync('text').subarray(0, 12)],
      ['gzip', Buffer.from('plain')],
      ['secret', Buffer.from('x')],
      ['gzip, gzip, gzip', gzipSync('x')],
    ] as const) {
      const outcome = await outcomeOf((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(bytes)
      })
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'encoding' })
    }
  })
  test('is read to the bytes that are needed, whatever its length', async () => {
    await using site = await serveSite({ '*': 'x'.repeat(2_000_000) })
    const outcome = await request(requester(), { url: `${site.origin}/` }, { accept: '*/*', first: 1000 })
    expect(outcome.kind === 'received' && outcome.body.length >= 1000 && outcome.body.length < 1_000_000).toBe(true)
  })
  test('at the limit is received, one byte more is too large, with and without a stated length', async () => {
    const send =
      (length: number, stated: boolean): Answer =>
      (_, response) => {
        response.setHeader('content-type', 'text/html')
        if (stated) response.setHeader('content-length', length)
        else response.write('x'.repeat(100))
        response.end('x'.repeat(stated ? length : length - 100))
      }
    for (const stated of [true, false]) {
      expect((await outcomeOf(send(1000, stated), { bytes: 1000 })).kind).toBe('received')
      expect(await outcomeOf(send(1001, stated), { bytes: 1000 })).toMatchObject({ reason: 'too-large' })
    }
  })
  test('that arrives byte by byte is too slow', async () => {
    const outcome = await outcomeOf(
      (_, response) => {
        response.setHeader('content-type', 'text/html')
        const timer = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(timer))
      },
      { seconds: 0.5 },
    )
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'too-slow', again: true })
  })
  test('that ends early is a network failure', async () => {
    const outcome = await outcomeOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'network', again: true })
  })
  test('that is no HTML is not read', async () => {
    const outcome = await outcomeOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('x'.repeat(100_000))
    })
    expect(outcome).toEqual({ kind: 'skipped', reason: 'not-html', detail: 'application/pdf' })
  })
})

test('a page that is compressed without a word about it is decompressed, with the same limit', async () => {
  const sent =
    (text: string): Answer =>
    (_, response) =>
      response.setHeader('content-type', 'text/html').end(gzipSync(text))
  expect(await outcomeOf(sent('<p>text</p>'))).toMatchObject({ kind: 'received', body: Buffer.from('<p>text</p>') })
  expect(await outcomeOf(sent('x'.repeat(10_000_000)))).toMatchObject({ kind: 'failed', reason: 'too-large' })
})

describe('an answer', () => {
  test('with a status has its reason', async () => {
    const status = async (code: number): Promise<string> => {
      const outcome = await outcomeOf((_, response) => void response.writeHead(code).end())
      return outcome.kind === 'failed' ? `${outcome.reason} ${outcome.again}` : outcome.kind
    }
    expect(await status(404)).toBe('skipped')
    expect(await status(410)).toBe('skipped')
    expect(await status(401)).toBe('status false')
    expect(await status(429)).toBe('status true')
    expect(await status(503)).toBe('status true')
    expect(await status(304)).toBe('unchanged')
  })
  test('that redirects names its target, which is not followed', async () => {
    const to = async (location: string): Promise<Outcome> =>
      await outcomeOf((_, response) => void response.writeHead(302, { location }).end())
    expect(await to('http://10.0.0.1/admin#x')).toEqual({ kind: 'redirect', to: 'http://10.0.0.1/admin', status: 302 })
    expect(await to('file:///etc/passwd')).toMatchObject({ kind: 'failed', reason: 'redirects' })
    expect(await to('')).toMatchObject({ kind: 'failed', reason: 'redirects' })
  })
  test('has validators and robots headers', async () => {
    const outcome = await outcomeOf((_, response) => {
      response.setHeader('x-robots-tag', ['noindex', 'otherbot: nofollow'])
      response.writeHead(200, { 'content-type': 'text/html; charset="UTF-8"', etag: '"a"' }).end('x')
    })
    expect(outcome).toMatchObject({ etag: '"a"', charset: 'utf-8', type: 'text/html' })
    expect(outcome.kind === 'received' && outcome.robots.join(', ')).toBe('noindex, otherbot: nofollow')
  })
})

describe('an address that is not public', () => {
  test('is not connected to, in any spelling', async () => {
    let connections = 0
    await using site = await serveSite({ '*': () => connections++ })
    const { port } = new URL(site.origin)
    const hosts = '127.0.0.1 localhost 2130706433 0x7f.1 0177.0.0.1 127.1 [::1] [::ffff:127.0.0.1] [::7f00:1] ①②⑦.⓪.⓪.①'
    const asker = requester({ allowPrivate: false, ports: new Set([port]), seconds: 3 })
    for (const host of hosts.split(' ')) {
      const outcome = await request(asker, { url: new URL(`http://${host}:${port}/`).href }, HTML)
      expect(outcome, host).toMatchObject({ kind: 'failed', reason: 'address', again: false })
    }
    expect(connections).toBe(0)
  })
  test('is not connected to when a name changes between check and connection', async () => {
    let connections = 0
    await using site = await serveSite({
      '*': (_, response) => {
        connections++
        response.end()
      },
    })
    const { port } = new URL(site.origin)
    let lookups = 0
    const resolve = async (): Promise<HostAddress[]> => {
      lookups++
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const asker = requester({ allowPrivate: false, ports: new Set([port]), seconds: 3, resolve })
    for (let attempt = 0; attempt < 3; attempt++) {
      const outcome = await request(asker, { url: `http://rebinding.example:${port}/` }, HTML)
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'address' })
    }
    // One lookup for each connection: the address that was checked is the one that is connected to.
    expect([lookups, connections]).toEqual([3, 0])
    // The time is that of a busy machine: the site ends the request when it is connected to.
    const allowed = requester({ seconds: 30, resolve })
    await request(allowed, { url: `http://rebinding.example:${port}/` }, HTML)
    expect([lookups, connections]).toEqual([4, 1])
  })
  test('is not connected to at a port that the crawl does not begin with', async () => {
    const outcome = await request(requester({ allowPrivate: false }), { url: 'http://1.1.1.1:22/' }, HTML)
    expect(outcome).toMatchObject({ reason: 'address', detail: 'port 22 of 1.1.1.1 is no port of the web' })
  })
  test('is named with its host, also where it has several', async () => {
    const resolve = async (): Promise<HostAddress[]> => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    const outcome = await request(requester({ allowPrivate: false, resolve }), { url: 'http://mixed.example/' }, HTML)
    expect(outcome).toMatchObject({ detail: 'mixed.example has the address 127.0.0.1, ::1, which is not public' })
  })
})

test('a login is sent to its origins only', async () => {
  const received: unknown[] = []
  const answer: Answer = ({ headers }, response) => {
    received.push([headers.authorization, headers.cookie, headers['x-token']])
    response.end()
  }
  await using site = await serveSite({ '*': answer })
  await using other = await serveSite({ '*': answer })
  const loginOrigins = new Set([site.origin])
  for (const login of [
    { kind: 'basic', user: 'reader', password: 'secret' },
    { kind: 'header', name: 'X-Token', value: 'abc' },
    { kind: 'cookie', value: 'session=1' },
  ] as const) {
    const asker = requester({ login, loginOrigins })
    await request(asker, { url: `${site.origin}/` }, HTML)
    await request(asker, { url: `${other.origin}/` }, HTML)
  }
  const none = [undefined, undefined, undefined]
  expect(received).toEqual([
    ['Basic cmVhZGVyOnNlY3JldA==', undefined, undefined],
    none,
    [undefined, undefined, 'abc'],
    none,
    [undefined, 'session=1', undefined],
    none,
  ])
})

test('cookies are offered for the same address only, and are sent after those of the login', async () => {
  const received: unknown[] = []
  const answers: Record<string, Answer> = {
    '*': ({ url = '', headers }, response) => {
      received.push(headers.cookie)
      const location = url === '/other' ? '/' : `${url}#top`
      response.writeHead(302, { location, 'set-cookie': ['a=1', 'b=2; Path=/'] }).end()
    },
  }
  await using site = await serveSite(answers)
  const login = { kind: 'cookie', value: 'session=1' } as const
  const asker = requester({ login, loginOrigins: new Set([site.origin]) })
  const url = `${site.origin}/`
  const same = { kind: 'redirect', to: url, status: 302 }
  expect(await request(asker, { url }, HTML)).toEqual({ ...same, cookies: 'a=1; b=2' })
  expect(await request(asker, { url, cookies: 'a=1; b=2' }, HTML)).toEqual(same)
  expect(await request(asker, { url: `${site.origin}/other` }, HTML)).toEqual(same)
  expect(received).toEqual(['session=1', 'session=1; a=1; b=2', 'session=1'])
})
