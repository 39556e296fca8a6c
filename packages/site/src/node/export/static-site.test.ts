/** The work of a static export, with the real server-rendering bundle. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { buildClient } from '../../build/build-client.ts'
import { contentOf } from '../../testing/site-content.ts'
import type { SiteContent } from '../content/site-content.ts'
import type { SiteOptions } from '../content/site-options.ts'
import { LLMS_LENGTH } from '../pages/llms-files.ts'
import { writeStaticSite } from './static-site.ts'

const home = folderOf()

beforeAll(async () => {
  await buildClient()
})

const PAGES = 12

/** Exports pages in `groups` groups, whose list is too long for one file; returns how often the Markdown of each was made. */
async function readsOfPages(groups: number, options: Partial<SiteOptions>): Promise<number[]> {
  const sources = Array.from({ length: PAGES }, (_, n) => ({
    url: `/p${n}`,
    title: `Page ${n}`,
    group: `Group ${n % groups}`,
    body: '<p>Text.</p>',
  }))
  const whole = contentOf(sources)
  const reads = new Map(whole.pages.map(({ url }) => [url, 0]))
  const content: SiteContent = {
    ...whole,
    pages: whole.pages.map((page) => ({ ...page, description: 'word '.repeat(LLMS_LENGTH / PAGES / 4) })),
    readMarkdown({ url, title }) {
      reads.set(url, (reads.get(url) ?? 0) + 1)
      return `# ${title}\n`
    },
  }
  const folder = join(home, String(groups))
  await writeStaticSite({
    content,
    search: { hosts: [], appId: 'docent', apiKey: '', index: 'docs' },
    folder,
    ...options,
  })
  return [...reads.values()]
}

test('the Markdown of a page is made once for all files of the page', async () => {
  expect(await readsOfPages(1, {})).toEqual(Array.from({ length: PAGES }, () => 1))
})

test('the lists of pages read each page as often with many sections as with two', async () => {
  const [few, many] = [
    await readsOfPages(2, { siteUrl: 'https://a.test' }),
    await readsOfPages(6, { siteUrl: 'https://a.test' }),
  ]
  expect(Math.max(...many)).toBe(Math.max(...few))
})

test('a page is written again if the size of its picture has changed, although its source has not', async () => {
  const picture = join(home, 'picture.svg')
  const folder = join(home, 'pictures')
  const widthOf = async (width: number): Promise<string | undefined> => {
    writeFileSync(picture, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"></svg>`)
    const content = contentOf([{ url: '/', title: 'Start', body: '<p><img src="/picture.svg" alt="x"></p>' }])
    const assets = [{ url: '/picture.svg', path: picture }]
    const search = { hosts: [], appId: 'docent', apiKey: '', index: 'docs' }
    await writeStaticSite({ content: { ...content, assets }, search, folder })
    return /<img [^>]*width="(\d+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1]
  }
  expect([await widthOf(20), await widthOf(30)]).toEqual(['20', '30'])
})
