/**
 * The measurement of `folders.ts`: over small folders of all generators, which the site shows without a difference, and
 * over a folder whose differences are known. With real folders beside the repository, or with `DOCENT_FOLDERS`, over these.
 */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderOf } from '../../packages/ingest/src/testing/folder-of.ts'
import { GENERATOR_FOLDERS } from '../../packages/ingest/src/testing/generator-folders.ts'
import { generatorOf } from '../../packages/ingest/src/generators/all.ts'
import { LIMITS } from '../../packages/ingest/src/limits/limits.ts'
import { idsOf } from './folders/heading-ids.ts'
import { listPages } from './folders/list-pages.ts'
import { measure } from './folders/measure.ts'
import { recognise } from './folders/recognise.ts'
import { scanSource } from './folders/scan-source.ts'

type Kind = keyof typeof GENERATOR_FOLDERS

/** Generators whose conventions are read. */
const KINDS = (Object.keys(GENERATOR_FOLDERS) as Kind[]).filter(
  (kind) => kind === 'plain' || generatorOf(kind) !== undefined,
)

test.each(KINDS)('a small folder of %s is recognised, and shown without a difference', async (kind) => {
  const { generator, recognised, findings, files } = await measure(folderOf(GENERATOR_FOLDERS[kind] ?? {}))
  expect([generator, recognised.split(' ')[0]]).toEqual([kind, kind])
  expect(findings).toEqual([])
  expect(files.page).toBeGreaterThan(1)
})

describe('differences are found, with file and line', () => {
  test('a target that exists and an anchor that the generator has are compared with the article', async () => {
    const files = {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': '# A\n\n[b](b.md#one-thing_1)\n',
      'docs/b.md': '# B\n\n## One thing\n\n## One thing\n',
    }
    expect((await measure(folderOf(files))).findings).toEqual([])
  })

  test('syntax that is shown as text', async () => {
    const files = { 'docs/index.md': '# A\n\n`{{ code }}` and \\{{ escaped\n\nText {:.no .end here\n' }
    const { findings } = await measure(folderOf(files))
    expect(findings).toMatchObject([{ kind: 'leftover', file: 'docs/index.md', line: 5 }])
  })

  test('code of a file that the folder lacks is known where the product names the file', async () => {
    const code = (path: string): string =>
      `import { Code } from '@astrojs/starlight/components'\nimport text from '${path}?raw'\n\n<Code code={text} />\n`
    const measured = await measure(
      folderOf({
        'package.json': '{ "dependencies": { "@astrojs/starlight": "1" } }',
        'astro.config.mjs':
          "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'X' })] }\n",
        'src/content/docs/index.mdx': code('./x.json'),
        'src/content/docs/there.mdx': code('./y.json'),
        'src/content/docs/y.json': '{}',
      }),
    )
    expect(measured.findings).toEqual([])
    expect(measured.constructs.code).toEqual({ written: 1, rendered: 1, differing: 0 })
  })

  test('code that a directive includes from a file is known where the product names the file', async () => {
    const shown = '```{literalinclude} x.py\n```\n\n```{literalinclude} y.py\n```\n\n```{literalinclude} y.py\n```\n'
    const measured = await measure(
      folderOf({
        'docs/conf.py': "project = 'X'\nextensions = ['myst_parser']\n",
        'docs/index.md': `# A\n\n${shown}`,
        'docs/x.py': 'x = 1\n',
      }),
    )
    expect(measured.findings).toEqual([])
    expect(measured.constructs.code).toEqual({ written: 1, rendered: 1, differing: 0 })
  })

  test('pages that the generator has and the site has not', async () => {
    const long = `# Long\n\n${'word '.repeat(LIMITS.pageBytes / 5)}\n`
    const { findings } = await measure(folderOf({ 'docs/index.md': '# A\n', 'docs/long.md': long }))
    expect(findings).toMatchObject([{ kind: 'missing page', file: 'docs/long.md' }])
  })
})

