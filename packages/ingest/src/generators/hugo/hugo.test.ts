import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../../index.ts'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'

const CONFIG = { 'hugo.toml': 'title = "Site"\nbaseURL = "https://x.y/docs/"\n' }

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title} ${item.url ?? '-'}`,
    ...outline(item.children, depth + 1),
  ])
}

function urls(docs: Docs): string[] {
  return docs.pages.map(({ url }) => url).sort()
}

function page(frontMatter: string, text = 'Text.'): string {
  return `---\n${frontMatter}\n---\n${text}\n`
}

describe('recognition', () => {
  test.each([
    ['hugo.toml', 'title = "S"\n'],
    ['hugo.yaml', 'title: S\n'],
    ['hugo.json', '{"title": "S"}'],
    ['config.yaml', 'title: S\nbaseURL: https://x.y/\n'],
    ['config/_default/hugo.toml', 'title = "S"\n'],
    ['config/_default/config.toml', 'title = "S"\n'],
  ])('by %s', async (file, text) => {
    const docs = await readFiles({ [file]: text, 'content/_index.md': page('title: Home'), 'README.md': '# Repo' })
    expect([docs.generator, docs.title, urls(docs)]).toEqual([{ kind: 'hugo', file }, 'S', ['/']])
  })
  test.each([
    ['theme: docsy\nbaseURL: /', 'Docsy'],
    ['theme: [hugo-geekdoc]\nbaseURL: /', 'Geekdoc'],
    ['baseURL: /\nmodule: { imports: [{ path: github.com/alex-shpak/hugo-book }] }', 'Book'],
  ])('of the theme in %j', async (text, theme) => {
    const docs = await readFiles({ 'config.yaml': text, 'content/a.md': '# A' })
    expect(docs.generator.theme).toBe(theme)
  })
  test.each([
    ['the folder', '', '_index.md'],
    ['each folder with pages', 'docs/sources/', 'docs/sources/a/_index.md'],
  ])('by the section page of %s, for pages that another project mounts', async (_, folder, file) => {
    const docs = await readFiles({
      ...(folder === '' ? { '_index.md': page('title: Home') } : { 'README.md': '# Repo' }),
      [`${folder}a/_index.md`]: page('title: A\nweight: 2'),
      [`${folder}a/Über Uns.md`]: page('title: About', '## Wer wir sind\n\n{{< figure src="https://x.y/a.png" >}}'),
      [`${folder}a/shared.md`]: page('headless: true'),
      [`${folder}b/_index.md`]: page('title: B\nweight: 1'),
    })
    expect(docs.generator).toEqual({ kind: 'hugo', file })
    expect(outline(docs.navigations[0]?.items ?? []).map((line) => line.trim())).toEqual([
      ...(folder === '' ? ['Home /'] : []),
      'B /b',
      'A /a',
      'About /a/über-uns',
    ])
    expect(docs.pages.find(({ title }) => title === 'About')?.headings.map(({ id }) => id)).toEqual(['wer-wir-sind'])
  })
  test.each([
    ['one of several folders', { 'docs/a/_index.md': '# A', 'docs/b/x.md': '# X' }],
    ['a folder below pages', { 'docs/x.md': '# X', 'docs/a/_index.md': '# A' }],
  ])('not by the section page of %s', async (_, files: Record<string, string>) => {
    expect((await readFiles(files)).generator.kind).toBe('plain')
  })
  test('not by a config.yaml of another program', async () => {
    const docs = await readFiles({ 'config.yaml': 'title: S\nport: 80\n', 'docs/a.md': '# A' })
    expect(docs.generator.kind).toBe('plain')
  })
})

describe('pages', () => {
  test('sections, leaf bundles and their resources; names with an underscore', async () => {
    const docs = await readFiles({
      ...CONFIG,
      'content/_index.md': page('title: Home'),
      'content/docs/_index.md': page('title: Docs'),
      'content/docs/My Page.md': page('title: Mine'),
      'content/docs/_draft-notes.md': page('title: Notes'),
      'content/docs/bundle/index.md': page('title: Bundle'),
      'content/docs/bundle/part.md': page('title: Part'),
      'content/docs/bundle/more/part.md': page('title: Part'),
    })
    expect(urls(docs)).toEqual(['/', '/docs', '/docs/_draft-notes', '/docs/bundle', '/docs/my-page'])
  })
  test.each([
    'headless: true',
    'draft: true',
    'build: { render: never }',
    '_build: { render: link }',
    'expiryDate: 2001-01-01',
    'publishDate: 2999-01-01',
    'date: 2999-01-01',
  ])('%s keeps a page off the site', async (key) => {
    const docs = await readFiles({ ...CONFIG, 'content/a.md': page('title: A'), 'content/b.md': page(key) })
    expect(urls(docs)).toEqual(['/a'])
  })
  test('a page that only leads elsewhere is a link of the sidebar', async () => {
    const docs = await readFiles({
      ...CONFIG,
      'content/a.md': page('title: A'),
      'content/api.md': page('title: API\nmanualLink: https://api.x.y/', ''),
      'content/kept.md': page('title: Kept\nmanualLink: https://kept.x.y/'),
    })
    expect(urls(docs)).toEqual(['/a', '/kept'])
    expect(outline(docs.navigations[0]!.items)).toContain('Kept https://kept.x.y/')
  })
  test('a sign between the words of a title makes no second hyphen in an address; in the name of a file it does', async () => {
    const docs = await readFiles({
      'hugo.toml': '[permalinks]\nposts = "/:slug/"\n',
      'content/posts/a.md': page('title: Boats & Harbours'),
      'content/posts/b.md': page('title: Boats - or -- Harbours 👉'),
      'content/docs/A & B.md': page('title: C'),
    })
    expect(urls(docs)).toEqual(['/boats-or--harbours', '/boats-harbours', '/docs/a--b'].toSorted())
  })
  test('addresses by url, slug, permalinks and aliases', async () => {
    const docs = await readFiles({
      'hugo.toml': '[permalinks]\nposts = "/:year/:month/:slug/"\n',
      'content/a.md': page('title: A\nurl: /else/where.html'),
      'content/docs/b.md': page('title: B\nslug: bee\naliases: [/old]'),
      'content/posts/c.md': page('title: See This\ndate: 2020-03-04'),
    })
    expect(urls(docs)).toEqual(['/2020/03/see-this', '/docs/bee', '/else/where'])
    expect(docs.pages.find(({ title }) => title === 'B')?.aliases).toEqual(['/old'])
  })
  test('a relative alias is beside the page, in its language', async () => {
    const docs = await readFiles({
      'hugo.yaml': 'languages:\n  en: { weight: 1 }\n  fr: { weight: 2 }\n',
      'content/docs/b.md': page('title: B\naliases: [old]'),
      'content/docs/b.fr.md': page('title: B\naliases: [old]'),
    })
    expect(docs.pages.map(({ url, aliases }) => [url, aliases])).toEqual([
      ['/docs/b', ['/docs/old']],
      ['/fr/docs/b', ['/fr/docs/old']],
    ])
    expect(docs.problems).toEqual([])
  })
})

describe('languages', () => {
  test('the text decides where no configuration names one', async () => {
    const text = '本页介绍如何安装和配置该软件。请按照以下步骤操作，然后重新启动服务。'.repeat(4)
    const langs = await Promise.all(
      ['', 'languageCode = "en-us"\n'].map(async (setting) => {
        const docs = await readFiles({ 'hugo.toml': setting, 'content/a.md': page('title: 安装', text) })
        return [docs.lang, docs.pages[0]?.lang]
      }),
    )
    expect(langs).toEqual([
      ['zh', 'zh'],
      ['en-US', 'en-US'],
    ])
  })
  test('in file names: with `defaultContentLanguageInSubdir` each language has one folder in addresses', async () => {
    const docs = await readFiles({
      'hugo.yaml':
        'baseURL: https://s.example/docs\ndefaultContentLanguage: en\ndefaultContentLanguageInSubdir: true\nlanguages:\n  en: { weight: 1 }\n  fr: { weight: 2 }\n',
      'content/_index.en.md': '---\ntitle: Home\n---\n',
      'content/_index.fr.md': '---\ntitle: Accueil\n---\n',
      'content/host/_index.en.md': '---\ntitle: Host\n---\n![x](/docs/en/host/images/x.png)\n',
      'content/host/_index.fr.md':
        '---\ntitle: Hôte\n---\n![x](/docs/fr/host/images/x.png) ![x](/docs/en/host/images/x.png) [a](/docs/en/alone/)\n',
      'content/host/images/x.png': 'x',
      'content/alone.md': '---\ntitle: Alone\n---\n',
    })
    expect(docs.pages.map(({ url, lang, key }) => `${lang} ${url} ${key}`).toSorted()).toEqual([
      'en /en /', 'en /en/alone /alone', 'en /en/host /host', 'fr /fr /', 'fr /fr/host /host',
    ]) // prettier-ignore
    expect(docs.navigations.map(({ lang, url }) => `${lang} ${url}`)).toEqual(['en /en', 'fr /fr'])
    expect(docs.problems).toEqual([])
  })
  test('with a content folder each', async () => {
    const docs = await readFiles({
      'hugo.yaml':
        'defaultContentLanguage: en\nlanguages:\n  en: { contentDir: content/en, title: S, weight: 1 }\n  fr: { contentDir: content/fr, weight: 2 }\n',
      'content/en/a.md': page('title: A'),
      'content/fr/a.md': page('title: Ah'),
    })
    expect(docs.pages.map(({ url, lang, key }) => [url, lang, key])).toEqual([
      ['/a', 'en', '/a'],
      ['/fr/a', 'fr', '/a'],
    ])
  })
  test('in names of files', async () => {
    const docs = await readFiles({
      'hugo.yaml': 'languages:\n  en: { weight: 1 }\n  fr: { weight: 2 }\n',
      'content/a/_index.md': page('title: A'),
      'content/a/_index.fr.md': page('title: Ah'),
      'content/a/b.fr.md': page('title: Bé'),
    })
    expect(docs.pages.map(({ url, lang, title }) => `${url} ${lang} ${title}`).sort()).toEqual([
      '/a en A',
      '/fr/a fr Ah',
      '/fr/a/b fr Bé',
    ])
    expect(docs.navigations.map(({ lang, items }) => [lang, outline(items)])).toEqual([
      ['en', ['A /a']],
      ['fr', ['Ah /fr/a', '  Bé /fr/a/b']],
    ])
  })
})

test('a language without a folder of its own has that of the site, beside others with their own', async () => {
  const docs = await readFiles({
    'hugo.yaml':
      'title: S\ncontentDir: content/en\ndefaultContentLanguage: en\nlanguages:\n  en: { label: English }\n  no: { contentDir: content/no }\n',
    'content/en/_index.md': '---\ntitle: Home\n---\n',
    'content/en/a.md': '---\ntitle: A\n---\n',
    'content/no/a.md': '---\ntitle: Å\n---\n',
  })
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`).sort()).toEqual(['/ en', '/a en', '/no/a no'])
})

