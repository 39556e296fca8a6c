import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'
import { FRAME_CLASS, FRAME_ID_PREFIX } from '../result/frame-names.ts'

const PACKAGES = join(import.meta.dirname, '../../..')

async function classesOf(folder: string, files: readonly string[]): Promise<string[]> {
  const sheets = await Promise.all(files.map((file) => readFile(join(PACKAGES, folder, file), 'utf8')))
  const rules = sheets.join('\n').replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;|url\([^)]*\)/g, '')
  return [...new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!))] // the group always takes part
}

describe('names of the frame', () => {
  test('are all classes of its style sheets, and of the dialog’s', async () => {
    const own = await classesOf('site/src/styles', [
      'header.css',
      'layout.css',
      'navigation.css',
      'article-navigation.css',
      'search.css',
      'pages.css',
      'search-page.css',
      'tags.css',
    ])
    const dialog = await classesOf(
      'dialog/src',
      (await readdir(join(PACKAGES, 'dialog/src'))).filter((name) => name.endsWith('.css') && name !== 'dialog.css'),
    )
    // Classes that articles also have (a link styled as a button, and its icon), and those of a host's root element.
    const shared = new Set(['button', 'icon', 'dark', 'light'])
    expect(own.length).toBeGreaterThan(50)
    expect(dialog.length).toBeGreaterThan(30)
    const free = [...own, ...dialog].filter((name) => !FRAME_CLASS.test(name) && !shared.has(name))
    expect(free).toEqual([])
  })

  test('are none of the classes of articles', async () => {
    const own = await classesOf('site/src/styles', ['article.css', 'blocks.css', 'code.css'])
    const taken = own.filter((name) => FRAME_CLASS.test(name))
    // The article itself, two parts of the frame with code, and the frame that renders diagrams.
    expect(taken.toSorted()).toEqual(['article', 'diagram-frame', 'feature', 'hero'])
  })

  test('are removed from articles, and reported as problems', async () => {
    const { html, docs } = await readOne(
      `# T

## A {#${FRAME_ID_PREFIX}state .sidebar .mine}

<div id="${FRAME_ID_PREFIX}app" class="DocSearch-Container own" data-search data-sort="x">text</div>

<img src="x.svg" name="getElementById" id="kept" alt="">

<a name="old-anchor" id="both">anchor</a>
`,
      { 'x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    )
    expect(html).not.toMatch(/docent:|DocSearch|sidebar|data-search|getElementById/)
    expect(html).toContain('<h2 id="docentstate" class="mine">')
    expect(html).toContain('<div class="own" data-sort="x">')
    expect(html).toContain('id="kept"')
    expect(html).toContain('<a name="old-anchor" id="both">')
    const reserved = docs.problems.filter(({ code }) => code === 'reserved-name')
    expect(reserved.map(({ line, message }) => `${line} ${message.split(/[;,]| is /)[0]}`)).toEqual([
      '3 The id "docent:state"',
      '3 The class "sidebar"',
      '5 The id "docent:app"',
      '5 The class "DocSearch-Container"',
      '5 The attribute data-search',
      '7 The name "getElementById" of <img>',
    ])
  })

  test('do not change the anchor of a heading', async () => {
    const { docs } = await readOne('# T\n\n## Docent state\n\n## Contents\n\n## Sidebar\n\n## nodeName {#nodeName}\n')
    expect(docs.pages[0]?.headings.map(({ id }) => id)).toEqual(['docent-state', 'contents', 'sidebar', 'nodeName'])
    expect(docs.problems).toEqual([])
  })
})