describe('the listing of pages', () => {
  const pagesOf = (files: Record<string, string>): string[] => {
    const folder = folderOf(files)
    return [...listPages(recognise(folder)).pages].map((path) => path.slice(folder.length + 1)).sort()
  }
  test('of Hugo has sections and leaf bundles, and neither resources nor drafts', () => {
    expect(
      pagesOf({
        'hugo.toml': '',
        'content/_index.md': '---\ntitle: A\n---\n',
        'content/b/index.md': '# B\n',
        'content/b/part.md': '# Part\n',
        'content/c.md': '---\ndraft: true\n---\n',
        'content/d.md': '---\n_build: { render: link }\n---\n',
      }),
    ).toEqual(['content/_index.md', 'content/b/index.md'])
  })
  test('of mdBook and GitBook has the pages that the summary names', () => {
    const pages = { 'src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n', 'src/a.md': '# A\n', 'src/b.md': '# B\n' }
    expect(pagesOf({ ...pages, 'book.toml': '' })).toEqual(['src/a.md'])
    expect(pagesOf({ ...pages, '.gitbook.yaml': 'root: ./src\n' })).toEqual(['src/a.md'])
  })
  test('of Jekyll has files with front matter outside folders with an underscore', () => {
    const head = '---\ntitle: A\n---\n'
    expect(
      pagesOf({ '_config.yml': 'exclude: [x/]\n', 'a.md': head, 'b.md': '# B\n', '_c/d.md': head, 'x/e.md': head }),
    ).toEqual(['a.md'])
  })
  test('follows links to folders inside the project only, and ends in cycles', () => {
    const folder = folderOf({ 'docs/a.md': '# A\n', 'more/b.md': '# B\n' })
    mkdirSync(join(folder, 'docs/inner'))
    symlinkSync('..', join(folder, 'docs/inner/up'))
    expect([...listPages(recognise(folder)).pages].map((path) => path.slice(folder.length + 1))).toEqual([
      'docs/a.md',
      'more/b.md',
    ])
  })
})

describe('the scanner', () => {
  test('blanks code, comments and escapes, and keeps the lines', () => {
    const source =
      '---\ntitle: x\n---\n# A `b`\n\n```js\n# no\n```\n\n    code\n\n- item\n\n    ## In the item\n\n<!-- ## no -->\n\\{{ x\n'
    const { headings, blocks, lines } = scanSource(source, 'plain', false)
    expect(headings.map(({ line, text }) => [line, text])).toEqual([
      [4, 'A `b`'],
      [14, '## In the item'.slice(3)],
    ])
    expect(blocks.map(({ line }) => line)).toEqual([6, 10])
    expect(lines).toHaveLength(source.split('\n').length)
    expect(lines.join('\n')).not.toMatch(/no|code|\{\{/)
  })
  test('reads the bodies of MyST directives as Markdown, and those with code as code', () => {
    const { blocks, headings } = scanSource(
      '```{note}\n# In the note\n```\n\n```{code-block} js\n# no\n```\n',
      'sphinx',
      false,
    )
    expect([headings.length, blocks.map(({ line }) => line)]).toEqual([1, [5]])
  })

  test('reads a directive of MyST that is indented by four columns as code', () => {
    const source = '````{note}\nText\n\n    ```{warning}\n    text\n    ```\n````\n\n```{tip}\n# In the tip\n```\n'
    const { blocks, headings, lines } = scanSource(source, 'sphinx', false)
    expect([headings.length, blocks.map(({ line }) => line)]).toEqual([1, [4]])
    expect(lines.join('\n')).not.toContain('{warning}')
  })
})

test('ids of headings by the rules of the generators', () => {
  const headings = ['Note', 'Note', 'C++ & more'].map((text) => ({ text, explicit: undefined }))
  expect(idsOf(headings, 'mkdocs', '')).toEqual(['note', 'note_1', 'c-more'])
  expect(idsOf(headings, 'sphinx', '')).toEqual(['note', 'id1', 'c-more'])
  expect(idsOf(headings, 'docusaurus', '')).toEqual(['note', 'note-1', 'c--more'])
})

/** Kinds of findings that no real folder has. */
const NEVER = new Set(['missing page', 'image', 'anchor', 'record id'])

describe('real folders', { tags: 'long' }, () => {
  const shared = process.env.DOCENT_FOLDERS ?? resolve(import.meta.dirname, '../../../shared/markdown')
  const names = existsSync(shared)
    ? readdirSync(shared, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : []
  test.skipIf(names.length > 0)('are missing: name a directory by DOCENT_FOLDERS', ({ skip }) => skip())
  test.each(names)('%s has all pages, images and anchors, and the ids of its generator', async (name) => {
    const { generator, recognised, findings } = await measure(join(shared, name))
    // Where the configuration is missing, the generator is not recognised, and its ids are those of GitHub.
    const isRecognised = recognised.split(' ')[0] === generator
    expect(findings.filter(({ kind }) => NEVER.has(kind) || (isRecognised && kind === 'heading id'))).toEqual([])
  })
})