test('sections are groups with their own page as link, in the order of weight, date and title', async () => {
  const docs = await readFiles({
    ...CONFIG,
    'content/_index.md': page('title: Home'),
    'content/zoo/_index.md': page('title: Zoological garden\nlinkTitle: Zoo\nmenu: { main: { weight: 1 } }'),
    'content/zoo/b.md': page('title: B\nweight: 1'),
    'content/zoo/a.md': page('title: A'),
    'content/zoo/hidden.md': page('title: H\ntoc_hide: true'),
    'content/blog/_index.md': page('title: Blog\nmenu: { main: { weight: 2 } }'),
    'content/blog/old.md': page('title: Old\ndate: 2001-01-01'),
    'content/blog/new.md': page('title: New\ndate: 2011-01-01'),
    'content/without-index/x.md': page('title: X'),
    'content/secret/_index.md': page('title: Secret\nbookHidden: true'),
    'content/secret/y.md': page('title: Y'),
  })
  expect(outline(docs.navigations[0]!.items)).toEqual([
    'Home /', 'Zoo /zoo', '  B /zoo/b', '  A /zoo/a', 'Blog /blog', '  New /blog/new', '  Old /blog/old', 'Without index -', '  X /without-index/x',
  ]) // prettier-ignore
  expect(docs.pages.find(({ url }) => url === '/zoo/b')?.group).toBe('Zoo')
  expect(docs.records.every(({ hierarchy }) => hierarchy.lvl0 !== '')).toBe(true)
})

