import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IngestError, readDocs, renderArticle } from './index.ts'
import { MAX_RECORD_TEXT } from './records/record.ts'
import { readFiles, readOne } from './testing/docs-folder.ts'
import { folderOf } from './testing/folder-of.ts'
import { propertyRuns, timeoutOf } from '../../engine/src/testing/property-runs.ts'

describe('the folder', () => {
  test('a folder that does not exist, is a file, or has no Markdown is refused with a code', async () => {
    const folder = folderOf({ 'a.txt': 'x' })
    await expect(readDocs(join(folder, 'none'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(readDocs(join(folder, 'a.txt'))).rejects.toMatchObject({ code: 'not-a-folder' })
    await expect(readDocs(folder)).rejects.toBeInstanceOf(IngestError)
    await expect(readDocs(folder)).rejects.toMatchObject({ code: 'no-pages' })
    rmSync(folder, { recursive: true })
  })
  test.each([
    ['HTML', { 'index.html': '<h1>A</h1>' }, /to search its HTML files, index them: docent index ".*" --site-url/],
    [
      'another format',
      { 'a.rst': 'A\n=' },
      /its reStructuredText is not read, so convert it to Markdown, or index the pages/,
    ],
    ['nothing', { 'a.txt': 'A' }, /name a folder with \.md or \.mdx files/],
  ])('a folder with %s and no Markdown: the error says what to do', async (_, files, message) => {
    await expect(readFiles(files)).rejects.toThrow(message)
  })
  test.each([
    ['docs_dir in mkdocs.yml', { 'mkdocs.yml': 'docs_dir: none\n', 'a.md': '# A' }],
    ['docs_dir in mkdocs.yml', { 'mkdocs.yml': 'docs_dir: a.md\n', 'a.md': '# A' }],
    ['docs_dir in mkdocs.yml', { 'mkdocs.yml': 'site_name: X\n', 'a.md': '# A' }],
    ['src in book.toml', { 'book.toml': '[book]\nsrc = "none"\n', 'a.md': '# A' }],
    ['src in book.toml', { 'book.toml': '[book]\n', 'a.md': '# A' }],
    ['src in docs/book.toml', { 'README.md': '# R', 'docs/book.toml': '[book]\n', 'docs/site/a.md': '# A' }],
  ])('a folder of pages that is not there is an error which names the setting: %s', async (setting, files) => {
    const wanted = { name: 'IngestError', code: 'not-found', message: expect.stringContaining(setting) }
    await expect(readFiles(files)).rejects.toMatchObject(wanted)
  })
  test('a configuration beside the folder is ignored if the folder that it names does not exist', async () => {
    const docs = await readFiles({ 'mkdocs.yml': 'docs_dir: none\n', 'pages/a.md': '# A' }, {}, 'pages')
    expect(docs.pages.map((page) => page.file)).toEqual(['a.md'])
  })
  test.each([
    ['mkdocs.yml says where', { 'mkdocs.yml': 'docs_dir: manual\n', 'manual/a.md': '# A', 'README.md': '# R' }],
    ['book.toml says where', { 'book.toml': '[book]\nsrc = "manual"\n', 'manual/a.md': '# A', 'README.md': '# R' }],
    [
      'Starlight',
      { 'README.md': '# R', 'astro.config.mjs': 'import "@astrojs/starlight"', 'src/content/docs/a.mdx': '# A' },
    ],
  ])('the docs in it are found: %s', async (_, files) => {
    const docs = await readFiles(files)
    expect(docs.pages.map((page) => page.file.replace(/x$/, ''))).toEqual(['a.md'])
  })
  test('a section with a usual name is not the docs folder if most pages are beside it', async () => {
    const others = { 'rules/a.md': '# A', 'rules/b.md': '# B', 'use/c.md': '# C' }
    const docs = await readFiles({ 'pages/x.md': '# X', ...others })
    expect(docs.pages.map(({ file }) => file).toSorted()).toEqual([
      'pages/x.md',
      'rules/a.md',
      'rules/b.md',
      'use/c.md',
    ])
    const program = await readFiles({ 'pages/x.md': '# X', 'package.json': '{}', ...others })
    expect(program.pages.map(({ file }) => file)).toEqual(['x.md'])
  })
  test('docs/ beside repository files: the README is the first page, other files are pages that docs may link to', async () => {
    const docs = await readFiles({
      'README.md': '# Tool\n\n[a](docs/a.md)',
      'CONTRIBUTING.md': '# Helping',
      'other.txt': 'x',
      'docs/a.md': '# A\n\n[help](../CONTRIBUTING.md) [start](../README.md)',
    })
    expect(docs.pages.map(({ file, url }) => `${file} ${url}`)).toEqual([
      '../README.md /',
      'a.md /a',
      '../CONTRIBUTING.md /CONTRIBUTING',
    ])
    expect(docs.navigations[0]?.items.map(({ url }) => url)).toEqual(['/', '/a'])
    expect(docs.problems).toEqual([])
    const own = await readFiles({ 'README.md': '# Tool', 'docs/index.md': '# Docs', 'docs/a.md': '# A' })
    expect(own.pages.map(({ file }) => file)).toEqual(['index.md', 'a.md'])
  })
  test('a folder with pages of its own is the docs folder, with any subfolders', async () => {
    const docs = await readFiles({
      'README.md': '# R',
      'guide.md': '# G',
      'docs/a.md': '# A',
      '.docent/x.md': '# no',
      'node_modules/y/z.md': '# no',
    })
    expect(docs.pages.map((page) => page.url)).toEqual(['/', '/docs/a', '/guide'])
  })
  test('drafts are read with the option `drafts`', async () => {
    const files = { 'a.md': '# A', 'b.md': '---\ndraft: true\n---\n# B' }
    expect((await readFiles(files)).pages.map((page) => page.url)).toEqual(['/a'])
    expect((await readFiles(files, { drafts: true })).pages.map((page) => [page.url, page.draft])).toEqual([
      ['/a', false],
      ['/b', true],
    ])
  })
  test('a second reading parses only changed files', async () => {
    const folder = folderOf({ 'a.md': '# A\n\nold\n', 'b.md': '# B\n\n## Two\n' })
    const first = await readDocs(folder)
    const same = await readDocs(folder, {}, first)
    expect(same).toEqual(first)
    writeFileSync(join(folder, 'a.md'), '# A\n\nnew [b](b.md)\n')
    const { mtimeMs } = statSync(join(folder, 'a.md'))
    utimesSync(join(folder, 'a.md'), mtimeMs / 1000 + 5, mtimeMs / 1000 + 5)
    mkdirSync(join(folder, 'c'))
    writeFileSync(join(folder, 'c/index.md'), '# C')
    const second = await readDocs(folder, {}, same)
    expect(second).toEqual(await readDocs(folder))
    expect(second.pages.map((page) => page.url)).toEqual(['/a', '/b', '/c'])
    expect(second.records.find((record) => record.url === '/b')).toBe(
      first.records.find((record) => record.url === '/b'),
    )
    expect(await renderArticle(second, second.pages[0]!)).toContain('<a href="/b">b</a>')
    rmSync(folder, { recursive: true })
  })
})

describe('pages', () => {
  test('URLs: index and README have the URL of their folder, numbers stay, a slug overrides the file name', async () => {
    const docs = await readFiles({
      'README.md': '# R',
      'a/index.md': '# A',
      'a/01-b.md': '# B',
      'c.md': '---\nslug: /x/y\n---\n# C',
    })
    expect(docs.pages.map((page) => page.url).sort()).toEqual(['/', '/a', '/a/01-b', '/x/y'])
  })
  test('two files for one URL, ignoring case, are a problem', async () => {
    const docs = await readFiles({ 'a.md': '# A', 'A.md': '# A' })
    expect(docs.pages.map(({ file }) => file)).toEqual(['A.md'])
    expect(docs.problems.map((problem) => problem.code)).toEqual(['duplicate-url'])
  })
  test('the second page for one URL keeps the address of its file, and links to the file lead there', async () => {
    const docs = await readFiles({
      'b.md': '# B\n\n[part](b/index.md) [self](b.md)',
      'b/index.md': '# Part',
      'c.md': '---\nslug: /b\n---\n# C',
      'd/README.md': '# Readme',
      'd/index.md': '# Index',
    })
    expect(Object.fromEntries(docs.pages.map(({ file, url }) => [file, url]))).toEqual({
      'b.md': '/b',
      'b/index.md': '/b/index',
      'c.md': '/c',
      'd/README.md': '/d/README',
      'd/index.md': '/d',
    })
    expect(docs.problems.map(({ file, message }) => [file, message])).toEqual([
      [
        'b/index.md',
        'The address /b of this page is that of "b.md" already, so it has the address /b/index; rename one of them.',
      ],
      ['c.md', 'The address /b of this page is that of "b.md" already, so it has the address /c; rename one of them.'],
    ])
    const article = await renderArticle(
      docs,
      docs.pages.find(({ file }) => file === 'b.md')!,
    )
    expect(article).toContain('href="/b/index">part')
    expect(article).toContain('href="/b">self')
    expect(docs.files.every(({ role }) => role === 'page')).toBe(true)
  })
  test('front matter that is not YAML is a problem with its line, and the page is still read', async () => {
    const { docs, codes } = await readOne('---\ntitle: a\nb: "x\nc: [\n---\n# Real\n\n[x](none.md)\n')
    expect(docs.pages[0]!.title).toBe('Real')
    expect(codes[0]).toMatch(/^front-matter:[2-5]$/)
    expect(codes[1]).toBe('broken-link:8')
  })
  test('the title: front matter, else the first heading, also one of level 2, else the file name', async () => {
    const docs = await readFiles({
      'a.md': '---\ntitle: Front\n---\n# Text\n',
      'b.md': '## Two\n\n### Three\n',
      'some-page.md': 'text\n',
    })
    expect(docs.pages.map((page) => [page.file, page.title, page.headings.map((heading) => heading.level)])).toEqual([
      ['a.md', 'Front', []],
      ['some-page.md', 'Some page', []],
      ['b.md', 'Two', [2]],
    ])
    expect(docs.records.find((record) => record.url === '/a')!.content).toBe('Text')
  })
  test('several headings of level 1 move below the title', async () => {
    const { docs, html } = await readOne('# A\n\n# B\n\n## C\n')
    expect(docs.pages[0]!.headings.map(({ level, id }) => [level, id])).toEqual([
      [2, 'b'],
      [3, 'c'],
    ])
    expect(html.match(/<h1/g)).toHaveLength(1)
  })
  test('ids: GitHub slugs, explicit ones, doubles', async () => {
    const { docs, codes } = await readOne(
      '# T\n\n## Same!\n\n## Same\n\n## 日本 {#ja}\n\n## X { #x .c }\n\n## Y {#x}\n\n## `--host`\n\n## {name}\n',
    )
    expect(docs.pages[0]!.headings.map(({ id }) => id)).toEqual(['same', 'same-1', 'ja', 'x', 'x-1', '--host', 'name'])
    expect(codes).toEqual(['duplicate-id:11'])
  })
  test('a landing page has its own head', async () => {
    const files = {
      'index.md':
        '---\nhero:\n  name: N\n  tagline: Go <b>fast</b> with *ease*\n  actions:\n    - text: Start\n      link: /a\nfeatures:\n  - title: F\n    details: Of `d_e_f`, [here](/a)\n    link: /a__b__c\n---\n',
      'a.md': '# A',
    }
    const docs = await readFiles(files)
    const home = docs.pages.find((page) => page.url === '/')!
    expect(home.home).toEqual({
      title: 'N',
      text: '',
      tagline: 'Go fast with ease',
      actions: [{ text: 'Start', url: '/a', primary: true }],
      features: [{ title: 'F', details: 'Of d_e_f, here', url: '/a__b__c' }],
    })
    expect(docs.records.find((record) => record.url === '/')!.content).toBe('Go fast with ease\nF\nOf d_e_f, here')
    expect(docs.title).toBe('N')
  })
  test('the name of a project has the spelling of its titles, not that of longer names in them', async () => {
    const titles = ['BOX_ONE', 'BOX_TWO', 'BOX_THREE', 'Use Box', 'Parts of Box']
    const docs = await readFiles({
      'package.json': '{ "name": "box" }',
      ...Object.fromEntries(titles.map((title, at) => [`${at}.md`, `# ${title}\n`])),
    })
    expect(docs.title).toBe('Box')
  })
})

describe('languages in names of files', () => {
  test('beside the pages that they translate are translations', async () => {
    const docs = await readFiles({
      'README.md': '# Sorting\n\nHow to sort. Also in [French](README.fr-FR.md) and [German](README_de.md).\n',
      'README.fr-FR.md': '# Tri\n\nLe tri des listes. [En anglais](README.md)\n',
      'README_de.md': '# Sortieren\n',
      'heap/README.md': '# Heap\n',
      'heap/README.fr-FR.md': '# Tas\n',
      'guide.md': '# Guide\n',
      'guide.pt-br.md': '# Guia\n',
      'setup.md': '# Setup\n',
      'setup.pt-BR.md': '# Instalação\n',
    })
    expect(docs.pages.map(({ url, lang, key }) => `${lang} ${url} ${key}`).toSorted()).toEqual([
      'de /de /', 'en / /', 'en /guide /guide', 'en /heap /heap', 'en /setup /setup', 'fr-FR /fr-FR /',
      'fr-FR /fr-FR/heap /heap', 'pt-BR /pt-BR/guide /guide', 'pt-BR /pt-BR/setup /setup',
    ]) // prettier-ignore
    expect(docs.lang).toBe('en')
    expect(docs.navigations[0]?.lang).toBe('en')
    expect(docs.problems).toEqual([])
    const home = docs.pages.find(({ url }) => url === '/')
    const html = home === undefined ? '' : await renderArticle(docs, home)
    expect(html).toContain('href="/fr-FR"')
    expect(html).toContain('href="/de"')
  })
  test('are parts of names where they are beside no page, or a single file has them', async () => {
    const docs = await readFiles({
      'index.md': '# Home',
      'server.ts.md': '# Server',
      'server.md': '# S',
      'client.ts.md': '# Client',
      'pool.ts.md': '# Pool',
      'notes.is.md': '# Notes',
      'notes.md': '# N',
    })
    expect(docs.navigations.map(({ lang }) => lang)).toEqual(['en'])
    expect(docs.pages.map(({ url }) => url)).toContain('/server.ts')
  })
})

describe('the language of a site that names none', () => {
  const named = (lang: string, text: string): string => `---\nlang: ${lang}\n---\n# ${text}\n`
  test('is that of the pages beside the folders of translations, if most pages name theirs', async () => {
    const arabic = 'المشاريع مفتوحة المصدر '.repeat(40)
    const docs = await readFiles({
      'index.md': '# Guides\n',
      'articles/legal.md': named('en', 'Legal'),
      'articles/metrics.md': named('en', 'Metrics'),
      'articles/ar/legal.md': named('ar', `ق\n\n${arabic}`),
      'articles/ar/metrics.md': named('ar', `م\n\n${arabic}`),
      'articles/ar/more.md': named('ar', `ك\n\n${arabic}`),
    })
    expect(docs.lang).toBe('en')
  })
  test('is that of the text, if few pages name one', async () => {
    const german = 'Der Server und die Daten sind nicht auf dem gleichen Rechner wie der Leser, und das ist so gut. '
    const docs = await readFiles({
      'index.md': `# Anfang\n\n${german.repeat(20)}\n`,
      'notes.md': `# Hinweise\n\n${german.repeat(20)}\n`,
      'about.md': named('en', 'About'),
    })
    expect(docs.lang).toBe('de')
  })
})

describe('records', () => {
  test('one for the lead and one for each heading, with the trail', async () => {
    const { docs } = await readOne(
      '---\ntags: [x]\n---\n# T\n\nlead `a<b>`\n\n## Two\n\n```js\nlet a\n```\n\n#### Four\n\n| k | v |\n|--|--|\n| 1 | 2 |\n',
      {},
      'g/page.md',
    )
    expect(
      docs.records.map(({ type, url, content, code, hierarchy: h }) => [
        type,
        url,
        h.lvl0,
        h.lvl1,
        h.lvl2,
        h.lvl3,
        h.lvl4,
        content,
        code,
      ]),
    ).toEqual([
      ['lvl1', '/g/page', 'G', 'T', null, null, null, 'lead a<b>', undefined],
      ['lvl2', '/g/page#two', 'G', 'T', 'Two', null, null, null, 'let a'],
      ['lvl4', '/g/page#four', 'G', 'T', 'Two', null, 'Four', 'k v\n1 2', undefined],
    ])
    expect(docs.records[1]).toMatchObject({
      lang: 'en',
      language: 'en',
      docusaurus_tag: 'docs-default-current',
      tags: ['x'],
      weight: { pageRank: 0, level: 80, position: 1 },
    })
  })
  test('editing one section changes no other id', async () => {
    const ids = async (text: string): Promise<string[]> =>
      (await readOne(`# T\n\n## A\n\n${text}\n\n## B\n\nb\n`)).docs.records.map((record) => record.objectID)
    expect(await ids('one')).toEqual(await ids('two\n\nthree'))
  })
  test('a long section is split at paragraphs, without loss of text', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} ${'word '.repeat(80)}`.trim())
    const { docs } = await readOne(
      `# T\n\n## Long\n\n${paragraphs.join('\n\n')}\n\n${'x'.repeat(MAX_RECORD_TEXT * 2)}\n`,
    )
    const parts = docs.records.filter((record) => record.anchor === 'long')
    expect(parts.length).toBeGreaterThan(2)
    expect(new Set(parts.map((part) => part.objectID)).size).toBe(parts.length)
    for (const part of parts) expect(part.content!.length).toBeLessThanOrEqual(MAX_RECORD_TEXT)
    expect(
      parts
        .map((part) => part.content)
        .join('')
        .replaceAll('\n', ''),
    ).toBe(`${paragraphs.join('')}${'x'.repeat(MAX_RECORD_TEXT * 2)}`)
  })
})

