/** Macros as constructs and text: shortcodes of Hugo, tags of Liquid, blocks of GitBook. */
import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'

const HUGO = { 'hugo.yaml': 'title: S\nparams: { version: "1.2", deep: { Name: "Nemo" } }\n' }
const JEKYLL = {
  '_config.yml':
    'title: S\ntheme: minima\nproduct: { name: Thing }\nlist: [a, b]\ncallouts: { note: { title: Heed, color: blue } }\n',
}
const GITBOOK = { '.gitbook.yaml': '' }

interface Read {
  html: string
  /** The article without its tags. */
  shown: string
  codes: string[]
}

async function read(body: string, name: string, files: Record<string, string>): Promise<Read> {
  const docs = await readFiles({ ...files, [name]: `---\ntitle: T\nown: mine\n---\n\n${body}\n` })
  const page = docs.pages.find(({ file }) => name.endsWith(file))! // it was just written
  const html = await renderArticle(docs, page)
  return {
    html: html.replace(/^<h1[^]*?<\/h1>\s*/, '').replaceAll(' class="whole"', ''),
    shown: html.replaceAll(/<[^>]*>/g, ''),
    codes: docs.problems.map(({ code, line }) => `${code}:${line}`),
  }
}

const hugo = (body: string, more: Record<string, string> = {}): Promise<Read> =>
  read(body, 'content/page.md', { ...HUGO, ...more })
const jekyll = (body: string, more: Record<string, string> = {}): Promise<Read> =>
  read(body, 'page.md', { ...JEKYLL, ...more })
const gitbook = (body: string, more: Record<string, string> = {}): Promise<Read> =>
  read(body, 'page.md', { ...GITBOOK, ...more })