test('a section without a text shows the pages below it; an empty page beside others shows none', async () => {
  const docs = await readFiles({
    ...CONFIG,
    'content/docs/_index.md': page('title: Docs', ''),
    'content/docs/a.md': page('title: A\ndescription: The first'),
    'content/docs/empty.md': page('title: Empty', ''),
    'content/docs/deep/_index.md': page('title: Deep', '<!-- later -->'),
    'content/docs/deep/b.md': page('title: B'),
  })
  const articleOf = (url: string) =>
    renderArticle(
      docs,
      docs.pages.find((one) => one.url === url)!,
    )
  expect(await articleOf('/docs')).toBe(
    '<h1>Docs</h1><div class="card-grid"><a class="card link-card" href="/docs/a"><span class="card-title">A</span><span class="card-description">The first</span></a><a class="card link-card" href="/docs/deep"><span class="card-title">Deep</span></a><a class="card link-card" href="/docs/empty"><span class="card-title">Empty</span></a></div>',
  )
  expect(await articleOf('/docs/deep')).toContain('href="/docs/deep/b"')
  expect(await articleOf('/docs/empty')).not.toContain('<a')
})

test('mounted folders are sections; static folders are published whole', async () => {
  const docs = await readFiles({
    'hugo.yaml':
      'module:\n  mounts:\n    - { source: content, target: content }\n    - { source: guides, target: content/docs }\n',
    'content/_index.md': page('title: Home'),
    'guides/a.md': page('title: A', '![x](/x.png)'),
    'static/x.png': 'x',
    'static/CNAME': 'x',
  })
  expect(urls(docs)).toEqual(['/', '/docs/a'])
  expect(docs.assets.map(({ url }) => url)).toEqual(['/CNAME', '/x.png'])
  expect(outline(docs.navigations[0]!.items)).toEqual(['Home /', 'Docs -', '  A /docs/a'])
})

