import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { outlineOf } from '../../testing/outline.ts'

const HEXO = { '_config.yml': 'title: Site\nurl: https://s.example\nsource_dir: source\nnew_post_name: :title.md\n' }

const page = (frontMatter: string, text = 'Text.'): string => `---\n${frontMatter}\n---\n${text}\n`

test('is recognised by two of its keys, or by the package, and not taken for Jekyll', async () => {
  const pages = { 'source/index.md': page('title: Home') }
  const byKeys = await readFiles({ ...pages, ...HEXO })
  const byPackage = await readFiles({
    ...pages,
    '_config.yml': 'title: Site\n',
    'package.json': '{"dependencies": {"hexo": "^7"}}',
  })
  const jekyll = await readFiles({ 'index.md': page('title: Home'), '_config.yml': 'title: Site\n' })
  expect([byKeys, byPackage, jekyll].map(({ generator }) => generator.kind)).toEqual(['hexo', 'hexo', 'jekyll'])
  expect(byKeys.title).toBe('Site')
})

describe('addresses', () => {
  const urls = async (files: Record<string, string>, config = ''): Promise<string[]> => {
    const docs = await readFiles({ ...files, '_config.yml': `${HEXO['_config.yml']}${config}` })
    return docs.pages.map(({ url }) => url).sort()
  }

  test('posts have that of the pattern, pages that of their file', async () => {
    expect(
      await urls({
        'source/_posts/hello-you.md': page('title: Hello\ndate: 2020-02-03 10:00:00'),
        'source/_posts/deep/more.md': page('title: More\ndate: 2020-02-04'),
        'source/docs/index.md': page('title: Docs'),
        'source/docs/setup.md': 'No front matter.',
        'source/about.md': page('title: About\npermalink: who/'),
      }),
    ).toEqual(['/2020/02/03/hello-you', '/2020/02/04/deep/more', '/docs', '/docs/setup', '/who'])
  })
  test('the date of a post may be in its name, and patterns have categories', async () => {
    expect(
      await urls(
        {
          'source/_posts/2020-02-03-a.md': page('categories: [News, Old ones]'),
          'source/_posts/2020-02-04-b.md': page('title: B'),
        },
        'new_post_name: :year-:month-:day-:title.md\npermalink: :category/:year/:title.html\n',
      ),
    ).toEqual(['/news/old-ones/2020/a', '/uncategorized/2020/b'])
  })
  test('drafts, unpublished pages and files that are copied as they are have none', async () => {
    expect(
      await urls(
        {
          'source/index.md': page('title: Home'),
          'source/_drafts/a.md': page('title: A'),
          'source/_data/b.md': page('title: B'),
          'source/c.md': page('published: false'),
          'source/demo/d.md': page('title: D'),
        },
        'skip_render: demo/**\n',
      ),
    ).toEqual(['/'])
  })
})

test('posts are the last group, the newest first, and a data file gives the order of pages', async () => {
  const docs = await readFiles({
    ...HEXO,
    'source/_data/sidebar.yml': 'docs:\n  getting_started:\n    setup: setup.html\n    overview: index.html\n',
    'source/index.md': page('title: Home'),
    'source/docs/index.md': page('title: Overview'),
    'source/docs/setup.md': page('title: Setup'),
    'source/docs/more.md': page('title: More'),
    'source/_posts/a.md': page('title: A\ndate: 2020-01-01'),
    'source/_posts/b.md': page('title: B\ndate: 2021-01-01'),
  })
  expect(outlineOf(docs)).toMatchInlineSnapshot(`
    [
      "Home /",
      "Docs",
      "  Getting started",
      "    Setup /docs/setup",
      "    Overview /docs",
      "Docs",
      "  More /docs/more",
      "Posts",
      "  B /2021/01/01/b",
      "  A /2020/01/01/a",
    ]
  `)
})

test('a data file may list the pages of a folder', async () => {
  const docs = await readFiles({
    ...HEXO,
    'source/_data/sidebar.yml': 'docs:\n  - index.html\n  - setup.html\n  - More:\n      more: more.html\n',
    'source/index.md': page('title: Home'),
    'source/docs/index.md': page('title: Overview'),
    'source/docs/setup.md': page('title: Setup'),
    'source/docs/more.md': page('title: Extras'),
  })
  expect(outlineOf(docs)).toEqual([
    'Home /',
    'Docs',
    '  Overview /docs',
    '  Setup /docs/setup',
    '  More',
    '    Extras /docs/more',
  ])
})

