/** Shortcodes of a Hugo project, by their templates. */
import { expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'

const PROJECT = {
  'hugo.yaml': 'title: S\nparams: { release: "1.2" }\n',
  'layouts/shortcodes/latest.html': '<!-- note -->\nv{{ .Site.Params.release -}}\n{{- "" -}}{{/* inline */}}\n',
  'layouts/shortcodes/pipes/version.html': '2.0\n',
  'layouts/shortcodes/beta.html':
    '{{- $x := `{ "version": 1 }` -}}\n<meta name="k" content="v">\n<div>\n    <b>Beta</b>\n\n    <p>Not <strong>stable</strong>.</p>\n</div>\n',
  'layouts/shortcodes/issue.html':
    '{{ $repo := .Get "repo" | default "core" }}{{ with .Get "id" }}<a href="{{ printf "https://x.example/%s/%s" $repo . }}">#{{ . }}</a>{{ else }}no issue{{ end }}',
  'layouts/shortcodes/kept.html': '<div><b>{{ .Get "by" }}</b> {{ .Inner | markdownify }}</div>',
  'layouts/shortcodes/yes.html': '{{ emojify ":white_check_mark:" }}\n',
  'layouts/shortcodes/mark.html': '<mark>{{ .Inner }}</mark>',
  'layouts/shortcodes/list.html': '{{ range .Site.Pages }}{{ .Title }}{{ end }}',
  'layouts/shortcodes/word.html':
    '{{- $n := now.UnixNano -}}{{- if not (.Get "of") -}}{{- errorf "No term in %s" .Position -}}{{- end -}}\n<code><x-mark id="t-{{ $n }}" data-of={{ .Get "of" }}><i id="t-{{ $n }}" data-of={{ .Get "of" }}>{{ .Inner }}</i></x-mark></code>',
  'layouts/shortcodes/later.html':
    '{{ warnf "Old: %s" .Position }}<b class="n{{ .Ordinal }}" title="{{ .Get 0 }}">soon</b>',
  'assets/parts/a.md': '---\ntitle: Part\n---\nShared *text* {{< latest >}}.\n',
}

test.each([
  ['texts and parameters', 'Use {{< latest >}} or {{% pipes/version %}}.', '<p>Use v1.2 or 2.0.</p>'],
  [
    'in addresses and code',
    '[get](https://x.example/{{< latest >}}/a) `tool@{{< latest >}}`',
    '<p><a href="https://x.example/v1.2/a">get</a> <code>tool@v1.2</code></p>',
  ],
  [
    'HTML',
    'One\n\n{{< beta >}}\n\nTwo',
    '<p>One</p><div> <b>Beta</b> <p>Not <strong>stable</strong>.</p> </div><p>Two</p>',
  ],
  [
    'arguments, variables and conditions',
    '{{< issue id="7" >}} {{< issue id="8" repo="ui" >}} {{< issue >}}',
    '<p><a href="https://x.example/core/7">#7</a> <a href="https://x.example/ui/8">#8</a> no issue</p>',
  ],
  [
    'a body',
    '{{< kept by="Ada" >}}\nA **b**.\n\n- c\n{{< /kept >}}',
    '<div><b>Ada</b><p>A <strong>b</strong>.</p><ul><li>c</li></ul></div>',
  ],
  ['a body in a line', 'Some {{< mark >}}**b**{{< /mark >}} text', '<p>Some <mark><strong>b</strong></mark> text</p>'],
  [
    'a body in two lines of a paragraph',
    '1. Some {{< mark >}}b\n   c{{< /mark >}} text',
    '<ol><li>Some <mark>bc</mark> text</li></ol>',
  ],
  [
    'a body with a block in a line',
    'Some\n{{< mark >}}b\n- c{{< /mark >}}',
    '<p>Some</p><mark><p>b</p><ul><li>c</li></ul></mark>',
  ],
  [
    'values that the page does not show, and checks of the arguments',
    'The {{<word of="a">}}kind{{</word>}} of {{< word\nof="b" >}}it{{< /word >}} is {{< later "2.0" >}}.',
    '<p>The <code><i data-of="a">kind</i></code> of <code><i data-of="b">it</i></code> is <b title="2.0">soon</b>.</p>',
  ],
  [
    'a shortcode of another folder as the one with its last name',
    '{{< blocks/note >}}Body{{< /blocks/note >}}',
    '<div class="admonition" data-type="note" role="note"><p class="admonition-title">Note</p><p>Body</p></div>',
  ],
  ['emoji', '- {{< yes >}} TLS', '<ul><li>✅ TLS</li></ul>'],
  ['a file', '- x {{< reuse "parts/a.md" >}}', '<ul><li>x Shared <em>text</em> v1.2.</li></ul>'],
])('%s', async (_, body, html) => {
  const docs = await readFiles({ ...PROJECT, 'content/page.md': `---\ntitle: T\n---\n\n${body}\n` })
  const article = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(
    article.replace(/^<h1[^]*?<\/h1>\s*/, '').replaceAll(/ class="whole"| rel="noopener" data-external=""|\n/g, ''),
  ).toBe(html)
  expect(docs.problems.filter(({ code }) => code !== 'unread-format')).toEqual([])
})

test('the body of a program that highlights it is code', async () => {
  const docs = await readFiles({
    ...PROJECT,
    'layouts/shortcodes/shell.html':
      '{{ $code := trim .Inner "\\n" }}{{ $hash := md5 $code }}<td id="{{ $hash }}">{{ highlight $code (.Get "lang") "" }}</td>',
    'content/page.md':
      '---\ntitle: T\n---\n\n{{< shell lang="bash" >}}\ncat <<EOF > a.yaml\n# not a heading\nEOF\n{{< /shell >}}\n',
  })
  const article = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(article).toMatch(/<figure class="code" data-lang="bash"/)
  expect(article.replaceAll(/<[^>]*>/g, '')).toContain('cat &#x3C;&#x3C;EOF > a.yaml\n# not a heading')
})

test('a value that the page shows is not left out', async () => {
  const docs = await readFiles({
    ...PROJECT,
    'layouts/shortcodes/now.html': '<b title="{{ now.Year }}">{{ .Get 0 }}</b>',
    'content/page.md': '---\ntitle: T\n---\n\nIn {{< now "x" >}}.\n',
  })
  expect(docs.problems.map(({ code }) => code)).toContain('unknown-shortcode')
})

test('a template that is a program is not evaluated', async () => {
  const docs = await readFiles({ ...PROJECT, 'content/page.md': '---\ntitle: T\n---\n\n{{< list >}}\n' })
  expect(docs.problems.map(({ code }) => code)).toContain('unknown-shortcode')
})