describe('Hugo', () => {
  test.each([
    [
      'Docsy',
      '{{% alert title="Take *care*" color="warning" %}}\nBody **x**.\n{{% /alert %}}',
      'warning',
      'Take <em>care</em>',
    ],
    ['Book', '{{< hint danger >}}\nBody **x**.\n{{< /hint >}}', 'danger', 'Danger'],
    ['Relearn', '{{% notice style="tip" title="T2" %}}\nBody **x**.\n{{% /notice %}}', 'tip', 'T2'],
    ['Geekdoc', '{{< hint type=note title="T2" >}}\nBody **x**.\n{{< /hint >}}', 'note', 'T2'],
    ['Doks', '{{< callout context="caution" title="T2" >}}\nBody **x**.\n{{< /callout >}}', 'caution', 'T2'],
    ['one line', '{{< note >}}Body **x**.{{< /note >}}', 'note', 'Note'],
  ])('callouts: %s', async (_, body, type, title) => {
    const { html, codes } = await hugo(body)
    expect(html).toBe(
      `<div class="admonition" data-type="${type}" role="note"><p class="admonition-title">${title}</p><p>Body <strong>x</strong>.</p></div>`,
    )
    expect(codes).toEqual([])
  })

  test('a color of Docsy is no title; dashes are set outside code', async () => {
    const { html } = await hugo(
      '{{< alert color="primary" >}}One---two, 3--4 -- a `--x---y` --flag{{< /alert >}}\n\n## A -- b\n',
    )
    expect(html).toContain('<p class="admonition-title">Info</p><p>One—two, 3–4 – a <code>--x---y</code> --flag</p>')
    expect(html).toContain('id="a--b"')
  })
  test('parameters in Docsy’s form: of the page, of the default language, icons and looks of buttons', async () => {
    const { html, codes } = await read(
      '{{% _param own %}} {{% _param line %}}\n\n<a {{% _param btn-lg primary %}} href="docs/">More {{% _param FA arrow "" %}}</a>',
      'content/page.md',
      {
        'hugo.yaml':
          'title: S\ndefaultContentLanguage: en\nlanguages: { en: { params: { line: "A line" } }, de: { params: { line: Nein } } }\n',
        'content/docs/_index.md': '---\ntitle: Docs\n---\n',
      },
    )
    expect(html.replaceAll(/<[^>]*>/g, '').trim()).toMatch(/^mine A line\s+More$/)
    expect(codes).toEqual([])
  })

  test('columns between separators, with headings', async () => {
    const { html, codes } = await hugo(
      '{{< columns >}}\n\n### One\n\nText *x*.\n\n<--->\n\n### Two\n\n{{< hint info >}}\nNote.\n{{< /hint >}}\n\n{{< /columns >}}\n\nAfter.',
    )
    expect(html.match(/<div(?: class="[^"]*")?|<\/div>|<h3|After/g)).toMatchInlineSnapshot(`
      [
        "<div class="card-grid"",
        "<div",
        "<div class="heading"",
        "<h3",
        "</div>",
        "</div>",
        "<div",
        "<div class="heading"",
        "<h3",
        "</div>",
        "<div class="admonition"",
        "</div>",
        "</div>",
        "</div>",
        "After",
      ]
    `)
    expect(codes).toEqual([])
  })

  test('tabs, with indented bodies, and Docsy’s panes of code', async () => {
    const tabs = await hugo(
      '{{< tabs "id" >}}\n  {{< tab "One" >}}\n    - a\n    - b\n  {{< /tab >}}\n  {{% tab title="Two" %}}\n  ```go\n  x\n  ```\n  {{% /tab %}}\n{{< /tabs >}}\n\nAfter.',
    )
    expect(tabs.html).toMatch(/<summary class="tab-label">One<\/summary><div class="tab-panel"><ul>/)
    expect(tabs.html).toMatch(
      /<summary class="tab-label">Two<\/summary><div class="tab-panel"><figure class="code" data-lang="go"/,
    )
    expect(tabs.html).toMatch(/<\/div>\s*<p>After\.<\/p>$/)
    const pane = await hugo(
      '{{< tabpane lang="js" >}}\n{{< tab header="A" >}}\nconst *a*\n{{< /tab >}}\n{{% tab header="B" %}}\nText.\n{{% /tab %}}\n{{< /tabpane >}}',
    )
    expect(pane.html).toMatch(/>A<\/summary><div class="tab-panel"><figure class="code" data-lang="js"/)
    expect(pane.html).toMatch(/>B<\/summary><div class="tab-panel"><p>Text\.<\/p>/)
  })

  test('blocks in lists and quotes stay there', async () => {
    const { html } = await hugo(
      '1. First\n\n   {{< note >}}\n   Inside.\n   {{< /note >}}\n\n1. Second\n\n> {{< tip >}}\n> Quoted.\n> {{< /tip >}}',
    )
    expect(html).toMatch(/<ol>\s*<li>\s*<p>First<\/p>\s*<div class="admonition"[^]*Inside[^]*<li>\s*<p>Second<\/p>/)
    expect(html).toMatch(/<blockquote>\s*<div class="admonition"[^]*Quoted[^]*<\/blockquote>/)
  })

  test('parameters of the page and the site, in text, links and code', async () => {
    const { html, shown, codes } = await hugo(
      'v{{< param "version" >}} {{% param deep.name %}} {{< param own >}}, [a](https://x.y/{{< param "version" >}}/#z)\n\n```sh\nget {{< param version >}}\n```\n\nnot {{< param nothing >}} here',
    )
    expect(html).toContain('v1.2 Nemo mine, <a href="https://x.y/1.2/#z"')
    expect(shown).toContain('get 1.2')
    expect(html).toContain('not <code>{{&#x3C; param nothing >}}</code> here')
    expect(codes).toEqual(['expression:12'])
  })

  test('escaped shortcodes, code and other templates stay as they are written', async () => {
    const { html, codes } = await hugo(
      '`{{</* alert */>}}` and {{ .Site }} and ${{ github.ref }}\n\n```md\n{{</* tabs */>}}\n{{< unknown >}}\n```',
    )
    expect(html).toContain(
      '<code>{{&#x3C; alert >}}</code> and <code>{{ .Site }}</code> and <code>${{ github.ref }}</code>',
    )
    expect(html).toContain('{{&#x3C; tabs >}}')
    expect(html).toContain('{{&#x3C; unknown >}}')
    expect(codes).toEqual([])
  })

  test('unknown shortcodes keep their body, and show their text or their source', async () => {
    const { html, codes } = await hugo(
      'Managed by the {{< glossary_tooltip text="control plane" term_id="cp" >}} now.\n\n- {{< feature "beta" >}}\n- {{< nothing >}}\n\n{{< wrap >}}\nBody *y*.\n{{< /wrap >}}',
    )
    expect(html).toContain('Managed by the control plane now.')
    expect(html).toMatch(/<li>\s*(?:<p>)?(?:<strong>)?beta/)
    expect(html).toContain('<code>{{&#x3C; nothing >}}</code>')
    expect(html).toContain('<p>Body <em>y</em>.</p>')
    expect(codes).toEqual(['unknown-shortcode:6', 'unknown-shortcode:8', 'unknown-shortcode:9', 'unknown-shortcode:11'])
  })

  test('an unknown shortcode is no part of a heading with other text, unless it has a text by name', async () => {
    const { html, codes } = await hugo(
      '## {{% sign bell primary %}} News\n\n## {{< feature >}} / {{< feature "x" >}} `code`\n\n## The {{< thing text="control plane" id="cp" >}}\n\n## {{< only "words" >}}\n',
    )
    expect(
      [...html.matchAll(/<h2[^>]*>([^]*?)<\/h2>/g)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, '').trim()),
    ).toEqual(['News', '/  code', 'The control plane', 'words'])
    expect(codes).toEqual([6, 8, 10, 12].map((line) => `unknown-shortcode:${line}`))
  })

  test('figures, videos, buttons, badges, details, steps and code', async () => {
    const { html, codes } = await hugo(
      [
        '{{< figure src="/a.png" alt="A" caption="Words" >}}',
        '{{< youtube abc >}}',
        '{{< button href="https://x.y" >}}Go{{< /button >}} and {{% badge style="info" %}}New{{% /badge %}}',
        '{{< details "More" >}}\nHidden.\n{{< /details >}}',
        '{{% steps %}}\n1. One\n2. Two\n{{% /steps %}}',
        '{{< highlight go "linenos=table,hl_lines=1" >}}\nfmt\n{{< /highlight >}}',
        '{{< katex display=true >}}\nx^2\n{{< /katex >}}',
      ].join('\n\n'),
      { 'static/a.png': 'x' },
    )
    expect(codes).toEqual([])
    expect(html).toMatch(/<figure[^>]*>[^]*<img src="\/a\.png" alt="A"[^]*<figcaption[^>]*>Words/)
    expect(html).toContain('href="https://www.youtube.com/watch?v=abc"')
    expect(html).toMatch(
      /<a class="button"[^>]*href="https:\/\/x\.y"[^>]*>Go<\/a> and <span class="badge" data-type="info">New/,
    )
    expect(html).toMatch(/<details[^>]*><summary[^>]*>More<\/summary><p>Hidden/)
    expect(html).toMatch(/class="steps"/)
    expect(html).toMatch(/<figure class="code" data-lang="go"[^]*data-line="1"/)
    expect(html).toContain('<math')
  })

  test('cards keep header, title and footer; a macro inside a tag leaves the tag whole', async () => {
    const { html, codes } = await hugo(
      '{{% card header="Head" title="Sub" footer="![s](/s.png)" %}}\nBody.\n{{% /card %}}\n\n<a {{% own primary %}} href="https://x.y">go</a>\n\n{{< tabpane >}}\n{{< tab header="Label:" disabled=true />}}\n{{< tab header="One" >}}\nx\n{{< /tab >}}\n{{< /tabpane >}}',
      { 'static/s.png': 'x' },
    )
    expect(html).toMatch(/Head[^]*<strong>Sub<\/strong>[^]*Body\.[^]*<img src="\/s\.png"/)
    expect(html).toContain('<a href="https://x.y"')
    expect(html).toMatch(/Label:<\/p><div class="tabs">/)
    expect(codes).toEqual(['unknown-shortcode:10'])
  })

  test('names count without case; a macro in an address, or in a tag of several lines, leaves the link whole', async () => {
    const { html, codes } = await hugo(
      '[a]({{% relRef "page" %}}) [b]({{% unknown "x" %}})\n\n<a class="x" {{% own %}}\n  title=\'{{% siteGetPage "/x" %}}\'>\n  Go on\n</a>\n\nA < b {{< own >}}\n',
    )
    expect(html).toContain('<a href="/page">a</a> <a href="">b</a>')
    expect(html).toMatch(/<a class="x"[^>]*>\s*Go on\s*<\/a>/)
    expect(html).toContain('A &#x3C; b')
    expect(codes).toEqual(['unknown-shortcode:6', 'unknown-shortcode:8', 'unknown-shortcode:9', 'unknown-shortcode:13'])
  })

  test('included files, as Markdown and as code', async () => {
    const { html, codes } = await hugo(
      '{{% include "part.md" %}}\n\n{{< include file="/static/other.md.part" >}}\n\n{{< readfile file="/x.py" code="true" lang="py" >}}',
      {
        'content/part.md': '---\ntitle: P\n---\nPart {{< param version >}}.\n',
        'static/other.md.part': 'Another *part*.\n',
        'content/x.py': 'pass\n',
      },
    )
    expect(codes).toEqual([])
    expect(html).toContain('Part 1.2.')
    expect(html).toContain('<p>Another <em>part</em>.</p>')
    expect(html).toMatch(/data-lang="py"[^]*pass/)
  })

  test('attribute lists and options of fences', async () => {
    const { html } = await hugo(
      'A\n{.lead #here}\n\n| a |\n|---|\n| b |\n{.wide}\n\n```go {hl_lines=[1,"3-4"] filename="x.go"}\na\nb\nc\nd\n```',
    )
    expect(html).toContain('<p id="here" class="lead">A</p>')
    expect(html).toMatch(/<table class="wide">/)
    expect(html).toContain('data-title="x.go"')
    expect(html.match(/highlighted/g)).toHaveLength(3)
  })
})

describe('Jekyll', () => {
  test('outputs, filters, conditions and loops that data decides', async () => {
    const { html, codes } = await jekyll(
      '{% assign n = site.product.name | upcase %}{{ n }} {{ page.own | capitalize }} {{ site.none | default: "no" }}' +
        '\n\n{% if site.product.name == "Thing" %}yes{% else %}no{% endif %} {% unless page.own %}no{% endunless %}' +
        '\n\n{% for x in site.list %}({{ x }}){% endfor %}{% comment %}gone{% endcomment %}',
    )
    expect(html).toContain('THING Mine no')
    expect(html).toContain('<p>yes</p>')
    expect(html).toContain('(a)(b)')
    expect(html).not.toContain('gone')
    expect(codes).toEqual([])
  })
  test('macros that plugins compute are shown as they are written, and left out in an address', async () => {
    const { html, codes } = await jekyll('By {{ site.time }}: [a]({{ site.github.x }}/b.md)')
    expect(html).toContain('By <code>{{ site.time }}</code>')
    expect(codes.filter((code) => code.startsWith('expression'))).toHaveLength(2)
  })
  test('raw, highlight, and Liquid in code', async () => {
    const { html, shown, codes } = await jekyll(
      '{% raw %}{{ kept }}{% endraw %}\n\n{% highlight ruby %}\nputs *a*\n{% endhighlight %}\n\n```yaml\nname: {{ site.product.name }}\nrun: ${{ github.ref }}\n{% raw %}x: {{ site.title }}{% endraw %}\n```',
    )
    expect(html).toContain('<p><code>{{ kept }}</code></p>')
    expect(html).toContain('<figure class="code" data-lang="ruby"><pre')
    expect(shown).toContain('puts *a*')
    expect(shown).toContain('name: Thing')
    expect(shown).toContain('${{ github.ref }}')
    expect(shown).toContain('x: {{ site.title }}')
    expect(codes).toEqual([])
  })
  test('includes of the project, of themes, and beside the page', async () => {
    const { html, codes } = await jekyll(
      '{% include hi.md who="you" %}\n\n{% include alert.html type="warning" content="Careful" %}\n\n{% include theme/odd.html title="Shown" %}\n\n{% include_relative part.md %}',
      { '_includes/hi.md': 'Hello {{ include.who }}{% if include.no %}!{% endif %}.', 'part.md': 'Part.' },
    )
    expect(html).toContain('Hello you.')
    expect(html).toMatch(/data-type="warning"[^]*Careful/)
    expect(html).toContain('Shown')
    expect(html).toContain('<p>Part.</p>')
    expect(codes).toEqual(['unknown-shortcode:10'])
  })
  test('a fence below an include whose tag removes blanks begins a line', async () => {
    const { html } = await jekyll('Text. {%- include badge.html -%}\n\n```yaml\na: 1\n```\n\n## After', {
      '_includes/badge.html': '<b>3.7</b>\n',
    })
    expect(html).toMatch(/Text\.<b>3\.7<\/b>[^]*data-lang="yaml"[^]*<h2/)
  })
  test('kramdown: callouts before and after a block, with titles of their own', async () => {
    const { html } = await jekyll(
      '{: .note }\nBefore.\n\nAfter.\n{: .warning }\n\n{: .note-title }\n> Own title\n>\n> Text.\n\n> Tip\n{: .prompt-tip }',
    )
    expect(html).toContain('data-type="note" role="note"><p class="admonition-title">Heed</p><p>Before.</p>')
    expect(html).toContain('data-type="warning" role="note"><p class="admonition-title">Warning</p><p>After.</p>')
    expect(html).toContain('<p class="admonition-title">Own title</p><p>Text.</p>')
    expect(html).toContain('data-type="tip"')
  })
  test('addresses with the host of the site are its pages and files; elsewhere the host is text', async () => {
    const { html, codes } = await read(
      '[b]({{site.url}}{{site.baseurl}}/b/) ![i]({{ site.url }}/i.png) at {{ site.url }}\n\n<div>\n<a href="{{site.url}}{{site.baseurl}}/b/">c</a>\n<img src="{{ site.url }}{{ site.baseurl }}/i.png" alt="">\n</div>',
      'page.md',
      {
        ...JEKYLL,
        '_config.yml': 'theme: minima\nurl: https://x.example\nbaseurl: /v1\n',
        'b.md': '---\n---\n# B',
        'i.png': 'x',
      },
    )
    expect(html.match(/(?:href|src)="\/[^"]*"/g)).toEqual(['href="/b"', 'src="/i.png"', 'href="/b"', 'src="/i.png"'])
    expect(html).toContain('>https://x.example</a>')
    expect(codes).toEqual([])
  })
  test('the text of a callout as an argument over several lines has blocks and tags', async () => {
    const { html, codes } = await jekyll(
      '{% include note.html content="\nSee [b](b.html) of {{ site.title }}.\n\n* one\n" %}\n\nAfter',
      { 'b.md': '---\n---\n# B' },
    )
    expect(html.replaceAll('\n', '')).toBe(
      '<div class="admonition" data-type="note" role="note"><p class="admonition-title">Note</p><p>See <a href="/b">b</a> of S.</p><ul><li>one</li></ul></div><p>After</p>',
    )
    expect(codes).toEqual([])
  })
  test('a definition goes on in lines as far right as its text', async () => {
    const { html } = await jekyll('Term\n: One [over two\n  lines](b.html)\n\n  More\n: Two\n', {
      'b.md': '---\n---\n# B',
    })
    expect(html.replaceAll('\n', ' ')).toBe(
      '<dl><dt>Term</dt><dd><p>One <a href="/b">over two lines</a></p><p>More</p></dd><dd><p>Two</p></dd></dl>',
    )
  })
  test('kramdown: table of contents, ids, labels, buttons, extensions, definitions', async () => {
    const { html } = await jekyll(
      '1. TOC\n{:toc}\n\n## Head\n{: #own .no_toc }\n\n## Seen\n\nNew\n{: .label .label-green }\n\n[Go](https://x.y){: .btn .btn-blue }\n\n{::options toc_levels="2" /}{::comment}gone{:/comment}kept\n\nTerm\n: Meaning\n\n<div markdown="1">\n*in*\n</div>\nafter',
    )
    expect(html).toContain('<ul class="toc"><li><a href="#seen">Seen</a></li></ul>')
    expect(html).toMatch(/<h2[^>]*id="own"/)
    expect(html).toContain('<span class="badge" data-type="success">New</span>')
    expect(html).toMatch(/<a [^>]*class="button"[^>]*>Go<\/a>/)
    expect(html).toContain('<p>kept</p>')
    expect(html).toMatch(/<dt>Term<\/dt>\s*<dd>[^]*Meaning/)
    expect(html).toContain('<em>in</em>')
    expect(html).toContain('<p>after</p>')
    expect(html).not.toMatch(/\{:|gone/)
  })
})

describe('GitBook', () => {
  test('hints, tabs, titled code, steps and columns', async () => {
    const { html, codes } = await gitbook(
      '{% hint style="warning" %}\nCare.\n{% endhint %}\n\n{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n\n{% tab title="Two" %}\n{% code title="a.py" lineNumbers="true" %}\n```python\nx\n```\n{% endcode %}\n{% endtab %}\n{% endtabs %}\n\n{% stepper %}\n{% step %}\n## Do\nit.\n{% endstep %}\n{% endstepper %}\n\n{% columns %}\n{% column width="50%" %}\nLeft.\n{% endcolumn %}\n{% endcolumns %}',
    )
    expect(codes).toEqual([])
    expect(html).toMatch(/data-type="warning"[^]*Care\./)
    expect(html).toMatch(/>One<\/summary>[^]*First\.[^]*>Two<\/summary>[^]*data-title="a\.py"/)
    expect(html).toMatch(/class="steps"[^]*<h2/)
    expect(html).toContain('Left.')
  })
  test('links to pages show the title of the page', async () => {
    const { html, codes } = await gitbook(
      '{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}\n\n{% page-ref page="c/" %}\n\n{% embed url="https://x.y/z" %}',
      { 'b.md': '# The *B*', 'c/README.md': '---\ntitle: Sea\n---\n' },
    )
    expect(codes).toEqual([])
    expect(html).toMatch(/href="\/b"[^>]*><span class="card-title">The <em>B<\/em>/)
    expect(html).toMatch(/href="\/c"[^>]*><span class="card-title">Sea/)
    expect(html).toContain('href="https://x.y/z"')
  })
  test('tags in code and other templates are text', async () => {
    const { html, shown, codes } = await gitbook('Use `{% hint %}` and {{ x }}.\n\n```\n{% hint style="info" %}\n```')
    expect(html).toContain('<code>{% hint %}</code> and <code>{{ x }}</code>.')
    expect(shown).toContain('{% hint style="info" %}')
    expect(codes).toEqual([])
  })
})

test('in a plain folder templates stay as they are written', async () => {
  const { html, codes } = await read('${{ github.ref }}, \\{\\{ esc \\}\\}, {% if x %}, {{< x >}}', 'page.md', {})
  expect(html).toBe(
    '<p><code>${{ github.ref }}</code>, <code>{{ esc }}</code>, <code>{% if x %}</code>, <code>{{&#x3C; x >}}</code></p>',
  )
  expect(codes).toEqual([])
})
