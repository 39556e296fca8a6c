import { expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import { readRobots } from './robots.ts'

const ORIGIN = 'https://docs.example'
const received = (text: string): Outcome => ({
  kind: 'received',
  body: Buffer.from(text),
  type: 'text/plain',
  charset: '',
  robots: [],
})
const rulesFor = async (text: string): Promise<Awaited<ReturnType<typeof readRobots>>> =>
  await readRobots(ORIGIN, 'Docent/1.0 (+https://example.org)', async () => received(text))

test('the group of the crawler applies, else that of all', async () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: docent\nDisallow: /private/\nAllow: /private/open$\n'
  const rules = await rulesFor(text)
  expect(rules.allows(`${ORIGIN}/guide`)).toBe(true)
  expect(rules.allows(`${ORIGIN}/private/a`)).toBe(false)
  expect(rules.allows(`${ORIGIN}/private/open`)).toBe(true)
  expect((await rulesFor('User-agent: *\nDisallow: /a*b$')).allows(`${ORIGIN}/axxb`)).toBe(false)
})

test('a rule in percent-encoding applies to the same path in another spelling', async () => {
  const { allows } = await rulesFor(
    'User-agent: *\nDisallow: /%41dmin/\nDisallow : /priv%61te # all of it\nDisallow: /b%2fc\nDisallow: /50%\nAllow: /%41dmin/%6Fpen',
  )
  const paths = ['Admin/x', 'Admin/open', 'private', 'b%2Fc', 'b/c', '50%', 'admin/x']
  expect(paths.filter((path) => !allows(`${ORIGIN}/${path}`))).toEqual(['Admin/x', 'private', 'b%2Fc', '50%'])
})

test('delay and sitemaps are read, a delay of an hour is cut', async () => {
  const rules = await rulesFor('Sitemap: /maps/a.xml\nSitemap: javascript:x\nUser-agent: *\nCrawl-delay: 3600')
  expect(rules).toMatchObject({ delay: 30, sitemaps: [`${ORIGIN}/maps/a.xml`] })
})

test('a client error allows everything, a server or network error denies everything', async () => {
  const answer = async (outcome: Outcome): Promise<boolean[]> => {
    const rules = await readRobots(ORIGIN, 'Docent/1.0', async () => outcome)
    return [rules.allows(`${ORIGIN}/guide`), rules.unreachable !== undefined]
  }
  expect(await answer({ kind: 'skipped', reason: 'gone', detail: 'status 404' })).toEqual([true, false])
  expect(await answer({ kind: 'failed', reason: 'status', detail: 'status 403', again: false })).toEqual([true, false])
  expect(await answer({ kind: 'failed', reason: 'status', detail: 'status 503', again: true })).toEqual([false, true])
  expect(await answer({ kind: 'failed', reason: 'network', detail: 'refused', again: true })).toEqual([false, true])
  expect(await answer({ kind: 'failed', reason: 'address', detail: 'private', again: false })).toEqual([false, true])
})

test('of a huge file the complete lines at its beginning apply', async () => {
  const group = 'User-agent: *\nDisallow: /private/\n'
  const rest = 512 * 1024 - group.length
  const rules = await rulesFor(
    `${group}${`${'#'.repeat(63)}\n`.repeat(rest / 64 - 1)}Disallow: /guide${'x'.repeat(600_000)}`,
  )
  expect(['private/a', 'guide'].map((path) => rules.allows(`${ORIGIN}/${path}`))).toEqual([false, true])
})

test('of thousands of rules with wildcards the last ones exclude all that they begin with', async () => {
  const many = Array.from({ length: 6000 }, (_, at) => `Disallow: /a*b${at}$`)
  const { allows } = await rulesFor(
    ['User-agent: *', ...many, 'Allow: /b/*/open', 'Disallow: /b/*.pdf$', 'Disallow: /c'].join('\n'),
  )
  const paths = ['axb1', 'axb', 'b/guide', 'b/x/open', 'c', 'd']
  expect(paths.filter((path) => !allows(`${ORIGIN}/${path}`))).toEqual(['axb1', 'axb', 'b/guide', 'b/x/open', 'c'])
})

test('redirects are followed five times', async () => {
  let count = 0
  const hop = async (url: string): Promise<Outcome> =>
    ++count <= 5 ? { kind: 'redirect', to: `${url}x`, status: 301 } : received('User-agent: *\nDisallow: /')
  expect((await readRobots(ORIGIN, 'Docent/1.0', hop)).allows(`${ORIGIN}/a`)).toBe(false)
})