test('a render hook that changes addresses is named, and one that finds pages is not', async () => {
  const docs = await readFiles({
    ...CONFIG,
    'content/a.md': page('title: A', 'Text.'),
    'layouts/_default/_markup/render-link.html':
      '<a href="{{ .Destination | safeURL }}"{{ if hasPrefix .Destination "http" }} target="_blank"{{ end }}>{{ .Text | safeHTML }}</a>',
    'layouts/_markup/render-image.html': '<img src="/images/{{ .Destination }}" alt="{{ .Text }}">',
  })
  expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'unread-format ../layouts/_markup/render-image.html',
  ])
})

test('a folder beside the project in its repository is mounted', async () => {
  const docs = await readFiles({
    '.git/HEAD': '',
    'README.md': '# Repository',
    'site/hugo.toml': `[module]
[[module.mounts]]
source = "content"
target = "content"
[[module.mounts]]
source = "../proposals"
target = "content/proposals"
[[module.mounts]]
source = "../../outside"
target = "content/outside"
`,
    'site/content/_index.md': page('title: Home', '[one](/proposals/one/)'),
    'proposals/one/index.md': page('title: One', '![x](x.png)'),
    'proposals/one/x.png': 'x',
  })
  expect(urls(docs)).toEqual(['/', '/proposals/one'])
  expect(docs.assets.map(({ url }) => url)).toEqual(['/proposals/one/x.png'])
  expect(docs.problems).toEqual([])
})

test('ref and relref find pages by path and by name', async () => {
  const docs = await readFiles({
    ...CONFIG,
    'content/docs/deep/target.md': page('title: T', '## Part\n'),
    'content/blog/a.md': page(
      'title: A',
      '[a]({{< ref "target" >}}) [b]({{< relref "docs/deep/target.md#part" >}}) [c]({{% ref "/docs/deep/target" %}})',
    ),
  })
  expect(docs.problems).toEqual([])
})

test('ref finds the page of its own language, else that of the default language', async () => {
  const docs = await readFiles({
    'hugo.yaml': 'languages:\n  en: { weight: 1 }\n  fr: { weight: 2 }\n',
    'content/docs/deep/target.md': page('title: T'),
    'content/docs/deep/target.fr.md': page('title: Te'),
    'content/docs/deep/only.md': page('title: Only'),
    'content/blog/a.md': page('title: A', '[a]({{< relref "docs/deep/target" >}})'),
    'content/blog/a.fr.md': page('title: A', '[a]({{< relref "target" >}}) [b]({{< ref "deep/only" >}})'),
  })
  const linksOf = async (url: string): Promise<string[]> => {
    const html = await renderArticle(
      docs,
      docs.pages.find((one) => one.url === url)!,
    )
    return [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) => href!)
  }
  expect(docs.problems).toEqual([])
  expect(await linksOf('/blog/a')).toEqual(['/docs/deep/target'])
  expect(await linksOf('/fr/blog/a')).toEqual(['/fr/docs/deep/target', '/docs/deep/only'])
})

