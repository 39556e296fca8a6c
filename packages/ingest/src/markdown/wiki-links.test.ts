import { expect, test } from 'vitest'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

const PIXEL = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function read(body: string, more: Record<string, string> = {}): Promise<{ html: string; problems: string[] }> {
  const docs = await readFiles({ 'Home.md': `# Home\n\n${body}\n`, ...more })
  const page = docs.pages.find(({ file }) => file === 'Home.md')! // it was just written
  const html = await renderArticle(docs, page)
  return { html: html.replace(/^<h1[^]*?<\/h1>\s*/, ''), problems: docs.problems.map(({ code }) => code) }
}

test('links of notes lead to a page of any folder, its heading or its block', async () => {
  const { html, problems } = await read(
    '[[Second note]], [[deep/Third|the third]], [[Third#A heading|there]], [[Third#^quote-1]], [[Also known]], [[#Own]]\n\n## Own\n\nText.',
    {
      'b/Second note.md': '# Second',
      'b/deep/Third.md': '---\naliases: [Also known]\n---\n# Third\n\n## A heading\n\nA quote. ^quote-1\n',
    },
  )
  expect(html).toMatchInlineSnapshot(`
    "<p><a href="/b/Second%20note">Second note</a>, <a href="/b/deep/Third">the third</a>, <a href="/b/deep/Third#a-heading">there</a>, <a href="/b/deep/Third#quote-1">Third > quote-1</a>, <a href="/b/deep/Third">Also known</a>, <a href="/Home#own">Own</a></p>
    <div class="heading" data-level="2"><h2 id="own">Own</h2><a class="heading-anchor" href="#own" aria-label="Link to section Own"></a></div>
    <p>Text.</p>"
  `)
  expect(problems).toEqual([])
})

test('the text of a link may be code', async () => {
  const { html, problems } = await read('Use [[Second#A part|`part`]] or [[None|`none`]].', {
    'b/Second.md': '# Second\n\n## A part\n',
  })
  expect(html).toBe('<p>Use <a href="/b/Second#a-part"><code>part</code></a> or <a><code>none</code></a>.</p>')
  expect(problems).toEqual([])
})

test('embedded images have their width, and other embedded files are links', async () => {
  const { html, problems } = await read('![[pic.svg|A picture|30x20]] ![[Second]] [[table.csv]] ![again](pic.svg)', {
    'files/pic.svg': PIXEL,
    'files/table.csv': 'a,b',
    'Second.md': '# Second',
  })
  expect(html).toMatchInlineSnapshot(
    `"<p><img src="/files/pic.svg" alt="A picture" width="30" height="20" loading="lazy" decoding="async"> <a href="/Second">Second</a> <a href="/files/table.csv">table.csv</a> <img src="/files/pic.svg" alt="again" loading="lazy" decoding="async"></p>"`,
  )
  expect(problems).toEqual([])
})

test('an embedded note, or its part, is a quotation with a link; other embedded notes stay links', async () => {
  const { html, problems } = await read(
    '![[Second]]\n\n![[deep/Third#A heading]]\n\n![[Third#^quote-1]]\n\n![[Fourth]] in a sentence\n\n```\n![[Second]]\n```\n',
    {
      'b/Second.md': '---\ntags: [a]\n---\n# Second\n\nOf the second.\n',
      'b/deep/Third.md':
        '# Third\n\n## A heading\n\nBelow it.\n\n### Deeper\n\n![[Fourth]]\n\n## Next\n\nA quote. ^quote-1\n',
      'Fourth.md': 'Of the fourth.\n\n![[Third]]\n\n![[Fourth]]\n',
    },
  )
  expect(html).toMatchInlineSnapshot(`
    "<blockquote>
    <p><strong><a href="/b/Second">Second</a></strong></p>
    <p>Of the second.</p>
    </blockquote>
    <blockquote>
    <p><strong><a href="/b/deep/Third#a-heading">Third > A heading</a></strong></p>
    <p>Below it.</p>
    <div class="heading" data-level="3"><h3 id="deeper">Deeper</h3><a class="heading-anchor" href="#deeper" aria-label="Link to section Deeper"></a></div>
    <blockquote>
    <p><strong><a href="/Fourth">Fourth</a></strong></p>
    <p>Of the fourth.</p>
    <p><a href="/b/deep/Third">Third</a></p>
    <p><a href="/Fourth">Fourth</a></p>
    </blockquote>
    </blockquote>
    <blockquote>
    <p><strong><a href="/b/deep/Third#quote-1">Third</a></strong></p>
    <p>A quote.</p>
    </blockquote>
    <p><a href="/Fourth">Fourth</a> in a sentence</p>
    <figure class="code" data-lang="text"><pre tabindex="0"><code class="language-text"><span class="line" data-line="1">![[Second]]</span>
    </code></pre></figure>"
  `)
  expect(problems).toEqual([])
})

test('in a table the bar is escaped; code and brackets without a target stay as they are', async () => {
  const { html, problems } = await read(
    '| a |\n|---|\n| [[Second\\|two]] |\n\n`[[Second]]` and [[nodiscard]] and m[[0, 1]]. ![[none.png]] [[Second#None]]\n\nBigger than x ^2',
    { 'Second.md': '# Second' },
  )
  expect(html).toMatchInlineSnapshot(`
    "<div class="table" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td><a href="/Second">two</a></td></tr></tbody></table></div>
    <p><code>[[Second]]</code> and <span>[[nodiscard]]</span> and m<span>[[0, 1]]</span>. <img src="/none.png" alt="" loading="lazy" decoding="async"> <a href="/Second#None">Second > None</a></p>
    <p>Bigger than x ^2</p>"
  `)
  expect(problems.sort()).toEqual(['broken-anchor', 'missing-image'])
})

test('in a vault, links without a target are their text, and problems', async () => {
  const vault = { '.obsidian/app.json': '{}', 'Second.md': '# Second' }
  const { html, problems } = await read('[[Later]], [[Later#Part|the part]], [[Other|`code`]], [[Second]].', vault)
  expect(html).toBe(
    '<p><span>Later</span>, <span>the part</span>, <a><code>code</code></a>, <a href="/Second">Second</a>.</p>',
  )
  expect(problems).toEqual(['broken-link', 'broken-link', 'broken-link'])
})

test('comments of notes are no text', async () => {
  const { html } = await read(
    'One %%hidden%% two.\n\n%%\nAll of\n\nthis\n%%\n\n> %% single %%\n> shown\n\n%% open\nend %% after\n\n%%first%% last\n',
  )
  expect(html).toBe('<p>One  two.</p>\n<blockquote>\n<p>shown</p>\n</blockquote>\n<p>after</p>\n<p>last</p>')
})
test.each([
  'It is 100%% sure and 50%% less.',
  'Write %%d and %%s for signs.',
  '`%%a%%` is code.',
  '%% without an end',
  'A %%%% sign',
])('signs of per cent stay: %s', async (source) => {
  expect((await read(source)).html.replaceAll(/<[^>]*>/g, '')).toBe(source.replaceAll('`', ''))
})
