/** Docs for the website's tests, written by hand: pages of several kinds with every block of an article. */
import type { Page } from '@docent/ingest'
import type { SiteContent } from '../node/content/site-content.ts'

/** One page of the docs; `group` is its group in the sidebar, absent at the top level. */
export interface PageSource {
  url: string
  title: string
  group?: string
  /** HTML below the title. */
  body: string
  home?: Page['home']
}

const WORDS = 'A reader opens a page because something does not work, and wants the one sentence that says why. '

function section(id: string, title: string, body: string): string {
  return `<div class="heading" data-level="2"><h2 id="${id}">${title}</h2><a class="heading-anchor" href="#${id}" aria-label="Link to section ${title}"></a></div>${body}`
}

const CODE = `<figure class="code" data-lang="ts" data-title="limits.ts" data-numbers><figcaption class="code-title">limits.ts</figcaption><pre tabindex="0"><code class="language-ts"><span class="line" data-line="1"><span class="t-comment">// The longest query, in UTF-16 units.</span></span>
<span class="line highlighted" data-line="2"><span class="t-keyword">export const</span> <span class="t-constant">QUERY_LENGTH</span> <span class="t-punctuation">=</span> <span class="t-constant">512</span></span>
<span class="line diff-remove" data-line="3"><span class="t-function">check</span><span class="t-punctuation">(</span><span class="t-string">'old'</span><span class="t-punctuation">)</span></span>
<span class="line diff-add" data-line="4"><span class="t-function">check</span><span class="t-punctuation">(</span><span class="t-parameter">query</span>, <span class="t-string">'a line that is so long that it has to be scrolled on every telephone there is'</span><span class="t-punctuation">)</span></span>
</code></pre></figure>`

/** A group of two tabs with code; the second one is closed. */
export const TABS = `<div class="tabs code-group" data-sync="packages"><details class="tab" name="tabs-1" open><summary class="tab-label">npm</summary><div class="tab-panel"><figure class="code"><pre tabindex="0"><code><span class="line">npm start</span>
</code></pre></figure></div></details><details class="tab" name="tabs-1"><summary class="tab-label">pnpm</summary><div class="tab-panel"><figure class="code"><pre tabindex="0"><code><span class="line">pnpm start</span>
</code></pre></figure></div></details></div>`

const BLOCKS = ['note', 'tip', 'important', 'warning', 'danger']
  .map(
    (kind) =>
      `<div class="admonition" data-type="${kind}" role="note"><p class="admonition-title">${kind}</p><p>Mind <code>--host</code>, and <a href="/guide/install">install</a>. <span class="badge" data-type="tip">New</span></p></div>`,
  )
  .join('')

const TABLE = `<div class="table" tabindex="0"><table><thead><tr><th>Option</th><th>Default</th><th>Type</th><th>Since</th><th>Meaning</th></tr></thead><tbody><tr><td><code>--port</code></td><td>4321</td><td>number</td><td>1.0</td><td>The port to listen on</td></tr></tbody></table></div>`

const LONG =
  section('first', 'First', `<p>${WORDS.repeat(40)}</p>`) +
  section('second', 'Second', `<p>${WORDS.repeat(40)}</p><p><a href="/guide/configure">configure</a></p>`) +
  section('third', 'Third', `<p>${WORDS.repeat(40)}</p>`)

export const SOURCES: PageSource[] = [
  {
    url: '/',
    title: 'Introduction',
    body: `<p>${WORDS}</p><p><a href="/guide/install">Install it</a>, or follow <a href="/nowhere">a broken link</a>.</p>`,
  },
  { url: '/guide/install', title: 'Install', group: 'Guide', body: LONG },
  {
    url: '/guide/configure',
    title: 'Configure',
    group: 'Guide',
    body: section('blocks', 'Blocks', BLOCKS + CODE + TABS + TABLE) + section('end', 'End', `<p>${WORDS}</p>`),
  },
  {
    url: '/reference/日本語',
    title: '<b>Hostile</b> "title" </script> & 日本語',
    group: 'Reference',
    body: `<p>${WORDS}</p>`,
  },
]

/** Content from sources. */
export function contentOf(sources: PageSource[]): SiteContent {
  const pages = sources.map(pageOf)
  const groups = [...new Set(sources.flatMap(({ group }) => group ?? []))]
  return {
    title: 'Handbook',
    pages,
    navigations: [
      {
        lang: 'en',
        url: '/',
        items: [
          ...sources.filter(({ group }) => group === undefined).map(leaf),
          ...groups.map((title) => ({ title, children: sources.filter(({ group }) => group === title).map(leaf) })),
        ],
      },
    ],
    assets: [],
    async renderArticle(page) {
      const source = sources.find(({ url }) => url === page.url)
      if (!source) throw new TypeError(`No source for ${page.url}.`)
      return `${source.home ? '' : `<h1>${escape(source.title)}</h1>`}${source.body}`
    },
  }
}

function pageOf(source: PageSource): Page {
  const { url, title, group, body, home } = source
  const headings = [...body.matchAll(/<h2 id="([^"]+)">([^<]+)</g)].map(([, id = '', text = '']) => ({
    level: 2,
    text,
    id,
  }))
  return {
    url,
    key: url,
    file: `${url.slice(1) || 'index'}.md`,
    title,
    label: title,
    group: group ?? 'Handbook',
    description: `About ${title}`,
    lang: 'en',
    tags: [],
    draft: false,
    ...(home && { home }),
    headings,
    frontMatter: {},
    hash: `${title} ${body}`,
  }
}

function leaf({ title, url }: PageSource): { title: string; url: string; children: [] } {
  return { title, url, children: [] }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
