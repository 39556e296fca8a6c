/** A navigation of many hundreds of pages: no page contains all of it, and every group is reachable. */
import { beforeAll, expect, test } from 'vitest'
import { contentOf, type PageSource } from '../../testing/site-content.ts'
import { buildClient } from '../../build/build-client.ts'
import { createSite } from './site.ts'

beforeAll(async () => {
  await buildClient()
})

const GROUPS = 20
const PER_GROUP = 30
const sources: PageSource[] = Array.from({ length: GROUPS * PER_GROUP }, (_, at) => {
  const group = Math.floor(at / PER_GROUP)
  return { url: `/g${group}/p${at % PER_GROUP}`, title: `Page ${at}`, group: `Group ${group}`, body: '' }
})

async function linksAt(path: string): Promise<string[]> {
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const site = createSite({ content: contentOf(sources), search })
  const html = await (await site.fetch(new Request(`http://127.0.0.1${path}`))).text()
  return [...html.matchAll(/class="nav-link" href="([^"]+)"/g)].map(([, href = '']) => href)
}

test('the page’s own group is complete, every other group has its first page only', async () => {
  const links = await linksAt('/g3/p7')
  expect(links.filter((href) => href.startsWith('/g3/'))).toHaveLength(PER_GROUP)
  expect(links.filter((href) => !href.startsWith('/g3/'))).toEqual(
    Array.from({ length: GROUPS }, (_, group) => `/g${group}/p0`).filter((href) => href !== '/g3/p0'),
  )
})
