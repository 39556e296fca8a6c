import { describe, expect, test } from 'vitest'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { visibleHtml } from './html-page.ts'
import { sourceLines } from './source-line.ts'

const JEKYLL = {
  '_config.yml': 'title: Gears\n',
  '_includes/box.html':
    '<aside><h3>Box {{ include.title }}</h3></aside>\n<script>\nvar a = {{ site.x | jsonify }};\n</script>\n',
  'img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
}

const head = '---\ntitle: Reference\n---\n'

describe('a page of HTML', () => {
  test('has the text, headings, code, links and images of its source, and no Markdown', async () => {
    const source = [
      '<div class="x" onclick="run()">',
      '<p>Intro to {{ site.title }}, <a href="{{ \'/other.html\' | relative_url }}#it">other</a>, *no Markdown*.</p>',
      '',
      '    <p>Indented after a blank line.</p>',
      '<h2>First part</h2>',
      '<img src="{{ site.baseurl }}/img/a.svg" alt="Gear">',
      '<h3 id="own">Second <code>part</code></h3>',
      '<pre><code class="language-js">const a = 1 &lt; 2</code></pre>',
      '{% highlight ruby %}',
      'puts "<b>"',
      '{% endhighlight %}',
      '<pre>a <a href="#own">link</a></pre>',
      '</div>',
    ].join('\n')
    const others = { ...JEKYLL, 'other.md': '---\ntitle: Other\n---\n## It\n' }
    const { html, docs, codes } = await readOne(head + source, others, 'reference.html')
    expect(codes).toEqual([])
    expect(html).toContain('<p>Intro to Gears, <a href="/other#it">other</a>, *no Markdown*.</p>')
    expect(html).toContain('<p>Indented after a blank line.</p>')
    expect(html).toContain('<h2 id="first-part">First part</h2>')
    expect(html).toMatch(/<img src="\/img\/a.svg" alt="Gear"/)
    expect(html).toContain('<pre>a <a href="#own">link</a></pre>')
    expect(html).not.toMatch(/onclick|\{[{%]|```/)
    expect(html.match(/<figure class="code" data-lang="\w+">/g)).toEqual([
      '<figure class="code" data-lang="js">',
      '<figure class="code" data-lang="ruby">',
    ])
    const own = docs.records.filter(({ url_without_anchor: url }) => url === '/reference')
    expect(
      own.map(({ url, hierarchy: { lvl1, lvl2, lvl3 }, content, code }) => [
        url,
        lvl1,
        lvl2,
        lvl3,
        content,
        code ?? null,
      ]),
    ).toEqual([
      [
        '/reference',
        'Reference',
        null,
        null,
        'Intro to Gears, other, *no Markdown*.\nIndented after a blank line.',
        null,
      ],
      ['/reference#first-part', 'Reference', 'First part', null, 'Gear', null],
      ['/reference#own', 'Reference', 'First part', 'Second part', 'a link', 'const a = 1 < 2\nputs "<b>"'],
    ])
  })

  test('shows no comment, script or style, also of an include, and reads no macro in them', async () => {
    const source = `<!-- {{ site.a }}\n{% include box.html title="no" %} -->\n<style>\np { color: {{ site.b }} }\n</style><p>Text</p>\n<SCRIPT>go("{{ site.time }}")</SCRIPT>{% include box.html title="one" %}`
    const { html, codes } = await readOne(head + source, JEKYLL, 'a.html')
    expect(codes).toEqual([])
    expect(html.replace(/<a class="heading-anchor[^]*?<\/a>/, '')).toBe(
      '<h1>Reference</h1><p>Text</p><aside>\n<div class="heading" data-level="3"><h3 id="box-one">Box one</h3></div>\n</aside>',
    )
  })

  test.each([
    ['{% capture t %}A **text**\n\n- one\n{% endcapture %}<div>{{ t | markdownify }}</div>'],
    ['<div>{% markdown %}A **text**\n\n- one\n{% endmarkdown %}</div>'],
  ])('has Markdown where a macro renders it: %j', async (source) => {
    const { html } = await readOne(head + source, JEKYLL, 'a.html')
    expect(html.replaceAll(/\s+/g, '')).toBe(
      '<h1>Reference</h1><div><p>A<strong>text</strong></p><ul><li>one</li></ul></div>',
    )
  })

  test('has headings, code and callouts in that Markdown', async () => {
    const source =
      '{% markdown %}\n## Part *one*\n\n{% highlight js %}\nlet a\n{% endhighlight %}\n\n{% include note.html content="Take **care**." %}\n{% endmarkdown %}\n<p>End</p>'
    const { html } = await readOne(head + source, JEKYLL, 'a.html')
    expect(html).toContain('<h2 id="part-one">Part <em>one</em></h2>')
    expect(html).toContain('<figure class="code" data-lang="js"><pre')
    expect(html).toMatch(/<div class="admonition" data-type="note"[^]*<strong>care<\/strong>[^]*<p>End<\/p>/)
  })

  test('keeps scripts and comments that are examples of code', async () => {
    const source =
      '{% highlight html %}\n<script>one()</script>\n<!-- two -->\n{% endhighlight %}\n{% markdown %}\n{% highlight html %}\n<script>three()</script>\n{% endhighlight %}\n{% endmarkdown %}\n<script>four()</script><p>End</p>'
    const { html, docs } = await readOne(head + source, JEKYLL, 'a.html')
    const code = docs.records.map((record) => record.code ?? '').join('')
    expect(code).toMatch(/^<script>one\(\)<\/script>\n<!-- two -->\s*<script>three\(\)<\/script>$/)
    expect(html).toContain('<p>End</p>')
    expect(html).not.toContain('four')
  })

  test('keeps a computed value as code, and the text around an unknown element', async () => {
    const { html, codes } = await readOne(
      `${head}<p>At {{ site.time }}</p><x-y>\n    <b>in</b></x-y>`,
      JEKYLL,
      'a.html',
    )
    expect(html).toMatch(/<p>At <code[^>]*>\{\{ site.time \}\}<\/code><\/p>\s*<b>in<\/b>/)
    expect(codes).toEqual(['expression:4', 'unknown-component:4'])
  })

  test('of Hugo has its shortcodes', async () => {
    const files = { 'hugo.toml': '', 'layouts/shortcodes/frame.html': '<div class="tip">{{ .Inner }}</div>' }
    const { html } = await readOne(
      `+++\ntitle = "T"\n+++\n<h2>Part</h2>{{< frame >}}<i>x</i>{{< /frame >}}`,
      files,
      'content/a.html',
    )
    expect(html).toMatch(/<h2 id="part">Part<\/h2>[^]*<div class="tip">\s*<i>x<\/i>\s*<\/div>/)
  })
})

const roles = async (files: Record<string, string>): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readFiles(files)).files.map(({ file, role, reason }) => [
      file,
      reason === undefined ? role : `${role} ${reason}`,
    ]),
  )

test('HTML of Jekyll is a page with front matter, outside templates and with a content of its own', async () => {
  const loop = '<div>{% for post in site.posts %}{{ post.title }}{% endfor %}</div><script>run()</script>'
  expect(
    await roles({
      ...JEKYLL,
      'a.html': `${head}<p>Text</p>`,
      'tags.html': head + loop,
      'index.html': head + loop,
      'blog/index.html': head + loop,
      'old.html': '---\nredirect_to: /a\n---\n<p>x</p>',
      'static.html': '<p>no front matter</p>',
      '_layouts/page.html': `---\nlayout: default\n---\n<p>x</p>`,
    }),
  ).toEqual({
    '_config.yml': 'configuration',
    '_includes/box.html': 'left-out not-linked',
    '_layouts/page.html': 'left-out template',
    'a.html': 'page',
    'blog/index.html': 'left-out computed',
    'img/a.svg': 'left-out not-linked',
    'index.html': 'page',
    'old.html': 'left-out not-rendered',
    'static.html': 'left-out not-linked',
    'tags.html': 'left-out computed',
  })
})

test('HTML of Hugo is a page with front matter, but for resources of a bundle; addresses and bundles are as of Markdown', async () => {
  const docs = await readFiles({
    'hugo.toml': '',
    'content/_index.html': head,
    'content/Guide/Set Up.html': `${head}<p>x</p>`,
    'content/bundle/index.html': `${head}<p>x</p>`,
    'content/bundle/part.html': `${head}<p>x</p>`,
    'content/demo.html': '<p>x</p>',
  })
  expect(docs.pages.map(({ url }) => url).toSorted()).toEqual(['/', '/bundle', '/guide/set-up'])
})

test('HTML is no page of other generators', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\n',
    'docs/a.md': '# A\n',
    'docs/b.html': `${head}<p>x</p>`,
  })
  expect(docs.pages.map(({ file }) => file)).toEqual(['a.md'])
})

test('hidden parts are removed in time that grows with the text', () => {
  const text = '<!-- --><script></script>'.repeat(40_000) + '<!--'.repeat(100_000)
  expect(visibleHtml(sourceLines(text))).toEqual([{ text: '', line: 1 }])
})
