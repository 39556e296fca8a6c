import { describe, expect, test } from 'vitest'
import { type NavItem, renderArticle } from '../../index.ts'
import { readFiles, readOne } from '../../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title} ${item.url ?? '-'}`,
    ...outline(item.children, depth + 1),
  ])
}

function page(frontMatter: string, text = 'Text.'): string {
  return `---\n${frontMatter}\n---\n${text}\n`
}

const JTD = { '_config.yml': 'title: Site\ntheme: just-the-docs\n' }

test('is recognised by _config.yml, with its theme and title', async () => {
  const docs = await readFiles({ ...JTD, 'index.md': page('title: Home') })
  expect([docs.generator, docs.title]).toEqual([
    { kind: 'jekyll', file: '_config.yml', theme: 'Just the Docs' },
    'Site',
  ])
})

test('a title is HTML, as themes show it', async () => {
  const docs = await readFiles({
    ...JTD,
    'index.md': page(`title: "<i class='fas fa-home'></i>&nbsp;Home &amp; more"`),
    'a.md': page('title: List<Text>'),
    'b.md': page('title: C&oacute;mo'),
  })
  expect(docs.pages.map(({ title }) => title).toSorted()).toEqual(['Cómo', 'Home & more', 'List<Text>'])
})

test('a link without an ending leads from the address of its page, if that ends with a slash', async () => {
  const docs = await readFiles({
    '_config.yml': 'theme: minima\ncollections:\n  articles:\n    output: true\n    permalink: "/:path/"\n',
    '_articles/setup.md': page('title: Setup'),
    '_articles/use.md': page('title: Use', '[setup](../setup) and [setup](../setup/#it)'),
    '_articles/de/setup.md': page('title: Einrichten', '## It'),
    '_articles/de/use.md': page('title: Nutzen', '[Einrichten](../setup/#it)'),
  })
  const linksOf = async (url: string): Promise<string[]> => {
    const html = await renderArticle(
      docs,
      docs.pages.find((one) => one.url === url)!,
    )
    return Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href ?? '')
  }
  expect(await linksOf('/de/use')).toEqual(['/de/setup#it'])
  expect(await linksOf('/use')).toEqual(['/setup', '/setup#it'])
  expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual(['broken-anchor _articles/use.md'])
})

test('defaults of the configuration are the front matter of pages', async () => {
  const scope = 'defaults:\n  - scope: { path: "" }\n    values: { has_toc: false }\n'
  const docs = await readFiles({
    '_config.yml': `${JTD['_config.yml']}${scope}`,
    'guide.md': page('title: Guide\nhas_children: true'),
    'a.md': page('title: Alpha\nparent: Guide'),
  })
  const guide = docs.pages.find(({ url }) => url === '/guide')!
  expect(await renderArticle(docs, guide)).not.toContain('<ul>')
})

describe('pages', () => {
  test('need front matter; underscored, excluded and unpublished ones are none', async () => {
    const docs = await readFiles({
      '_config.yml': 'theme: just-the-docs\nexclude: [drafts/, "*.txt.md"]\n',
      'index.md': page('title: Home'),
      'plain.md': '# Plain\n',
      'drafts/a.md': page('title: A'),
      'b.txt.md': page('title: B'),
      '_includes/c.md': page('title: C'),
      'd.md': page('published: false'),
      'vendor/bundle/e.md': page('title: E'),
    })
    expect(docs.pages.map(({ url }) => url)).toEqual(['/'])
  })
  test('of GitHub Pages need none, and a README is an index', async () => {
    const docs = await readFiles({
      '_config.yml': 'title: Site\nremote_theme: pages-themes/cayman\n',
      'README.md': '# Home',
      'guide/README.md': '# Guide',
      'guide/a.md': '# A',
    })
    expect(docs.pages.map(({ url }) => url).sort()).toEqual(['/', '/guide', '/guide/a'])
  })
  test('of collections with output, and posts with a date that has come', async () => {
    const docs = await readFiles({
      '_config.yml':
        'theme: minima\ncollections:\n  docs: { output: true, permalink: "/:collection/:path/" }\n  data: {}\n',
      'index.md': page('title: Home'),
      '_docs/a/b.md': page('title: B'),
      '_data/c.md': page('title: C'),
      '_posts/2020-02-03-hello-you.md': page('title: Hello'),
      'news/_posts/2020-02-04-more.md': page('title: More'),
      '_posts/2999-01-01-later.md': page('title: Later'),
      '_posts/undated.md': page('title: Undated'),
    })
    expect(docs.pages.map(({ url }) => url).sort()).toEqual([
      '/', '/2020/02/03/hello-you', '/docs/a/b', '/news/2020/02/04/more',
    ]) // prettier-ignore
  })
  test('have the address of permalink, of defaults, and of their file', async () => {
    const docs = await readFiles({
      '_config.yml':
        'theme: minima\ndefaults:\n  - scope: { path: "", type: posts }\n    values: { permalink: "/posts/:title/" }\n',
      'a.md': page('title: A\npermalink: /x/y.html'),
      'Folder/B.md': page('title: B\nslug: never\nredirect_from: /old'),
      'Folder/index.md': page('title: F'),
      '_posts/2020-02-03-c.md': page('title: C'),
      'plan.md': page('title: D\nnumber: 7\npermalink: /plans/:number.html'),
      'gone.md': page('title: E\npermalink: /plans/:number.html'),
    })
    expect(docs.pages.map(({ url }) => url).sort()).toEqual([
      '/Folder', '/Folder/B', '/gone', '/plans/7', '/posts/c', '/x/y',
    ]) // prettier-ignore
  })
})

