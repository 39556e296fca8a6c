/** Texts and blocks on pages that are written from right to left, cards in rows, and long names. */
import { expect, test } from 'vitest'
import { contentOf } from '../packages/site/src/testing/site-content.ts'
import { openPage, openSite, prepareSites } from './site-in-browser.ts'

prepareSites()

const BODY = `<p id="english">Not translated yet.</p>
<figure class="code"><pre><code><span class="line">run();</span></code></pre></figure>
<p>הפקודה <code>--host</code></p>`

test('on a page from right to left, English has its full stop at its end, and code begins at the left', async () => {
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'מדריך', body: BODY }]) })
  const page = await openPage()
  await page.goto(`${url}/`)
  const places = await page.evaluate(() => {
    Object.assign(document.documentElement, { dir: 'rtl', lang: 'he' })
    function edges(element: Element | null, character: string): { left: number; right: number } {
      const walker = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(character) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      }
      throw new Error(`There is no ${character}.`)
    }
    const [english, pre, option] = ['#english', 'pre', 'p code'].map((name) => document.querySelector(name))
    return {
      stopAfterText: edges(english ?? null, '.').left >= edges(english ?? null, 'y').right,
      alignedRight: (english?.getBoundingClientRect().right ?? 0) - edges(english ?? null, '.').right < 2,
      codeAtLeft: edges(pre ?? null, 'r').left - (pre?.getBoundingClientRect().left ?? 0) < 40,
      optionInOrder: edges(option ?? null, '-').right <= edges(option ?? null, 'h').left + 1,
    }
  })
  expect(places).toEqual({ stopAfterText: true, alignedRight: true, codeAtLeft: true, optionInOrder: true })
})

test('on a page from right to left, a text that begins with a Latin name begins at the right', async () => {
  const content = contentOf([
    {
      url: '/',
      title: 'Vue מהו',
      body: '<h2 id="x">Vue הוא</h2><p>Vue הוא <em>ספרייה</em>.</p><ul><li>ref() הוא</li></ul>',
    },
    { url: '/b', title: 'Next אחרי', group: 'API של', body: '' },
  ])
  const navigations = content.navigations.map((one) => ({ ...one, lang: 'he' }))
  const pages = content.pages.map((page) => ({ ...page, lang: 'he' }))
  const { url } = await openSite({ content: { ...content, pages, navigations } })
  const page = await openPage()
  await page.goto(`${url}/`)
  const rightMost = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, article p, article li, .sidebar a')]
      .filter((element) => /^\W*[a-z]/i.test(element.textContent))
      .map((element) => {
        const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
        const first = /[a-z]+/i.exec(node?.textContent ?? '')
        const range = document.createRange()
        const from = first?.index ?? 0
        range.setStart(node ?? element, from)
        range.setEnd(node ?? element, from + (first?.[0].length ?? 0))
        const all = document.createRange()
        all.selectNodeContents(element)
        return [first?.[0], range.getBoundingClientRect().right >= all.getBoundingClientRect().right - 1]
      }),
  )
  expect(rightMost).toEqual([
    ['Vue', true],
    ['Next', true],
    ['Vue', true],
    ['Vue', true],
    ['Vue', true],
    ['ref', true],
  ])
})

test('a page that is translated, among others that are not, is read from right to left; its frame is not', async () => {
  const body = '<p>הפקודה מתחילה.</p><p align="center">באמצע</p><table><tbody><tr><td>א</td></tr></tbody></table>'
  const { url } = await openSite({
    content: contentOf([
      { url: '/', title: 'Guide', body: '<p>English.</p>' },
      { url: '/he', title: 'מדריך', body },
    ]),
  })
  const page = await openPage()
  await page.goto(`${url}/`)
  const direction = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction)
  expect(await direction('article')).toBe('ltr')
  for (const open of [() => page.locator('.sidebar a[href="/he"]').click(), () => page.reload()]) {
    await open()
    await page.getByRole('heading', { name: 'מדריך' }).waitFor()
    expect(await direction('article')).toBe('rtl')
    expect(await direction('.header')).toBe('ltr')
    expect(
      await page.locator('article p').evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign)),
    ).toEqual(['right', expect.stringMatching(/center/)])
  }
  await page.goBack()
  await page.getByText('English.').waitFor()
  expect(await direction('article')).toBe('ltr')
})

test.each([
  [1400, 2],
  [900, 2],
  [390, 1],
])('four features of a start page in a window of %i px: %i in a row', async (width, columns) => {
  const features = ['A', 'B', 'C', 'D'].map((title) => ({ title, details: 'Text' }))
  const home = { title: 'Guide', text: '', tagline: '', actions: [], features }
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Guide', body: '', home }]) })
  const page = await openPage({ viewport: { width, height: 800 } })
  await page.goto(`${url}/`)
  const tops = await page.locator('.feature').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
})

test('a long name above the title of a page breaks in a narrow window, which does not scroll sideways', async () => {
  const group = 'Organisation.Package.Administration.Management'
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Get', group, body: '<p>Text</p>' }]) })
  const page = await openPage({ viewport: { width: 320, height: 600 } })
  await page.goto(`${url}/`)
  expect(await page.locator('.breadcrumbs').textContent()).toContain(group)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