describe('links and images', () => {
  test('are found in every spelling', async () => {
    const files = {
      'g/b.md': '# B\n\n## Sec One\n',
      'g/sub/index.md': '# S',
      'c.md': '# C',
      'img/a.png': 'x',
      'public/logo.svg': '<svg/>',
    }
    const written = [
      'b.md',
      './b',
      '/g/b.md#sec-one',
      '/g/b/',
      '../c.html',
      'sub/',
      'sub/index.md',
      '/c',
      '../img/a.png',
      '/logo.svg',
      '#t',
      'https://x.y/z.md',
    ]
    const { html, codes } = await readOne(
      `# T {#t}\n\n${written.map((url) => `[l](${url})`).join('\n')}\n\n[r][ref] ![i](../img/a.png)\n\n[ref]: b.md\n`,
      files,
      'g/page.md',
    )
    expect(codes).toEqual([])
    expect([...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1])).toEqual([
      '/g/b',
      '/g/b',
      '/g/b#sec-one',
      '/g/b',
      '/c',
      '/g/sub',
      '/g/sub',
      '/c',
      '/img/a.png',
      '/logo.svg',
      '#t',
      'https://x.y/z.md',
      '/g/b',
    ])
    expect(html).toContain('<img src="/img/a.png" alt="i" loading="lazy" decoding="async">')
    expect(html).toContain('<a href="https://x.y/z.md" rel="noopener" data-external="">')
  })
  test('broken links and images are problems with their lines, in HTML too', async () => {
    const { codes } = await readOne(
      '# T\n\n[a](none.md)\n\n[b](#none)\n\n![c](none.png)\n\n<a href="gone">d</a> [e][r]\n\n[r]: none\n',
    )
    expect(codes).toEqual(['broken-link:3', 'broken-anchor:5', 'missing-image:7', 'broken-link:9', 'broken-link:11'])
  })
  test('anchors in the spelling of VitePress and MkDocs lead to ours', async () => {
    const { html, codes } = await readOne('# T\n\n[a](#build-target) [b](b.md#a-b)\n\n## build.target\n', {
      'b.md': '# B\n\n## A & B\n',
    })
    expect(codes).toEqual([])
    expect(html).toContain('<a href="#buildtarget">a</a>')
    expect(html).toContain('href="/b#a--b"')
  })
  test('images are assets; files outside the folder are not served', async () => {
    const docs = await readFiles(
      { 'd/a.md': '# A\n\n![x](img/x.png) ![y](../y.png)', 'd/img/x.png': 'x', 'y.png': 'y' },
      {},
      'd',
    )
    expect(docs.assets.map((asset) => asset.url)).toEqual(['/img/x.png'])
    expect(docs.problems.map((problem) => problem.code)).toEqual(['missing-image'])
  })
})