test('a permalink without a slash in front; the file of a folder is no old address', async () => {
  const docs = await readFiles({
    '_config.yml': 'theme: minima\n',
    'start.md': page('title: Start\npermalink: index.html'),
    'a.md': page('title: A\npermalink: a.html\nredirect_from: [/a/index.html, /b/index.html]'),
  })
  expect(docs.pages.map(({ url, aliases }) => [url, ...(aliases ?? [])].join(' ')).sort()).toEqual([
    '/',
    '/a /b/index.html /a.html',
  ])
})

describe('the sidebar', () => {
  test('has the collections of a theme made from Just the Docs, in the order of the configuration', async () => {
    const docs = await readFiles({
      '_config.yml':
        'remote_theme: x/just-the-docs\ncollections:\n  api: { output: true }\n  start: { output: true }\ntool_collection:\n  collections:\n    start: { name: Getting started }\n    api: { name: The API }\n',
      'index.md': page('title: Home'),
      '_api/a.md': page('title: A'),
      '_start/b.md': page('title: B'),
    })
    expect(outline(docs.navigations[0]!.items)).toEqual([
      'Home /',
      'Getting started -',
      '  B /start/b',
      'The API -',
      '  A /api/a',
    ])
  })
  test('in the data file that most pages name, without the group around it', async () => {
    const docs = await readFiles({
      '_config.yml': 'title: S\ndefaults:\n  - scope: { path: "" }\n    values: { sidebar: tool_sidebar }\n',
      '_data/sidebars/tool_sidebar.yml':
        'entries:\n- title: sidebar\n  folders:\n  - title: About\n    folderitems:\n    - { title: Home, url: /index.html }\n  - title: Use\n    folderitems:\n    - { title: First, url: /b.html }\n',
      'index.md': page('title: Start'),
      'pages/deep/b.md': page('title: B\npermalink: b.html'),
    })
    expect(outline(docs.navigations[0]!.items)).toEqual(['About -', '  Home /', 'Use -', '  First /b'])
  })

  test('has parents by title, grandparents, nav_order, and no excluded pages', async () => {
    const docs = await readFiles({
      '_config.yml':
        'theme: just-the-docs\nnav_external_links:\n  - { title: Out, url: "https://x.y" }\naux_links: { "Code": ["//github.com/x"] }\n',
      'index.md': page('title: Home\nnav_order: 1'),
      'ui.md': page('title: UI\nnav_order: 3\nhas_children: true'),
      'guide.md': page('title: Guide\nnav_order: 2\nchild_nav_order: desc'),
      'b.md': page('title: Basics\nparent: UI'),
      'c.md': page('title: Basics\nparent: Guide\nnav_order: 1'),
      'd.md': page('title: Deep\nparent: Basics\ngrand_parent: Guide'),
      'e.md': page('title: Extra\nparent: Guide\nnav_order: 2'),
      'f.md': page('title: Hidden\nnav_exclude: true'),
      'g.md': page('title: Lost\nparent: Nobody'),
    })
    expect(outline(docs.navigations[0]!.items)).toEqual([
      'Home /', 'Guide /guide', '  Extra /e', '  Basics /c', '    Deep /d', 'UI /ui', '  Basics /b', 'Lost /g', 'Out https://x.y',
    ]) // prettier-ignore
    expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual(['navigation g.md'])
    expect(docs.links).toEqual([{ text: 'Code', url: 'https://github.com/x' }])
    expect(docs.pages.find(({ url }) => url === '/d')?.group).toBe('Guide')
  })
  test('Just the Docs: a page ends with the list of its child pages, unless has_toc or has_children is false', async () => {
    const files = {
      ...JTD,
      'index.md': page('title: Home'),
      'guide.md': page('title: Guide\nhas_children: true\nchild_nav_order: desc'),
      'a.md': page('title: Alpha\nparent: Guide\nnav_order: 1'),
      'b.md': page('title: Beta\nparent: Guide\nnav_order: 2'),
      'c.md': page('title: Deep\nparent: Beta\ngrand_parent: Guide'),
      'quiet.md': page('title: Quiet\nhas_toc: false'),
      'd.md': page('title: Delta\nparent: Quiet'),
      'off.md': page('title: Off\nhas_children: false'),
      'e.md': page('title: Epsilon\nparent: Off'),
    }
    const docs = await readFiles(files)
    expect(docs.problems).toEqual([])
    const lists = await Promise.all(
      docs.pages.map(async (one) => [one.url, ...(/<ul>[^]*<\/ul>/.exec(await renderArticle(docs, one)) ?? [])]),
    )
    expect(lists.filter(({ length }) => length > 1).toSorted()).toEqual([
      ['/b', '<ul><li><a href="/c">Deep</a></li></ul>'],
      ['/guide', '<ul><li><a href="/b">Beta</a></li><li><a href="/a">Alpha</a></li></ul>'],
    ])
    const { docs: other } = await readOne(
      page('title: Guide'),
      { '_config.yml': 'theme: minima\n', 'a.md': page('title: A\nparent: Guide') },
      'guide.md',
    )
    const guide = other.pages.find(({ url }) => url === '/guide')! // it was just written
    expect(await renderArticle(other, guide)).not.toContain('<ul>')
    const renamed = await readFiles({ ...files, 'b.md': page('title: Bee\nparent: Guide\nnav_order: 2') })
    const empty = await readOne(
      page('title: Guide', ''),
      { ...JTD, 'a.md': page('title: A\nparent: Guide') },
      'guide.md',
    )
    expect(empty.html.match(/href="\/a"/g)).toHaveLength(1)
    const hashOf = ({ pages }: typeof docs): string | undefined => pages.find(({ url }) => url === '/guide')?.hash
    expect(hashOf(renamed)).not.toBe(hashOf(docs))
  })
  test('of a theme is read from a data file', async () => {
    const docs = await readFiles({
      '_config.yml': 'remote_theme: mmistakes/minimal-mistakes\n',
      '_data/navigation.yml':
        'main:\n  - { title: Start, url: /a/ }\ndocs:\n  - title: Guide\n    children:\n      - { title: First, url: /a/ }\n      - { title: Second, url: "/b" }\n',
      'a.md': page('title: A'),
      'b.md': page('title: B'),
    })
    expect(outline(docs.navigations[0]!.items)).toEqual(['Guide -', '  First /a', '  Second /b'])
  })
})

