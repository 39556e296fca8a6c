import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { findViolations } from './axe.ts'
import { hold, openPage, openSite, prepareSites } from './site-in-browser.ts'
import { contentOf, type PageSource, SOURCES } from '../packages/site/src/testing/site-content.ts'

prepareSites()

const folder = folderOf()

/** A PNG of 300 × 200 px: only its head, which no browser shows. */
const PICTURE = join(folder, 'picture.png')
beforeAll(() => {
  const head = Buffer.alloc(40)
  head.write('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(300, 16)
  head.writeUInt32BE(200, 20)
  writeFileSync(PICTURE, head)
})

/** Opens a page of the given HTML; the site has the pages of `site-content.ts` too, and a picture. */
async function openArticle(
  body: string,
  options: BrowserContextOptions = {},
  more: Partial<PageSource> = {},
): Promise<Page> {
  const sources = [...SOURCES, { url: '/look', title: 'Look', body, ...more }]
  const assets = [{ url: '/picture.png', path: PICTURE }]
  const { url } = await openSite({ content: { ...contentOf(sources), assets } })
  const page = await openPage(options)
  await hold(page, /picture\.png/)
  await page.goto(`${url}/look`, { waitUntil: 'domcontentloaded' })
  return page
}

const heightOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)

test('the place of a picture is reserved before it is loaded', async () => {
  const page = await openArticle(
    '<p><img id="a" src="/picture.png" alt="a"></p><p><img id="b" src="/picture.png" alt="b" width="150"></p><p><img id="c" src="/picture.png" alt="c" height="40"></p>',
  )
  expect([await heightOf(page, '#a'), await heightOf(page, '#b'), await heightOf(page, '#c')]).toEqual([200, 100, 40])
})

test('the place of the picture of a landing page is reserved before it is loaded', async () => {
  const home = { title: 'Look', text: '', tagline: '', image: '/picture.png', actions: [], features: [] }
  const page = await openArticle('', { viewport: { width: 390, height: 800 } }, { home })
  expect(Math.round(await heightOf(page, '.hero-image'))).toBe(107)
})

test('the icons of callouts and files are seen with forced colours', async () => {
  const page = await openArticle(
    '<div class="admonition" data-type="note" role="note"><p class="admonition-title">Note</p><p>Text</p></div><div class="file-tree"><ul><li>a.ts</li></ul></div>',
    { forcedColors: 'active', colorScheme: 'dark' },
  )
  const colours = await page.evaluate(() =>
    ['.admonition-title', '.file-tree li'].map((name) => {
      const element = document.querySelector(name)
      return element && getComputedStyle(element, '::before').backgroundColor
    }),
  )
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
})

test.each(['light', 'dark'] as const)('lines beside those in focus can be read, %s', async (colorScheme) => {
  const page = await openArticle(
    `<figure class="code" data-lang="ts"><pre tabindex="0"><code class="language-ts"><span class="line"><span class="t-comment">// one</span></span>
<span class="line"><span class="t-keyword">const</span> <span class="t-string">'two'</span></span>
<span class="line focused"><span class="t-keyword">const</span></span>
</code></pre></figure>`,
    { colorScheme },
  )
  expect(await findViolations(page, '.code')).toEqual([])
  const colourOf = (line: string): Promise<string> =>
    page.locator(`.line${line} .t-keyword`).evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(':not(.focused)')).not.toBe(await colourOf('.focused'))
})

test('paper has the pictures for the light appearance', async () => {
  const page = await openArticle(
    '<p><img src="/picture.png" alt="light" data-only="light"><img src="/picture.png" alt="dark" data-only="dark"></p>',
    { colorScheme: 'dark' },
  )
  const shown = (): Promise<boolean[]> =>
    Promise.all(['light', 'dark'].map((alt) => page.locator(`.article img[alt=${alt}]`).isVisible()))
  expect(await shown()).toEqual([false, true])
  await page.emulateMedia({ media: 'print' })
  expect(await shown()).toEqual([true, false])
})

test.for([390, 960, 1279, 1280, 1440, 1920])(
  'at %d px the search of the header begins where the article does, or is at the other end on narrow screens',
  async (width) => {
    const page = await openArticle('<p>Text</p>', { viewport: { width, height: 800 } })
    const leftOf = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().x)
    const [search, article] = [await leftOf('.header .search-button'), await leftOf('main h1')]
    if (width < 960) expect(search).toBeGreaterThan(width / 2)
    else expect(Math.abs(search - article)).toBeLessThan(1)
  },
)

test('at a zoom of 400 % no bar stays above the text', async () => {
  const page = await openArticle('', { viewport: { width: 320, height: 200 } })
  await page.goto(`${new URL(page.url()).origin}/guide/install#third`)
  const { y } = (await page.locator('#third').boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y).toBeLessThan(40)
  for (const bar of ['.header', '.sub-header'])
    expect(await page.locator(bar).evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(0)
})

test('a heading at the beginning of a page without a title has no space above it', async () => {
  const page = await openArticle('', {}, {})
  const gap = await page.evaluate(() => {
    const article = document.querySelector('.article')
    article?.querySelector('h1')?.remove()
    const heading = document.createElement('div')
    heading.className = 'heading'
    heading.dataset.level = '2'
    heading.append(document.createElement('h2'))
    article?.prepend(heading)
    return getComputedStyle(heading).marginTop
  })
  expect(gap).toBe('0px')
})

test('the menu of languages opens below its button, also beside links', async () => {
  const content = contentOf(SOURCES)
  const japanese = contentOf([{ url: '/ja', title: '日本語', body: '<p>x</p>' }])
  const { url } = await openSite({
    content: {
      ...content,
      pages: [...content.pages, ...japanese.pages.map((page) => ({ ...page, lang: 'ja', key: '/' }))],
      navigations: [...content.navigations, { ...japanese.navigations[0]!, lang: 'ja', url: '/ja' }], // it has one
      links: [{ text: 'A repository with a long name', url: 'https://example.com/' }],
    },
  })
  const page = await openPage()
  await page.goto(`${url}/guide/install`)
  await page.click('.switch-button')
  const button = await page.locator('.switch-button').boundingBox()
  const menu = await page.locator('.switch-menu').boundingBox()
  expect(menu && button && menu.x < button.x + button.width && menu.x + menu.width > button.x + button.width / 2).toBe(
    true,
  )
})