describe('front matter that is handed down', () => {
  const files = {
    'hugo.toml':
      'title = "T"\ndefaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n[[cascade]]\nweight = 7\n',
    'content/_index.md': '---\ntitle: Home\n---\n',
    'content/a/_index.md':
      '---\ntitle: A\ncascade:\n  - target: { path: "/a/late/**", kind: page }\n    build: { render: never }\n  - description: From A\n---\n',
    'content/a/one.md': '---\ntitle: One\n---\n',
    'content/a/own.md': '---\ntitle: Own\ndescription: Mine\n---\n',
    'content/a/late/_index.md': '---\ntitle: Late\n---\n',
    'content/a/late/two.md': '---\ntitle: Two\n---\n',
    'content/a/near/_index.md': '---\ntitle: Near\ncascade: { description: From near, toc_hide: true }\n---\n',
    'content/a/near/three.md': '---\ntitle: Three\n---\n',
    'content/a/one.fr.md': '---\ntitle: Un\n---\n',
    'content/b.md': '---\ntitle: B\n---\n',
  }
  test('counts after the own, the nearer section first, for the pages of its target and language', async () => {
    const docs = await readFiles(files)
    expect(docs.pages.map(({ url, description }) => `${url} ${description}`).toSorted()).toEqual([
      '/ ', '/a From A', '/a/late From A', '/a/near From near', '/a/near/three From near', '/a/one From A', '/a/own Mine',
      '/b ', '/fr/a/one ',
    ]) // prettier-ignore
    expect(docs.pages.find(({ url }) => url === '/b')?.frontMatter['weight']).toBe(7)
  })
  test('hides pages of the sidebar', async () => {
    const docs = await readFiles(files)
    const shown = (items: readonly NavItem[]): string[] =>
      items.flatMap(({ url, children }) => [url ?? '', ...shown(children)])
    const listed = shown(docs.navigations[0]?.items ?? [])
    expect(listed).toContain('/a/one')
    expect(listed).not.toContain('/a/near/three')
  })
})

test('versions: the branch of the next one, and one whose pages were reordered', async () => {
  const files = (version: string, ...names: string[]): Record<string, string> =>
    Object.fromEntries(['_index', ...names].map((name) => [`content/${version}/${name}.md`, page('title: T')]))
  const docs = await readFiles({
    ...CONFIG,
    ...files('v1.20', 'concepts/a', 'concepts/b', 'software/c'),
    ...files('v2.2', 'start/a', 'learn/b', 'learn/c'),
    ...files('v2.3', 'start/a', 'learn/b', 'learn/c'),
    ...files('master', 'start/a', 'learn/b', 'learn/c'),
    ...files('1', 'a-chapter', 'of-a-book'),
    ...files('contribute', 'style'),
    'content/v8/engine.md': page('title: T'),
  })
  expect(docs.navigations.map(({ version }) => version)).toEqual([undefined, 'master', '1.20', '2.2', '2.3'])
  expect(docs.navigations[0]?.items.map(({ title, url }) => url ?? title)).toEqual(['/1', '/contribute', 'V8'])
})