test('link and post_url lead to pages', async () => {
  const docs = await readFiles({
    ...JTD,
    'docs/a.md': page(
      'title: A\npermalink: /start/',
      '[b]({% link docs/b c.md %}) [p]({% post_url 2020-01-02-x %}) [s]({{ site.baseurl }}/start/) [u]({{ "/start" | relative_url }})',
    ),
    'docs/b c.md': page('title: B'),
    '_posts/2020-01-02-x.md': page('title: X'),
  })
  expect(docs.problems).toEqual([])
})

test('a list of attributes in a quote, and in an element of Markdown in a quote', async () => {
  const source =
    '> {: .note }\n  A lazy line.\n\nText.\n\n{: .important }\n> <div markdown="block">\n> {: .warning }\n> Inner.\n> </div>\n'
  const { html } = await readOne(page('title: A', source), { '_config.yml': 'title: T\n' }, 'a.md')
  expect(html).toMatch(/<blockquote>\s*<div[^>]*data-type="note"[^]*A lazy line[^]*<\/blockquote>/)
  expect(html).toMatch(/data-type="important"[^]*data-type="warning"[^]*Inner/)
})

test('lists of the front matter that Minimal Mistakes shows, and the folder of images of Chirpy', async () => {
  const head =
    'title: A\nmedia_subpath: /img/\ngallery:\n  - { image_path: /img/a.png, alt: First }\nrow:\n  - { title: Fast, excerpt: "So *fast*.", url: /b/, btn_label: More }'
  const source =
    '{% include gallery caption="Two views" %}\n{% include feature_row id="row" %}\n{% include video id="abc" provider="youtube" %}\n{% include base_path %}\n\n![B](b.png)\n'
  const { html, codes } = await readOne(
    page(head, source),
    { '_config.yml': 'title: T\n', 'b.md': page('title: B'), 'img/a.png': 'x', 'img/b.png': 'x' },
    'a.md',
  )
  expect(html).toMatch(/<img src="\/img\/a\.png" alt="First"[^]*Two views[^]*<strong>Fast<\/strong>[^]*So <em>fast/)
  expect(html).toContain('<a href="/b">More</a>')
  expect(html).toContain('https://www.youtube.com/watch?v=abc')
  expect(html).toContain('<img src="/img/b.png"')
  expect(codes).toEqual([])
})

