/** The section of an opened hit, in a real document: its highlights and its focus. */

import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { focusSection } from '../packages/dialog/src/core/focus-section.ts'
import type { clearMatches, markMatches } from '../packages/dialog/src/core/mark-matches.ts'
import { testBrowser } from './test-browser.ts'

const CORE = join(import.meta.dirname, '../packages/dialog/src/core')

/** The exports of the modules, in the page. */
type Parts = typeof globalThis & {
  focusSection: typeof focusSection
  clearMatches: typeof clearMatches
  markMatches: typeof markMatches
}

let page: Page
/** The modules import nothing but types. */
let script: string

beforeAll(async () => {
  const sources = ['mark-matches.ts', 'focus-section.ts'].map((file) => readFile(join(CORE, file), 'utf8'))
  script = `${stripTypeScriptTypes((await Promise.all(sources)).join('\n'))}
Object.assign(globalThis, { focusSection, clearMatches, markMatches })`
})
const browser = testBrowser()
beforeEach(async () => {
  await page?.close()
  page = await browser.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
})

/** A page with this content, and the modules. */
async function show(content: string): Promise<void> {
  await page.setContent(content)
  await page.addScriptTag({ type: 'module', content: script })
  await page.waitForFunction(() => 'focusSection' in globalThis)
}

/** The highlighted texts, each with the text of its block. */
async function mark(article: string, heading: string | undefined, words: string[]): Promise<string[]> {
  await show(`<article>${article}</article>`)
  return page.evaluate(
    ({ heading, words }) => {
      const { markMatches } = globalThis as Parts
      const root = document.querySelector('article')
      if (!root) return ['There is no article.']
      markMatches(root, heading === undefined ? undefined : (document.getElementById(heading) ?? undefined), words)
      return [...(CSS.highlights.get('docent-match') ?? [])].map(String)
    },
    { heading, words },
  )
}

const PAGE = `<h1>Install it</h1><p>Install with care.</p>
<h2 id="a">Installing</h2><p>To install, run <code>npm install</code>.</p><ul><li>install</li></ul>
<h3 id="b">Not install</h3><p>install</p>`

describe('highlights', () => {
  test('are in the section of the hit only, including its heading', async () => {
    expect(await mark(PAGE, 'a', ['install'])).toEqual(['Install', 'install', 'install', 'install'])
    expect(await mark(PAGE, 'b', ['install'])).toEqual(['install', 'install'])
  })

  test('of a hit that is the page itself end at the first heading below the title', async () => {
    expect(await mark(PAGE, undefined, ['install'])).toEqual(['Install', 'Install'])
  })

  test('begin where a word begins, and in scripts without spaces anywhere', async () => {
    expect(await mark('<h1>T</h1><p>cat concat cat’s</p>', undefined, ['cat'])).toEqual(['cat', 'cat'])
    expect(await mark('<h1>T</h1><p>日本語の検索と検索</p>', undefined, ['検索'])).toEqual(['検索', '検索'])
    expect(await mark('<h1>T</h1><p>run --host now</p>', undefined, ['--host'])).toEqual(['--host'])
  })

  test('take the longer of two words, and every character of a word as itself', async () => {
    expect(await mark('<h1>T</h1><p>indexing index</p>', undefined, ['index', 'indexing'])).toEqual([
      'indexing',
      'index',
    ])
    const odd = ['a.b', '$(x)', '[y]*', 'c\\d', 'e|f', '^g$']
    expect(await mark(`<h1>T</h1><p>axb ${odd.join(' ')}</p>`, undefined, odd)).toEqual(odd)
  })

  test('go across elements, and not from one block into the next', async () => {
    expect(await mark('<h1>T</h1><p>search <b>eng</b>ine</p>', undefined, ['search engine'])).toEqual(['search engine'])
    expect(await mark('<h1>T</h1><p>search</p><p>engine</p>', undefined, ['searchengine'])).toEqual([])
  })

  test('are at most 200, and none without words', async () => {
    expect(await mark(`<h1>T</h1><p>${'word '.repeat(500)}</p>`, undefined, ['word'])).toHaveLength(200)
    expect(await mark('<h1>T</h1><p>word</p>', undefined, [])).toEqual([])
    expect(await mark('<h1>T</h1><p>word</p>', undefined, ['', ' '])).toEqual([])
  })

  test('do not change the document, and can be removed', async () => {
    await mark(PAGE, 'a', ['install'])
    const after = await page.evaluate(() => {
      ;(globalThis as Parts).clearMatches()
      return { marked: CSS.highlights.has('docent-match'), html: document.querySelector('article')?.innerHTML }
    })
    expect(after).toEqual({ marked: false, html: PAGE })
  })

  test('are omitted in a browser without the CSS highlight API', async () => {
    await show('<article><h1>word</h1></article>')
    const run = page.evaluate(() => {
      Object.defineProperty(CSS, 'highlights', { value: undefined })
      const { clearMatches, markMatches } = globalThis as Parts
      markMatches(document.body, undefined, ['word'])
      clearMatches()
      return 'done'
    })
    expect(await run).toBe('done')
  })
})

describe('the focus', () => {
  /** Opens a URL; returns the id of the focused element. */
  async function land(content: string, url: string): Promise<string | undefined> {
    await show(content)
    return page.evaluate(async (url) => {
      ;(globalThis as Parts).focusSection(url)
      await new Promise(requestAnimationFrame)
      return document.activeElement?.id
    }, new URL(url, 'https://docs.invalid/').href)
  }

  test('moves to the section, which is in the tab order only while it has the focus', async () => {
    expect(await land('<h2 id="a">A</h2><button id="b">B</button>', '/page#a')).toBe('a')
    expect(await page.locator('#a').getAttribute('tabindex')).toBe('-1')
    await page.locator('#b').focus()
    expect(await page.locator('#a').getAttribute('tabindex')).toBeNull()
  })

  test('keeps a tabindex of the section', async () => {
    expect(await land('<h2 id="a" tabindex="0">A</h2><button id="b">B</button>', '/page#a')).toBe('a')
    await page.locator('#b').focus()
    expect(await page.locator('#a').getAttribute('tabindex')).toBe('0')
  })

  test.each([
    ['/page#100%', '100%'],
    ['/page#%E6%97%A5', '日'],
    ['/page#a.b:c', 'a.b:c'],
  ])('goes to %s', async (url, id) => {
    expect(await land(`<h2 id="${id}">A</h2>`, url)).toBe(id)
  })

  test('does not move if there is no such section', async () => {
    expect(await land('<button id="b" autofocus>B</button>', '/page#nowhere')).not.toBe('nowhere')
  })
})