test('a link to the latest version, which only the build of the project makes, leads to the newest one', async () => {
  const docs = await readFiles({
    ...CONFIG,
    'content/v2.9/a.md': page('title: A'),
    'content/v2.10/a.md': page('title: A'),
    'content/v2.11-rc/a.md': page('title: A'),
    'content/cli/v1.0/a.md': page('title: A'),
    'content/cli/v1.x/b.md': page('title: B'),
    'content/kept/latest/a.md': page('title: A'),
    'content/kept/v3.0/c.md': page('title: C'),
    'content/kept/v3.1/c.md': page('title: C'),
    'content/one/v4.0/d.md': page('title: D'),
    'content/page.md': page(
      'title: P',
      '[1](/latest/a) [2](/docs/latest/a/) [3](/cli/latest/b#x) [4](/kept/latest/a) [5](/kept/latest/c) [6](/one/latest/d) [7](/latest/none)',
    ),
  })
  const own = docs.pages.find(({ url }) => url === '/page')
  const article = own === undefined ? '' : await renderArticle(docs, own)
  expect([...article.matchAll(/href="([^"#]+)[^>]*>(\d)</g)].map(([, href, name]) => `${name} ${href}`)).toEqual([
    '1 /v2.10/a',
    '2 /v2.10/a',
    '3 /cli/v1.x/b',
    '4 /kept/latest/a',
    '5 /kept/latest/c',
    '6 /one/latest/d',
    '7 /latest/none',
  ])
  expect(docs.problems.filter(({ code }) => code === 'broken-link')).toHaveLength(3)
})

test('templates of shortcodes: the own ones, then those of the themes in their order', async () => {
  const template = (name: string): string => `<b>${name} {{ .Get 0 }}</b>`
  const docs = await readFiles({
    'hugo.yaml': 'title: S\nthemesDir: ui/themes\ntheme: [first, second, ../../../outside]\n',
    'layouts/shortcodes/a.html': template('own'),
    'ui/themes/first/layouts/shortcodes/a.html': template('first'),
    'ui/themes/first/layouts/_shortcodes/b.html': template('first'),
    'ui/themes/second/layouts/shortcodes/b.html': template('second'),
    'ui/themes/second/layouts/shortcodes/c.html': template('second'),
    'ui/themes/unused/layouts/shortcodes/d.html': template('unused'),
    'themes/first/layouts/shortcodes/e.html': template('elsewhere'),
    'content/page.md': page('title: P', '{{< a 1 >}} {{< b 2 >}} {{< c 3 >}} {{< d 4 >}} {{< e 5 >}}'),
  })
  const article = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(article).toContain('<p><b>own 1</b> <b>first 2</b> <b>second 3</b> 4 5</p>')
})

test('a language has a file of its own in the folder of the configuration', async () => {
  const docs = await readFiles({
    'config/_default/config.toml': 'defaultContentLanguage = "en"\n',
    'config/_default/languages.en.toml': 'title = "Harbour"\nweight = 1\n',
    'config/_default/languages.zh-Hans.toml': 'title = "港口"\nweight = 2\n',
    'content/_index.md': '---\ntitle: Start\n---\n',
    'content/_index.zh-Hans.md': '---\ntitle: 开始\n---\n',
  })
  expect(docs.title).toBe('Harbour')
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`)).toEqual(['/ en', '/zh-hans zh-Hans'])
})

test('languages in folders without a contentDir or mounts; a cascade over patterns with empty parts', async () => {
  const docs = await readFiles({
    'config/_default/hugo.yaml':
      "baseURL: https://s.example\ndefaultContentLanguage: en\nlanguages: { en: {}, zh: {} }\ncascade:\n  - build: { render: never }\n    target: { path: '{,/**}/_parts{,/**}' }\n",
    'layouts/index.html': '',
    'content/en/_index.md': '---\ntitle: Start\n---\n',
    'content/en/docs/a.md': '# A\n',
    'content/en/docs/_parts/x.md': 'Part.\n',
    'content/zh/_index.md': '---\ntitle: 开始\n---\n',
    'content/zh/docs/a.md': '# 甲\n',
  })
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`)).toEqual(['/ en', '/docs/a en', '/zh zh', '/zh/docs/a zh'])
})

test('an image is named by `resources` of the front matter, or by a part of the name of a file beside the page', async () => {
  const docs = await readFiles({
    'hugo.toml': 'title = "S"\n',
    'content/post/index.md':
      '---\ntitle: P\nresources:\n  - { name: forest, src: wood-1.jpg }\n---\n\n{{< img name="forest" >}}\n\n{{< imgproc sunset Crop "5x3" >}}\nCropped.\n{{< /imgproc >}}\n',
    'content/post/wood-1.jpg': 'x',
    'content/post/featured-sunset-35.jpg': 'x',
    // A page of that name is no image.
    'content/sunset/index.md': '---\ntitle: Sunset\n---\n',
  })
  expect(docs.problems).toEqual([])
  const html = await renderArticle(
    docs,
    docs.pages.find(({ url }) => url === '/post')!,
  ) // the page above
  expect(html).toMatch(/src="\/post\/wood-1\.jpg"[^]*src="\/post\/featured-sunset-35\.jpg"/)
})