test('Polyglot: translations by `lang` have the addresses of their pages, below their language', async () => {
  const docs = await readFiles({
    '_config.yml':
      'title: S\npermalink: pretty\nlanguages: [en, de, pt-BR]\ndefault_lang: en\nplugins: [jekyll-polyglot]\ncollections:\n  posts: { output: true }\n',
    'index.md': '---\ntitle: Home\n---\n',
    'about.en.md': '---\ntitle: About\npermalink: about/\nlang: en\n---\n',
    'about.de.md': '---\ntitle: Über\npermalink: about/\nlang: de\n---\n[Neu](/2020/01/02/new/)\n',
    'about.pt-BR.md': '---\ntitle: Sobre\npermalink: about/\nlang: pt-BR\n---\n',
    'de/install.md': '---\ntitle: Einrichten\nlang: de\n---\n',
    '_posts/2020-1-2-new.md': '---\ntitle: New\n---\n',
    '_posts/de/2020-1-2-new.md': '---\ntitle: Neu\nlang: de\n---\n',
  })
  expect(docs.pages.map(({ url, lang, key }) => `${lang} ${url} ${key}`).toSorted()).toEqual([
    'de /de/2020/01/02/new /2020/01/02/new', 'de /de/about /about', 'de /de/install /install',
    'en / /', 'en /2020/01/02/new /2020/01/02/new', 'en /about /about', 'pt-BR /pt-BR/about /about',
  ]) // prettier-ignore
  expect(docs.navigations.map(({ lang }) => lang).toSorted()).toEqual(['de', 'en', 'pt-BR'])
  expect(docs.problems).toEqual([])
})

test('code by indentation in the body of a tag, and blocks of HTML with indented text after blank lines', async () => {
  const source =
    '{% tabs a %}\n{% tab One %}\n    let x = 1\n\n    x += 1\n{% endtab %}\n{% endtabs %}\n\n<dl>\n    <dt>A\n\n         or <code>b</code>\n    </dt>\n\n    <dd>B</dd>\n</dl>\n\n<div><pre><code>&#96;&#96;&#96;js\nx\n```</code></pre></div>\n\n## After [home]\n\n[home]: https://x.example/\n'
  const { html } = await readOne(page('title: A', source), { '_config.yml': 'title: T\n' }, 'a.md')
  expect(html).toMatch(/<pre[^]*let<\/span> x[^]*x \+= 1|<pre[^]*let x = 1[^]*<\/pre>/)
  expect(html).not.toContain('&#x3C;/dt>')
  expect(html).toContain('<h2 id="after-home">After <a href="https://x.example/"')
})

test('the address of a page that only leads to another one is an old address of that', async () => {
  const docs = await readFiles({
    '_config.yml': 'title: T\nplugins: [jekyll-redirect-from]\n',
    'index.md': page('title: Home', '[old](/gone/away.html)'),
    'new.md': page('title: New\npermalink: /new/'),
    'gone/away.md': page('redirect_to: /new/'),
    'gone/far.md': page('redirect_to: https://x.example/'),
  })
  expect(docs.pages.map(({ title, aliases }) => [title, ...(aliases ?? [])].join(' ')).toSorted()).toEqual([
    'Home',
    'New /gone/away /gone/away.html',
  ])
  expect(docs.problems).toEqual([])
})