describe('any Markdown', () => {
  const RUNS = propertyRuns(0.05)
  const piece = fc.constantFrom(
    '# ', '## A\n', '## A {#a}\n', '::: tip\n', ':::\n', '!!! note\n', '    ', '=== "T"\n', '<Tabs>\n', '</Tabs>\n', '<Card title="x">', '</Card>', '```js\n', '```\n', '> ', '- ', '{{ x }}', '{', '}', '<b>', '</i>',
    '<!--', '-->', '[a](b.md)', '![', '](', '|a|b|\n|-|-|\n', '\n', '\n\n', '---\n', '\uE0000\uE001', '<script>', '{ .c }', '--8<-- "x"\n', '$$\n', '[[toc]]\n', '\t', '日本語', '\u0000', '<h2>', '</h2>', '*', '_', '`',
  ) // prettier-ignore
  test('is read, with unique anchors, and no text twice', timeoutOf(RUNS), async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 12 })), { maxLength: 40 }),
        fc.constantFrom('page.md', 'page.mdx'),
        async (pieces, name) => {
          const { docs, html } = await readOne(pieces.join(''), {}, name)
          const page = docs.pages[0]!
          expect(new Set(page.headings.map(({ id }) => id)).size).toBe(page.headings.length)
          expect(new Set(docs.records.map((record) => record.objectID)).size).toBe(docs.records.length)
          expect(html).not.toMatch(/<script|<style/i)
          expect(JSON.stringify(docs.records)).not.toMatch(/[\uE000-\uE002]/)
        },
      ),
      RUNS,
    )
  })
  test.each([
    ['quotes in quotes', `${'>'.repeat(3000)} deep`],
    ['lists in lists', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth * 2)}- deep`).join('\n')],
    ['tags in tags', `${'<div>'.repeat(5000)}deep`],
    ['containers in containers', `${'::: tip\n'.repeat(1000)}deep`],
    ['components in components', `${'<Card>'.repeat(1000)}deep${'</Card>'.repeat(1000)}`],
  ])('nested thousands deep: %s', async (_, source) => {
    const { html, text } = await readOne(source)
    expect(text).toContain('deep')
    expect(html).toContain('deep')
  })
  test('words outside syntax are never lost', timeoutOf(RUNS), async () => {
    const frame = fc.constantFrom(
      ['::: tip\n', '\n:::\n'],
      ['!!! note\n\n    ', '\n\n'],
      ['<Card title="t">\n\n', '\n\n</Card>\n'],
      ['<Nope>\n\n', '\n\n</Nope>\n'],
      ['- ', '\n'],
      ['> ', '\n\n'],
      ['<Open>\n\n', '\n'],
      ['=== "a"\n\n    ', '\n\n'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 8 }), async (frames) => {
        const source = frames.map(([before, after], index) => `${before}word${index}${after}`).join('\n')
        const { text } = await readOne(source)
        for (let index = 0; index < frames.length; index++) expect(text.split(`word${index}`)).toHaveLength(2)
      }),
      RUNS,
    )
  })
})

describe('the title of the site', () => {
  const titleOf = async (files: Record<string, string>, inner = ''): Promise<string> =>
    (await readFiles(files, undefined, inner)).title

  test('is the home page’s, unless only other pages contain the project’s name', async () => {
    const pages = { 'rocket/docs/index.md': '# Official guides', 'rocket/docs/a.md': '# About RoCKET' }
    expect(await titleOf(pages, 'rocket')).toBe('Official guides')
    expect(await titleOf({ ...pages, 'rocket/docs/b.md': '# RoCKET, fast' }, 'rocket')).toBe('RoCKET')
    expect(
      await titleOf({ ...pages, 'rocket/docs/b.md': '# RoCKET', 'rocket/docs/index.md': '# Rocket docs' }, 'rocket'),
    ).toBe('Rocket docs')
  })
  test('is the name in package.json, or the title in a configuration program', async () => {
    const pages = { 'docs/index.md': '# Guides', 'docs/a.md': '# Why Big Rocket', 'docs/b.md': '# The Big Rocket' }
    expect(await titleOf({ ...pages, 'package.json': '{"name": "@x/big-rocket"}' })).toBe('Big Rocket')
    expect(await titleOf({ ...pages, 'docusaurus.config.js': "export default {\n  title: 'Said',\n}" })).toBe('Said')
  })
})

test('mdBook: a file that a chapter includes and that the list omits is a partial', async () => {
  const docs = await readFiles({
    'book.toml': '[book]\ntitle = "B"\n',
    'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
    'src/one.md': '# One\n\n{{#include made/table.md}}\n\n{{#include two.md}}\n',
    'src/two.md': '# Two\n',
    'src/made/table.md': '## Table\n\nText.\n',
    'src/spare.md': '# Spare\n',
  })
  expect(docs.pages.map(({ file }) => file).toSorted()).toEqual(['one.md', 'spare.md', 'two.md'])
  expect(docs.files.find(({ file }) => file === 'made/table.md')).toMatchObject({ role: 'partial', pages: 1 })
})