test('shortcodes show the parameters that sections hand down, the nearest first', async () => {
  const docs = await readFiles({
    'hugo.toml': 'title = "T"\n',
    'layouts/shortcodes/tagged.html': '<b>{{ .Page.Param "tag" }}</b>',
    'content/docs/_index.md': '---\ntitle: Docs\ncascade: { version: v1, tag: far }\n---\n',
    'content/docs/two/_index.md':
      '---\ntitle: Two\ncascade:\n  version: &v v2\n  params: { Build: 2.7 }\nlinkTitle: *v\n---\n',
    'content/docs/two/a.md':
      '---\ntitle: A\n---\n\n{{< param version >}} {{< param build >}} {{< tagged >}} [B](/docs/{{< param version >}}/b)\n',
    'content/docs/two/b.md':
      '---\ntitle: B\nurl: /docs/v2/b\nversion: own\n---\n\n{{< param version >}} {{< param none >}}\n',
  })
  expect(docs.problems).toMatchObject([{ file: 'docs/two/b.md', code: 'expression' }])
  expect(docs.records.map(({ content }) => content).filter(Boolean)).toEqual(['v2 2.7 far B', 'own {{< param none >}}'])
})

test('the default language has the common folder without those of the other languages inside it', async () => {
  const docs = await readFiles({
    'hugo.toml':
      'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\ncontentDir = "content/fr"\n',
    'content/docs/a.md': '---\ntitle: A\n---\n',
    'content/docs/b.md': '---\ntitle: B\n---\n',
    'content/fr/docs/a.md': '---\ntitle: Fr\n---\n',
  })
  expect(docs.pages.map(({ lang, url }) => `${lang} ${url}`).toSorted()).toEqual([
    'en /docs/a',
    'en /docs/b',
    'fr /fr/docs/a',
  ])
})

test('templates of a section are read, and a partial of one shows its title and its content', async () => {
  const docs = await readFiles({
    'hugo.yaml': 'title: S\n',
    'layouts/guide/_shortcodes/best-effort.html':
      '{{- $title := "A tip" }}\n{{- $content := "Read [more](/more/)." | markdownify }}\n{{ partial "parts/alert" (dict "variant" "info" "callout" true "title" $title "content" $content) }}\n',
    'content/guide/page.md': page('title: P', 'Before.\n\n{{< best-effort >}}\n\nAfter.'),
    'content/more.md': page('title: More'),
  })
  const found = docs.pages.find(({ title }) => title === 'P')
  expect(await renderArticle(docs, found!)).toContain('<p><strong>A tip</strong>: Read <a href="/more">more</a>.</p>') // the page above
  expect(docs.problems).toEqual([])
})

test('blanks between the tags of many tabs are no indentation', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const tabs = names.map((name) => `{{% tab "${name}" %}}\n\nText.\n\n{{% /tab %}}`).join(' ')
  const docs = await readFiles({
    ...CONFIG,
    'content/page.md': page('title: P', `{{< tabpane text=true >}}\n\n${tabs} {{< /tabpane >}}`),
  })
  const article = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(article.match(/<summary/g)).toHaveLength(names.length)
  expect(article).not.toContain('{{')
})

test('an alias that a translation has from its original is no problem', async () => {
  const docs = await readFiles({
    'hugo.toml':
      'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\ncontentDir = "content/en"\n[languages.fr]\nweight = 2\ncontentDir = "content/fr"\n',
    'content/en/docs/a.md': '---\ntitle: A\naliases: [/old/]\n---\n\nText.\n',
    'content/fr/docs/a.md': '---\ntitle: Fr\naliases: [/old/]\n---\n\nTexte.\n',
    'content/fr/docs/b.md': '---\ntitle: B\naliases: [/old/]\n---\n\nTexte.\n',
  })
  expect(docs.pages.find(({ title }) => title === 'A')?.aliases).toEqual(['/old'])
  expect(docs.problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    expect.stringMatching(/b\.md duplicate-url$/),
  ])
})