describe('tag plugins', () => {
  const read = async (body: string, more: Record<string, string> = {}): Promise<{ html: string; codes: string[] }> => {
    const docs = await readFiles({ ...HEXO, ...more, 'source/_posts/one.md': page('title: T\ndate: 2020-01-01', body) })
    const own = docs.pages.find(({ file }) => file.endsWith('one.md'))! // it was just written
    const html = await renderArticle(docs, own)
    return { html: html.replace(/^<h1[^]*?<\/h1>\s*/, ''), codes: docs.problems.map(({ code }) => code) }
  }

  test('notes, tabs and folded parts', async () => {
    const { html, codes } = await read(
      '{% note warning no-icon Take care %}\nBody **x**.\n{% endnote %}\n\n{% tabs Name, 2 %}\n<!-- tab First@icon -->\nOne.\n<!-- endtab -->\n<!-- tab {% label info@The %} <code>Second</code> -->\nTwo.\n<!-- endtab -->\n{% endtabs %}\n\n{% hideToggle More,red %}\nThree.\n{% endhideToggle %}',
    )
    expect(html).toMatchInlineSnapshot(`
      "<div class="admonition" data-type="warning" role="note"><p class="admonition-title">Take care</p><p>Body <strong>x</strong>.</p></div>
      <div class="tabs"><details class="tab" open name="tabs-1"><summary class="tab-label">First</summary><div class="tab-panel"><p>One.</p></div></details><details class="tab" name="tabs-1"><summary class="tab-label">The Second</summary><div class="tab-panel"><p>Two.</p></div></details></div>
      <details class="admonition" data-type="details"><summary class="admonition-title">More</summary><p>Three.</p></details>"
    `)
    expect(codes).toEqual([])
  })
  test('tabs have their name and number as label, and as address where a link names it', async () => {
    const { html, codes } = await read(
      'To [all](#my-set), [one](#my-set-2).\n\n{% tabs My set %}\n<!-- tab -->\nOne.\n<!-- endtab -->\n<!-- tab -->\nTwo.\n<!-- endtab -->\n{% endtabs %}\n',
    )
    expect(html).toMatch(/id="my-set"[^]*My set 1<[^]*My set 2<[^]*id="my-set-2"[^]*Two\./)
    expect(html).not.toContain('my-set-1')
    expect(codes).toEqual([])
  })
  test('code with a title, a link and marked lines; quotes with their source', async () => {
    const { html, codes } = await read(
      '{% codeblock _.compact lang:js https://u.example/#compact Underscore.js mark:1,2 %}\nlet {{ x }} = `a`\n{% endcodeblock %}\n\n{% blockquote David Levithan, Wide Awake https://b.example Page 3 %}\nSeek *happiness*.\n\nFor all.\n{% endblockquote %}',
    )
    expect(html.replaceAll(/ style="[^"]*"/g, '')).toMatchInlineSnapshot(`
      "<p><a href="https://u.example/#compact" rel="noopener" data-external="">Underscore.js</a></p>
      <figure class="code" data-lang="js" data-title="_.compact"><figcaption class="code-title">_.compact</figcaption><pre tabindex="0"><code class="language-js"><span class="line highlighted" data-line="1"><span class="t-keyword">let</span> {{ x }} <span class="t-keyword">=</span> <span class="t-string-expression">\`a\`</span></span>
      </code></pre></figure>
      <blockquote>
      <p>Seek <em>happiness</em>.</p>
      <p>For all.</p>
      <p>— <strong>David Levithan</strong>, Wide Awake, <a href="https://b.example" rel="noopener" data-external="">Page 3</a></p>
      </blockquote>"
    `)
    expect(codes).toEqual([])
  })
  test('images and files in the folder of the post, links to posts, code of files', async () => {
    const { html, codes } = await read(
      '{% asset_img left pic.svg 200 "A title" %} {% asset_link notes.txt Notes %}\n\n{% post_link two %} [again]({% post_path two %}) {% link Text https://x.example %}\n\n{% include_code Part lang:js from:2 to:3 a.js %}\n\n{% btn https://y.example, Go %} {% label success@Done %}',
      {
        'source/_posts/one/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'source/_posts/one/notes.txt': 'N',
        'source/_posts/two.md': page('title: The second\ndate: 2020-01-02'),
        'source/downloads/code/a.js': 'one\ntwo\nthree\nfour',
      },
    )
    expect(html.replaceAll(/ style="[^"]*"/g, '')).toMatchInlineSnapshot(`
      "<p><img src="/_posts/one/pic.svg" alt="A title" title="A title" loading="lazy" decoding="async"> <a href="/_posts/one/notes.txt">Notes</a></p>
      <p><a href="/2020/01/02/two">The second</a> <a href="/2020/01/02/two">again</a> <a href="https://x.example" rel="noopener" data-external="">Text</a></p>
      <figure class="code" data-lang="js" data-title="Part"><figcaption class="code-title">Part</figcaption><pre tabindex="0"><code class="language-js"><span class="line" data-line="1">two</span>
      <span class="line" data-line="2">three</span>
      </code></pre></figure>
      <p><a class="button" data-variant="primary" href="https://y.example" rel="noopener" data-external="">Go</a> <span class="badge" data-type="success">Done</span></p>"
    `)
    expect(codes).toEqual([])
  })
  test('in code they are text, and an unknown one keeps its content', async () => {
    const { html, codes } = await read('```\n{% note %}{{ x }}\n```\n\n{% spark a %}\nKept.\n{% endspark %}')
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('{% note %}{{ x }}')
    expect(html).toContain('Kept.')
    expect(codes).toEqual(['unknown-shortcode'])
  })
})
