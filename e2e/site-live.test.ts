/** Pages while their author saves: changes, problems, a folder of Markdown. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDocs, renderArticle } from '@docent/ingest'
import type { SiteContent } from '@docent/site'
import { describe, expect, test } from 'vitest'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { findViolations } from './axe.ts'
import { contentOf, SOURCES } from '../packages/site/src/testing/site-content.ts'
import { afterThisTest, isMarked, markDocument, openPage, openSite, prepareSites, wakeApp } from './site-in-browser.ts'

prepareSites()

test('a change of the docs is shown without interaction, at the same scroll position', { tags: 'long' }, async () => {
  const { url, update } = await openSite({ live: true })
  const page = await openPage()
  await page.goto(`${url}/guide/install`)
  await page.waitForFunction(() => history.state?.docent !== undefined)
  await markDocument(page)
  await page.evaluate(() => window.scrollTo(0, 500))
  const renewed = SOURCES.map((source) =>
    source.url === '/guide/install'
      ? { ...source, title: 'Install anew', body: `${source.body}<p>Just saved.</p>` }
      : source,
  )
  update(contentOf(renewed))
  await page.getByText('Just saved.').waitFor()
  expect(await page.locator('main h1').innerText()).toBe('Install anew')
  expect(await page.locator('.sidebar [aria-current="page"]').innerText()).toBe('Install anew')
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  expect(await isMarked(page)).toBe(true)
  update(contentOf(renewed.filter((source) => source.url !== '/guide/install')))
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  update(contentOf(SOURCES))
  await page.getByRole('heading', { name: 'Install', exact: true }).waitFor()
})

describe('problems that the last save introduced', { tags: 'long' }, () => {
  const broken = (place: string): NonNullable<SiteContent['savedProblems']> => ({
    first: [{ place, message: 'The link "gone.md" is broken.' }],
    more: 2,
  })
  const withProblems = (place?: string): SiteContent => ({
    ...contentOf(SOURCES),
    ...(place !== undefined && { savedProblems: broken(place) }),
  })

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('are shown above the content, %i px wide, %s', async (width, colorScheme) => {
    const { url, update, fail } = await openSite({ content: withProblems(), live: true })
    const page = await openPage({ colorScheme, viewport: { width, height: 800 } })
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    const problems = page.getByRole('region', { name: 'Problems of the last save' })
    expect(await problems.count()).toBe(0)
    update(withProblems('a.md:3'))
    await problems.getByText('a.md:3').waitFor()
    await problems.getByText('2 more').waitFor()
    expect(await findViolations(page)).toEqual([])
    // They are part of the header, so the first heading is below them and the page is not wider.
    const bottom = await problems.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await page.locator('main h1').evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(
      bottom,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    fail('"/gone" is no folder.')
    await problems.getByText('"/gone" is no folder.').waitFor()
    update(withProblems())
    await problems.waitFor({ state: 'detached' })
  })

  test('do not return once closed, and never again if the author wants so', async () => {
    const { url, update } = await openSite({ content: withProblems('a.md:3'), live: true })
    const page = await openPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const problems = page.getByRole('region', { name: 'Problems of the last save' })
    await problems.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await problems.waitFor({ state: 'detached' })
    await page.reload()
    await wakeApp(page)
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    expect(await problems.count()).toBe(0)
    update(withProblems('b.md:7'))
    await problems.getByText('b.md:7').waitFor()
    await problems.getByRole('button', { name: 'Do not show again' }).click()
    update(withProblems('c.md:9'))
    await page.reload()
    await wakeApp(page)
    expect(await problems.count()).toBe(0)
  })
})

/** Every kind of block of Markdown and its dialects. */
const MARKDOWN = `---
title: All of it
---

A line. With \`code\`, **strong**, ~~gone~~, a [link](#code) and a footnote.[^1]

## Code

\`\`\`ts title="limits.ts" {2} /longest/ /function/
// The longest query.
export const LENGTH: number = 512 // [!code ++]
const text = 'a string' + \`and \${LENGTH}\`
function check(query: string): boolean { return /^[a-z]+$/.test(query) }
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

\`\`\`css
.a > b[href^='x']:hover { color: var(--c); width: calc(1px + 2%); }
\`\`\`

## Blocks

:::tip[Mind this]
Text with \`code\` and a [link](#code).
:::

> [!WARNING]
> Text.

> [!CAUTION]
> Text.

??? note "More"
    Hidden text.

:::code-group
\`\`\`sh [npm]
npm start
\`\`\`
\`\`\`sh [pnpm]
pnpm start
\`\`\`
:::

### Lists and tables

1. one
2. two

| a | b | c | d | e | f | g |
|---|--:|---|---|---|---|---|
| a long cell here | b | c | d | e | f | g |

> A quotation.

[^1]: The note.
`

test('a folder of Markdown has accessible blocks in both themes and highlighted code, and a change of it is shown', async () => {
  const folder = folderOf()
  afterThisTest(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.md'), MARKDOWN)
  const read = async (): Promise<SiteContent> => {
    const docs = await readDocs(folder)
    return { ...docs, renderArticle: (page) => renderArticle(docs, page) }
  }
  const { url, update } = await openSite({ content: await read(), live: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage({ colorScheme, viewport: { width: 390, height: 800 } })
    await page.goto(url)
    await wakeApp(page)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  const page = await openPage()
  await page.goto(url)
  await page.waitForFunction(() => history.state?.docent !== undefined)
  const keyword = page.locator('.t-keyword').first()
  expect(await keyword.evaluate((element) => getComputedStyle(element).color)).not.toBe(
    await page
      .locator('pre code')
      .first()
      .evaluate((element) => getComputedStyle(element).color),
  )
  await writeFile(join(folder, 'index.md'), MARKDOWN.replace('A line.', 'Another line.'))
  update(await read())
  await page.getByText('Another line.').waitFor()
})
