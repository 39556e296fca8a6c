/**
 * Small pages with the markup of generators that tests cannot build, and of API tools. Real sites of the verified layouts
 * are read by the crawl proof.
 */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

/** A line for each record: level 0, then the trail, the anchor, the content, the code. */
function read(html: string, url = 'https://docs.example.com/guide/install'): { layout: string; lines: string[] } {
  const { layout, records } = learnSite([], { siteName: 'Site' }).read({ url, html })
  const lines = records.map(({ hierarchy, anchor, content, code }) => {
    const trail = Object.values(hierarchy).filter((text) => text !== null)
    return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}${code === undefined ? '' : ` [${code}]`}`
  })
  return { layout, lines }
}

const generator = (name: string): string => `<meta name="generator" content="${name}">`

test('GitBook', () => {
  const { layout, lines } = read(`${generator('GitBook (4e2b7a1)')}<div id="table-of-contents"><div><ul>
    <li><div>Start</div><ul><li><a href="/guide/install">Install</a></li></ul></li></ul></div></div>
    <main><header><nav><ol><li>Start</li></ol></nav><h1>Install</h1><p>In short.</p></header>
    <div class="page-document-item"><p>First.</p><h2 id="linux"><div><a href="#linux"><svg></svg></a></div><div>Linux</div></h2>
    <div><button>Copy</button><pre><code><span class="highlight-line"><span>make</span>\n</span></code></pre></div></div>
    <div data-testid="page-feedback">Was this helpful?</div></main>`)
  expect(layout).toBe('gitbook')
  expect(lines).toEqual(['Start > Install # In short. | First.', 'Start > Install > Linux #linux - [make]'])
})

test('Mintlify', () => {
  const { layout, lines } =
    read(`${generator('Mintlify')}<div id="content-area"><header><div class="eyebrow">Start</div>
    <h1 id="page-title">Install</h1><p>In short.</p></header><div id="content" class="mdx-content"><p>First.</p>
    <h2 id="linux"><div><a href="#linux" aria-label="Navigate to header">\u200B</a></div><span>Linux</span></h2>
    <div class="code-block"><div data-component-part="code-block-header">bash<button>Copy</button></div><pre><code>make</code></pre></div>
    <div class="accordion"><button aria-expanded="false"><p>More</p></button><div role="region"><p>Hidden text.</p></div></div></div>
    <div class="feedback-toolbar">Was this page helpful?</div><div id="pagination">Next</div></div>`)
  expect(layout).toBe('mintlify')
  expect(lines).toEqual([
    'Start > Install # In short. | First.',
    'Start > Install > Linux #linux More | Hidden text. [make]',
  ])
})

test('Nextra', () => {
  const { layout, lines } =
    read(`<nav class="nextra-navbar">Site</nav><aside class="nextra-sidebar"><div class="nextra-scrollbar nextra-mask"><div><ul>
    <li><a href="/guide">Introduction</a></li><li>Learning</li><li class="open"><a href="/guide/all">Guide</a><div><ul><li class="active">
    <a href="/guide/install">Set up</a></li></ul></div></li></ul></div></div></aside>
    <article><div class="nextra-breadcrumb"><a href="/guide/all">Guide</a><span>Set up</span></div><div class="nextra-border"><button>Copy page</button></div>
    <div id="nextra-skip-nav"></div><main data-pagefind-body="true"><h1>Install</h1><p>First.</p>
    <h2 id="linux" class="nextra-border">Linux<a href="#linux" class="subheading-anchor" aria-label="Permalink for this section"></a></h2>
    <div data-pagefind-ignore="all" class="nextra-code"><div><span>Terminal</span></div><pre tabindex="0"><div><button title="Toggle word wrap"></button></div><code class="nextra-code" dir="ltr"><span><span>make</span></span></code></pre></div></main></article>`)
  expect(layout).toBe('nextra')
  expect(lines).toEqual(['Guide > Install # First.', 'Guide > Install > Linux #linux - [make]', 'Guide > Set up # -'])
})

test('Fumadocs', () => {
  const { layout, lines } =
    read(`<div id="nd-docs-layout"><aside id="nd-sidebar"><div data-state="open"><button>Guide</button>
    <div><a href="/guide/install">Install</a></div></div></aside><article id="nd-page"><div><a href="/guide">Guide</a></div><h1>Install</h1><p>In short.</p><div class="prose">
    <p>First.</p><h2 id="linux"><a data-card="" href="#linux">Linux</a><svg></svg></h2>
    <div role="tablist"><button role="tab">npm</button><button role="tab">pnpm</button></div>
    <div role="tabpanel"><figure class="shiki"><figcaption>sh</figcaption><pre><code><span class="line">npm i</span></code></pre></figure></div>
    <div role="tabpanel" hidden><pre><code>pnpm i</code></pre></div></div><div><a href="/guide/next"><p>Next</p></a></div></article></div>`)
  expect(layout).toBe('fumadocs')
  expect(lines).toEqual([
    'Guide > Install # In short. | First.',
    'Guide > Install > Linux #linux npm | pnpm [npm i\npnpm i]',
  ])
})

test('the buttons of a home page are no text', () => {
  const actions = '<a href="/guide">Get started</a><a href="/why">Why</a>'
  const vitepress = `<main><div class="VPHome"><div class="VPHero"><h1>Site</h1><p>In short.</p><div class="actions">${actions}</div></div></div></main>`
  expect(read(`${generator('VitePress v1')}${vitepress}`).lines).toEqual(['Site > Site # In short.'])
  const vuepress = `<main class="vp-home"><header class="vp-hero"><h1>Site</h1><p>In short.</p><p class="vp-hero-actions">${actions}</p></header></main>`
  expect(read(`${generator('VuePress 2')}${vuepress}`).lines).toEqual(['Site > Site # In short.'])
})

test('Rspress', () => {
  const { layout, lines } =
    read(`${generator('Rspress v2.0.0')}<div class="rspress-doc"><h1 id="install">Install<a class="rp-header-anchor header-anchor" href="#install">#</a></h1>
    <p>First.</p><h2 id="linux">Linux<a class="header-anchor" href="#linux">#</a></h2><p>Text.</p></div>`)
  expect(layout).toBe('rspress')
  expect(lines).toEqual(['Site > Install # First.', 'Site > Install > Linux #linux Text.'])
})

test('mdBook', () => {
  const { layout, lines } =
    read(`<title>Install - Book</title><nav id="sidebar" class="sidebar"></nav><div id="menu-bar"><h1 class="menu-title">Book</h1></div>
    <div id="content"><main><h1 id="install"><a class="header" href="#install">Install</a></h1><p>First.</p>
    <h2 id="linux"><a class="header" href="#linux">Linux</a></h2>
    <pre><div class="buttons"><button>Copy</button></div><code><span class="boring">fn main() {\n</span>run();</code></pre></main>
    <nav class="nav-wrapper">Next chapter</nav></div>`)
  expect(layout).toBe('mdbook')
  expect(lines).toEqual(['Site > Install # First.', 'Site > Install > Linux #linux - [run();]'])
})

test('a sidebar as in mdBook on a page of another generator is no sign of it', () => {
  const { layout } = read(
    '<nav id="sidebar" class="sidebar"><a href="/">Home</a></nav><main><h1>Install</h1><p>First.</p></main>',
  )
  expect(layout).toBe('structure')
})

test('mdBook without a heading of level 1', () => {
  const { lines } =
    read(`<title>Install - Book</title><nav id="sidebar" class="sidebar"></nav><div id="menu-bar"><h1 class="menu-title">Book</h1></div>
    <div id="content"><main><p><a id="setup"></a></p><h2 id="install"><a class="header" href="#install">Install</a></h2><p>First.</p>
    <h3 id="linux"><a class="header" href="#linux">Linux <span class="badge">new</span></a></h3><p>Text.</p></main></div>`)
  expect(lines).toEqual(['Site > Install # First.', 'Site > Install > Linux #linux Text.'])
})

test('Docsy', () => {
  const { layout, lines } =
    read(`${generator('Hugo 0.150.0')}<main class="td-main"><div class="td-content"><h1>Install</h1><p>First.</p>
    <h2 id="linux">Linux<a class="td-heading-self-link" href="#linux" aria-label="Heading self-link"></a></h2><p>Text.</p>
    <h5 class="feedback--title">Feedback</h5><p class="feedback--question">Was this page helpful?</p><div class="td-page-meta">Last modified</div></div></main>`)
  expect(layout).toBe('hugo-docsy')
  expect(lines).toEqual(['Site > Install # First.', 'Site > Install > Linux #linux Text.'])
})

test('Antora', () => {
  const { layout, lines } =
    read(`${generator('Antora 3.1.15')}<div class="nav-container"><aside class="nav"><div class="panels">
    <div class="nav-panel-menu is-active"><nav class="nav-menu"><h3 class="title"><a href="../index.html">Product</a></h3>
    <ul class="nav-list"><li class="nav-item" data-depth="0"><ul class="nav-list">
    <li class="nav-item" data-depth="1"><a class="nav-link" href="news.html">News</a></li>
    <li class="nav-item" data-depth="1"><button class="nav-item-toggle"></button><a class="nav-link" href="index.html">Guide</a>
    <ul class="nav-list"><li class="nav-item is-current-page" data-depth="2"><a class="nav-link" href="install.html">Install</a></li></ul></li></ul></li></ul></nav></div>
    <div class="nav-panel-explore"><div class="context"><span class="title">Product</span><span class="version">2.0</span></div></div></div></aside></div>
    <main class="article"><div class="toolbar" role="navigation"><nav class="breadcrumbs"><ul><li><a href="index.html">Guide</a></li></ul></nav></div>
    <div class="content"><aside class="toc sidebar" data-title="Contents"></aside>
    <article class="doc"><h1 class="page">Install</h1><div id="preamble"><div class="sectionbody"><div class="paragraph"><p>First.</p></div></div></div>
    <div class="sect1"><h2 id="_linux"><a class="anchor" href="#_linux"></a>Linux</h2><div class="sectionbody">
    <div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content">Read this.</td></tr></table></div>
    <div class="listingblock"><div class="content"><pre class="highlightjs highlight"><code class="language-sh hljs" data-lang="sh">make <i class="conum" data-value="1"></i><b>(1)</b></code></pre></div></div>
    <div class="colist arabic"><table><tr><td><i class="conum" data-value="1"></i><b>1</b></td><td>Builds it.</td></tr></table></div></div></div>
    <nav class="pagination"><span class="next"><a href="use.html">Use</a></span></nav></article></div></main>`)
  expect(layout).toBe('antora')
  expect(lines).toEqual([
    'Guide > Install # First.',
    'Guide > Install > Linux #_linux Note | Read this. | Builds it. [make]',
  ])
})

test('Antora: the title of a navigation list is the group, also of its index page', () => {
  const { lines } = read(
    `${generator('Antora 3.1.15')}<nav class="nav-menu"><ul class="nav-list"><li class="nav-item" data-depth="0"><span class="nav-text">Guide</span>
    <ul class="nav-list"><li class="nav-item" data-depth="1"><a class="nav-link" href="index.html">Install</a><ul class="nav-list"></ul></li></ul></li></ul></nav>
    <article class="doc"><h1 class="page">Install</h1><p>First.</p></article>`,
    'https://docs.example.com/guide/index.html',
  )
  expect(lines).toEqual(['Guide > Install # First.'])
})

test('Javadoc: a record for each member with a detail', () => {
  const { layout, lines } =
    read(`${generator('javadoc/ClassWriter')}<main role="main"><div class="header"><h1 title="Class Gear" class="title">Class Gear</h1></div>
    <section class="class-description" id="class-description"><div class="block">A gear.</div></section>
    <section class="summary"><h2>Method Summary</h2><div>turn</div></section>
    <section class="details"><section class="method-details" id="method-detail"><h2>Method Details</h2>
    <section class="detail" id="turn(int)"><h3>turn</h3><div class="member-signature">public void turn(int n)</div><div class="block">Turns it.</div></section></section></section></main>`)
  expect(layout).toBe('javadoc')
  expect(lines).toEqual([
    'Site > Class Gear # A gear.',
    'Site > Class Gear > Method Details #method-detail -',
    'Site > Class Gear > Method Details > turn #turn(int) Turns it. [public void turn(int n)]',
  ])
})

test('TypeDoc: a record for each member, without the index', () => {
  const { layout, lines } =
    read(`${generator('typedoc')}<div class="col-content"><div class="tsd-page-title"><ul class="tsd-breadcrumb"><li>gears</li></ul><h1>Class Gear</h1></div>
    <section class="tsd-panel tsd-comment"><p>A gear.</p></section><section class="tsd-panel-group tsd-index-group"><section class="tsd-panel tsd-index-panel"><h3>Methods</h3><a href="#turn">turn</a></section></section>
    <section class="tsd-panel-group"><h2>Methods</h2><section class="tsd-panel tsd-member"><a id="turn" class="tsd-anchor"></a>
    <h3 class="tsd-anchor-link"><span>turn</span><a href="#turn" class="tsd-anchor-icon"><svg></svg></a></h3><p>Turns it.</p><aside class="tsd-sources">Defined in gear.ts</aside></section></section></div>`)
  expect(layout).toBe('typedoc')
  expect(lines).toEqual(['Site > Class Gear # A gear. | Methods', 'Site > Class Gear > turn #turn Turns it.'])
})

test('rustdoc: a record for each method', () => {
  const { layout, lines } =
    read(`${generator('rustdoc')}<main><section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">Gear</span>
    <button id="copy-path">Copy item path</button></h1><span class="sub-heading"><a class="src" href="../src/gear.rs.html">Source</a></span></div>
    <details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>A gear.</p></div></details>
    <h2 id="implementations" class="section-header">Implementations<a href="#implementations" class="anchor">§</a></h2>
    <details class="toggle method-toggle"><summary><section id="method.turn" class="method"><a class="src rightside" href="x">Source</a><h4 class="code-header">pub fn turn(&amp;self)</h4></section></summary>
    <div class="docblock"><p>Turns it.</p></div></details></section></main>`)
  expect(layout).toBe('rustdoc')
  expect(lines).toEqual([
    'Site > Struct Gear # A gear.',
    'Site > Struct Gear > Implementations #implementations -',
    'Site > Struct Gear > Implementations > pub fn turn(&self) #method.turn Turns it.',
  ])
})

test('rustdoc of 2022: the module is the group, notable traits and links to the trait are no text', () => {
  const { lines } = read(`${generator('rustdoc')}<title>Gear in gears::drive - Rust</title><nav class="sidebar">
    <h2 class="location"><a href="#">Gear</a></h2><h2 class="location"><a href="index.html">In gears::drive</a></h2></nav><main><section id="main-content" class="content">
    <h1 class="fqn">Struct gears::drive::Gear</h1><div class="docblock"><p>Turns.</p></div>
    <section id="method.iter" class="method"><h4 class="code-header">fn iter(&amp;self) -&gt; Iter<span class="notable-traits"><span class="notable-traits-tooltip">ⓘ<span>Notable traits for Iter</span></span></span></h4></section>
    <div class="docblock"><p>Goes around. <a href="../iter/trait.Turn.html#tymethod.iter">Read more</a></p></div></section></main>`)
  expect(lines).toEqual([
    'In gears::drive > Struct gears::drive::Gear # Turns.',
    'In gears::drive > Struct gears::drive::Gear > fn iter(&self) -> Iter #method.iter Goes around.',
  ])
})

test('pkg.go.dev: a record for each function', () => {
  const { layout, lines } =
    read(`<h1 class="UnitHeader-titleHeading">gear</h1><div class="UnitDoc"><h2 id="section-documentation">Documentation</h2><div class="Documentation-content">
    <section class="Documentation-index"><h3 id="pkg-index">Index</h3></section><h3 id="pkg-functions" class="Documentation-functionsHeader">Functions <a href="#pkg-functions">¶</a></h3>
    <div class="Documentation-function"><h4 id="Turn" data-kind="function"><span>func <a class="Documentation-source" href="x">Turn</a> <a class="Documentation-idLink" href="#Turn">¶</a></span>
    <span class="Documentation-sinceVersion">added in v1.2</span></h4><div class="Documentation-declaration"><pre>func Turn(n int)</pre></div><p>Turn turns it.</p></div></div></div>`)
  expect(layout).toBe('pkg-go-dev')
  expect(lines.at(-1)).toBe(
    'Site > gear > Documentation > Functions > func Turn #Turn Turn turns it. [func Turn(n int)]',
  )
})

test('Sphinx: a record for each documented member, text after it belongs to the section around it', () => {
  const { layout, lines } =
    read(`<script src="_static/documentation_options.js"></script><div class="body" role="main"><section id="api"><h1>API<a class="headerlink" href="#api">¶</a></h1>
    <p>Before.</p><dl class="py class"><dt class="sig sig-object py" id="gear.Gear"><em>class </em><span>Gear</span><a class="viewcode-link" href="x">[source]</a><a class="headerlink" href="#gear.Gear">¶</a></dt>
    <dd><p>A gear.</p><dl class="py method"><dt class="sig sig-object py" id="gear.Gear.turn"><span>turn</span>(<em>n</em>)</dt><dd><p>Turns it.</p></dd></dl><p>More of the class.</p></dd></dl>
    <p>After.</p></section></div>`)
  expect(layout).toBe('sphinx')
  expect(lines).toEqual([
    'Site > API # Before. | After.',
    'Site > API > class Gear #gear.Gear A gear. | More of the class.',
    'Site > API > class Gear > turn(n) #gear.Gear.turn Turns it.',
  ])
})

test('pages of an index or a search have no records', () => {
  const sphinx = '<html><script src="_static/documentation_options.js"></script>'
  expect(
    read(`${sphinx}<div class="body" role="main"><h1>Index</h1><table class="indextable"></table></div>`).lines,
  ).toEqual([])
  expect(
    read(`${generator('javadoc/IndexWriter')}<body class="index-page"><main><h1>Index</h1></main></body>`).lines,
  ).toEqual([])
})

test.each([
  [
    'sources',
    `${generator('javadoc/SourceToHTMLConverter')}<body class="source-page"><main><div class="source-container"><pre><span class="source-line-no">1</span>class Gear {}</pre></div></main>`,
  ],
  [
    'sources of Javadoc 11',
    '<title>Source code</title><main role="main"><div class="sourceContainer"><pre><span class="sourceLineNo">001</span><a id="line.1">class Gear {}</a></pre></div></main>',
  ],
  [
    'uses',
    `${generator('javadoc/ClassUseWriter')}<body class="class-use-page"><main><h1>Uses of Class Gear</h1><p>Axle turns one.</p></main>`,
  ],
  [
    'uses of Javadoc 11',
    '<!-- Generated by javadoc (11.0.2) --><main role="main"><div class="header"><h2 class="title">Uses of Class Gear</h2></div><div class="classUseContainer">Axle turns one.</div></main>',
  ],
  [
    'trees of Javadoc 11',
    '<!-- Generated by javadoc (11.0.2) --><main role="main"><div class="contentContainer"><section><h2 title="Class Hierarchy">Class Hierarchy</h2><ul><li>Gear</li></ul></section></div></main>',
  ],
])('Javadoc: %s have no records', (_, html) => {
  expect(read(html).lines).toEqual([])
})

test('the group is the outermost one of the sidebar, and pages outside groups have the name of the site', () => {
  const sidebar = `${generator('VitePress v1.6')}<div class="VPSidebarItem level-0"><div class="item"><h2 class="text">Guide</h2></div>
    <div class="items"><div class="VPSidebarItem level-1"><a href="/guide/install.html">Install</a></div></div></div>
    <div class="vp-doc"><h1>Page</h1><p>Text.</p></div>`
  expect(read(sidebar).lines).toEqual(['Guide > Page # Text.'])
  expect(read(sidebar, 'https://docs.example.com/other').lines).toEqual(['Site > Page # Text.'])
})

test('a page whose name in the sidebar is another one than its title has a record with that name', () => {
  const sidebar = (entry: string): string => `${generator('VitePress v1.6')}<a href="/guide/install">First page</a>
    <aside class="VPSidebar"><div class="VPSidebarItem level-0"><div class="item" role="button"><h2 class="text">Guide</h2></div>${entry}</div></aside>
    <div class="vp-doc"><h1>Installation of the program</h1><p>Text.</p></div>`
  expect(read(sidebar('<a href="/guide/install.html"><p class="text">Install</p></a>')).lines).toEqual([
    'Guide > Installation of the program # Text.',
    'Guide > Install # -',
  ])
  expect(
    read(sidebar('<a href="/guide/install"><p>Installation of the program <b class="VPBadge">new</b></p></a>')).lines,
  ).toEqual(['Guide > Installation of the program # Text.'])
})

test('a group that leads to its first page does not name that page', () => {
  const { lines } =
    read(`${generator('Docusaurus v3.10.2')}<ul class="theme-doc-sidebar-menu"><li class="theme-doc-sidebar-item-category">
    <a class="menu__link" role="button" href="/guide/install">Guide</a><ul><li><a class="menu__link" href="/guide/install">Install</a></li></ul></li></ul>
    <article><div class="theme-doc-markdown"><h1>Installation</h1><p>Text.</p></div></article>`)
  expect(lines).toEqual(['Guide > Installation # Text.', 'Guide > Install # -'])
})

test('Sphinx: the chapters of a manual on one page are within its table of contents', () => {
  const { lines } =
    read(`<html><script src="_static/documentation_options.js"></script><div class="body" role="main"><section id="gears"><h1>Gears</h1>
    <div class="toctree-wrapper compound"><p class="caption"><span>Parts</span></p><span id="document-wheels"></span><section id="wheels"><h1>Wheels</h1><p>They turn.</p></section></div>
    <div class="toctree-wrapper compound"><ul><li><a href="#wheels">Wheels</a></li></ul></div></section></div></html>`)
  expect(lines).toEqual(['Site > Gears # Parts', 'Site > Gears > Wheels #wheels They turn.'])
})

test('Sphinx: a heading that links back to the contents of the page keeps its name', () => {
  const { lines } =
    read(`<script src="_static/documentation_options.js"></script><div class="body" role="main"><section id="top"><h1>
    <a class="toc-backref" href="#id2" role="doc-backlink">Install</a><a class="headerlink" href="#top">¶</a></h1><p>Text.</p></section></div>`)
  expect(lines).toEqual(['Site > Install # Text.'])
})

test('ExDoc: functions of a module', () => {
  const { layout, lines } =
    read(`${generator('ExDoc v0.38.2')}<nav class="sidebar"><a href="api.html">API</a></nav><main><div class="content-inner">
    <h1><a href="/source" class="icon-action">View Source</a><span>Store</span> <small class="app-vsn">(app v1.0)</small></h1><p>First.</p>
    <section id="summary"><h1 class="section-heading"><a class="hover-link" href="#summary"></a>Summary</h1><a href="#get/2">get(key, default)</a></section>
    <section id="functions"><h1 class="section-heading"><a class="hover-link" href="#functions"><span class="sr-only">Link</span></a><span>Functions</span></h1>
    <section class="detail" id="get/2"><div class="detail-header"><a href="#get/2" class="detail-link"><span class="sr-only">Link to this function</span></a>
    <h1 class="signature">get(key, default)</h1></div><section class="docstring"><p>Reads a value.</p></section></section></section>
    <footer>Built using ExDoc</footer></div></main>`)
  expect(layout).toBe('exdoc')
  expect(lines).toEqual([
    'Site > Store # First.',
    'Site > Store > Functions #functions -',
    'Site > Store > Functions > get(key, default) #get/2 Reads a value.',
  ])
})

test('a layout that the page names comes before one with elements like those of the page', () => {
  const { layout, lines } = read(`${generator('ExDoc v0.40.1')}<title>LICENSE — gears v1.2</title>
    <nav id="sidebar" class="sidebar"><a href="readme.html" class="sidebar-projectName">gears</a></nav>
    <main class="content page-extra" id="main"><div id="content" class="content-inner"><div class="top-search"><form><input></form>
    <div class="engine-selector"><button><span class="engine-name">Default</span></button><div hidden role="menu">In-browser search</div></div></div>
    <div id="top-content"><div class="heading-with-actions top-heading"><h1>LICENSE <small class="app-vsn" translate="no">(gears v1.2)</small></h1>
    <a href="license.md" class="copy-markdown icon-action"><span class="sr-only">Copy Markdown</span></a></div><pre>Permission is granted.</pre></div>
    <div class="bottom-actions"><a href="readme.html"><span class="subheader">Previous Page</span></a></div></div></main>`)
  expect(layout).toBe('exdoc')
  expect(lines).toEqual(['Site > LICENSE # - [Permission is granted.]'])
})

test('GitBook 3 and HonkIt', () => {
  const { layout, lines } =
    read(`${generator('GitBook 3.2.2')}<div class="book"><div class="book-summary"><nav><ul class="summary">
    <li class="chapter"><a href="../start/">Start</a><ul class="articles"><li class="chapter active"><a href="install">Install</a></li></ul></li></ul></nav></div>
    <div class="book-body"><div class="book-header"><h1><a href="..">Install</a></h1></div><div class="page-inner"><section class="normal markdown-section">
    <h1 id="install">Install</h1><p>First.</p><h2 id="linux">Linux</h2><pre><code>make</code></pre></section></div></div></div>`)
  expect(layout).toBe('gitbook-3')
  expect(lines).toEqual(['Start > Install # First.', 'Start > Install > Linux #linux - [make]'])
})

test('Javadoc 8: anchors before the lists of members; frames and indexes have no records', () => {
  const nav = '<div class="topNav"><a name="navbar.top"></a><ul class="navList"><li>Overview</li></ul></div>'
  const { layout, lines } =
    read(`<title>Gear (Gears 1.0 API)</title>${nav}<div class="header"><div class="subTitle">org.gears</div><h2 class="title">Class Gear</h2></div>
    <div class="contentContainer"><ul class="inheritance"><li>java.lang.Object</li></ul><div class="description"><ul class="blockList"><li class="blockList"><pre>public class Gear</pre>
    <div class="block">Turns.</div></li></ul></div><div class="summary"><h3>Method Summary</h3></div><div class="details"><ul class="blockList"><li class="blockList">
    <ul class="blockList"><li class="blockList"><a name="method.detail"><!-- --></a><h3>Method Detail</h3>
    <a name="turn--"><!-- --></a><ul class="blockList"><li class="blockList"><h4>turn</h4><pre>void turn()</pre><div class="block">Turns once.</div></li></ul>
    <a name="stop--"><!-- --></a><ul class="blockListLast"><li class="blockList"><h4>stop</h4><pre>void stop()</pre></li></ul></li></ul></li></ul></div></div>`)
  expect(layout).toBe('javadoc-8')
  expect(lines).toEqual([
    'Site > Class Gear # Turns. [public class Gear]',
    'Site > Class Gear > Method Detail #method.detail -',
    'Site > Class Gear > Method Detail > turn #turn-- Turns once. [void turn()]',
    'Site > Class Gear > Method Detail > stop #stop-- - [void stop()]',
  ])
  const pages = [
    `${nav}<div class="header"><h1 class="title">Hierarchy For All Packages</h1></div><div class="contentContainer"><ul><li>Gear</li></ul></div>`,
    '<h1 class="bar">All Classes</h1><div class="indexContainer"><ul><li><a href="Gear.html">Gear</a></li></ul></div>',
  ]
  expect(pages.map((html) => read(html))).toEqual(pages.map(() => ({ layout: 'javadoc-8-index', lines: [] })))
})

test('phpDocumentor: titles without the base class, and no table of contents', () => {
  const { layout, lines } =
    read(`<title>Documentation</title><header><h1 class="phpdocumentor-title"><a href="">Gears</a></h1></header>
    <main><div class="phpdocumentor-column phpdocumentor-content"><ul class="phpdocumentor-breadcrumbs"><li><a href="x.html">Gears</a></li></ul>
    <article class="phpdocumentor-element -class"><h2 class="phpdocumentor-content__title">Gear <span class="phpdocumentor-element__extends">extends <a href="y.html">Part</a></span>
    <div class="phpdocumentor-element__package">in package</div></h2><aside class="phpdocumentor-element-found-in">Gear.php : 21</aside><p class="phpdocumentor-summary">Turns.</p>
    <h3 id="toc">Table of Contents <a href="#toc" class="headerlink">x</a></h3><dl class="phpdocumentor-table-of-contents"><dt><a href="#method_turn">turn()</a></dt></dl>
    <section class="phpdocumentor-methods"><h3 id="methods">Methods</h3><article class="phpdocumentor-element -method"><h4 class="phpdocumentor-element__name" id="method_turn">turn()
    <a href="#method_turn" class="headerlink">x</a></h4><p class="phpdocumentor-summary">Turns once.</p><code class="phpdocumentor-code phpdocumentor-signature">public turn() : void</code></article></section>
    </article></div></main>`)
  expect(layout).toBe('phpdocumentor')
  expect(lines).toEqual([
    'Site > Gear # Turns.',
    'Site > Gear > Methods #methods -',
    'Site > Gear > Methods > turn() #method_turn Turns once. [public turn() : void]',
  ])
})

test('Crystal: methods without headings', () => {
  const { layout, lines } =
    read(`${generator('Crystal Docs 1.2.0')}<div class="main-content"><h1 class="type-name"><span class="kind">class</span> Gear</h1>
    <ul class="superclass-hierarchy"><li>Gear</li></ul><h2><a id="overview" class="anchor" href="#overview"></a>Overview</h2><p>Turns.</p>
    <h2><a id="instance-method-summary" class="anchor"></a>Instance Method Summary</h2><ul class="list-summary"><li class="entry-summary"><a href="#turn-instance-method">#turn</a></li></ul>
    <h2><a id="instance-method-detail" class="anchor"></a>Instance Method Detail</h2><div class="entry-detail" id="turn-instance-method"><div class="signature">def <strong>turn</strong>
    <a class="method-permalink" href="#turn-instance-method">#</a></div><div class="doc"><p>Turns once.</p></div><br/><div>[<a href="x">View source</a>]</div></div>
    <div class="methods-inherited"><h3>Instance methods inherited from class <code>Reference</code></h3><a href="Reference.html#dup"><span>dup</span> dup</a></div></div>`)
  expect(layout).toBe('crystal')
  expect(lines).toEqual([
    'Site > class Gear # -',
    'Site > class Gear > Overview #overview Turns.',
    'Site > class Gear > Instance Method Detail #instance-method-detail -',
    'Site > class Gear > Instance Method Detail > def turn #turn-instance-method Turns once.',
  ])
})

test('dartdoc: members have pages of their own', () => {
  const page = (
    content: string,
  ): string => `<header><ol class="breadcrumbs"><li><a href="index.html">gears</a></li><li><a href="lib.html">axles</a></li>
    <li class="self-crumb">Gear class</li></ol></header><main><div id="dartdoc-main-content" class="main-content">${content}</div></main>`
  const { layout, lines } = read(
    page(`<div><h1><span class="kind-class">Gear</span> class</h1></div><section class="desc markdown"><p>Turns.</p><h2 id="use">Use</h2><p>Slowly.</p></section>
    <section class="summary offset-anchor" id="instance-methods"><h2>Methods</h2><dl><dt id="turn">turn()</dt><dd class="inherited">Turns once.</dd></dl></section>`),
  )
  expect(layout).toBe('dartdoc')
  expect(lines).toEqual(['axles > Gear class # Turns.', 'axles > Gear class > Use #use Slowly.'])
  const method =
    page(`<h1>turn method</h1><section class="multi-line-signature">void <span class="name">turn</span>()</section><p>Turns once.</p>
    <section class="summary source-code" id="source"><h2>Implementation</h2><pre>void turn() {}</pre></section>`)
  expect(read(method).lines).toEqual(['axles > turn method # Turns once. [void turn()]'])
  const member = method.replace('<li class="self-crumb">', '<li><a href="Gear-class.html">Gear</a></li>$&')
  expect(read(member).lines).toEqual(['Gear > turn method # Turns once. [void turn()]'])
})

test('Docusaurus: lists of posts by tag and author have no records', () => {
  const page = (name: string): string[] =>
    read(
      `<html class="blog-wrapper ${name} plugin-blog">${generator('Docusaurus v3.1')}<main><h1>2 posts tagged with Gears</h1><article class="markdown">Turns.</article></main></html>`,
    ).lines
  expect(['blog-tags-post-list-page', 'blog-authors-posts-page', 'docs-tag-doc-list-page'].flatMap(page)).toEqual([])
  expect(page('blog-post-page')).toEqual(['Site > 2 posts tagged with Gears # Turns.'])
})

test('of several headings of level 1 none is the title when the head has another', () => {
  const html = `${generator('VuePress 1.8.2')}<title>Gears in use</title><div class="theme-container"><div class="theme-default-content content__default">
    <h1 id="before">Before</h1><p>First.</p><h1 id="use">Use</h1><p>Last.</p></div></div>`
  expect(read(html).lines).toEqual([
    'Site > Gears in use # -',
    'Site > Gears in use > Before #before First.',
    'Site > Gears in use > Use #use Last.',
  ])
})

test('GTK-Doc: functions with their parameters', () => {
  const { layout, lines } =
    read(`${generator('DocBook XSL Stylesheets V1.79.1')}${generator('GTK-Doc V1.32 (XML mode)')}<table class="navigation"><tr><td>Top</td></tr></table><div class="refentry"><a name="gear"></a>
    <div class="refnamediv"><table><tr><td><h2><span class="refentrytitle"><a name="gear.top_of_page"></a>Gear</span></h2><p>Gear — turns</p></td></tr></table></div>
    <div class="refsect1"><a name="gear.functions"></a><h2>Functions</h2><table><tr><td><a href="#gear-turn">gear_turn</a></td></tr></table></div>
    <div class="refsect1"><a name="gear.functions_details"></a><h2>Functions</h2><div class="refsect2"><a name="gear-turn"></a><h3>gear_turn ()</h3><pre>void gear_turn (Gear *gear);</pre><p>Turns once.</p>
    <div class="refsect3"><a name="gear-turn.parameters"></a><h4>Parameters</h4><table><tr><td><p>gear</p></td><td><p>a gear</p></td></tr></table></div></div></div></div>`)
  expect(layout).toBe('gtk-doc')
  expect(lines).toEqual([
    'Site > Gear # Gear — turns',
    'Site > Gear > Functions #gear.functions_details -',
    'Site > Gear > Functions > gear_turn () #gear-turn Turns once. | gear a gear [void gear_turn (Gear *gear);]',
  ])
})

test('Dokka: the group of a member is its class, and that of a class its package', () => {
  const lineOf = (trail: string): string | undefined =>
    read(
      `<body><a class="library-name--link">Gears</a><div id="content" class="main-content" data-page-type="member">
        <div class="breadcrumbs">${trail}</div><div class="cover"><h1>turn</h1></div><p>Turns it.</p></div></body>`,
    ).lines[0]
  const link = (name: string): string => `<a href="index.html">${name}</a><span class="delimiter">/</span>`
  const packageTrail = `${link('Gears')}${link('gears.core')}`
  expect(lineOf(`${packageTrail}${link('Wheel')}<span class="current">turn</span>`)).toMatch(/^Wheel > turn #/)
  expect(lineOf(`${packageTrail}<span class="current">turn</span>`)).toMatch(/^gears\.core > turn #/)
})

test('Dokka 1.6: the last link of the breadcrumbs is that of the page', () => {
  const { lines } = read(
    `<div class="main-content" id="content" pageIds="gears::org.gears/Wheel/turn"><div class="navigation-wrapper">
      <div class="breadcrumbs"><a href="../index.html">gears</a>/<a href="index.html">org.gears</a>/<a href="wheel.html">Wheel</a>/<a href="turn.html">turn</a></div></div>
      <div class="cover"><h1 class="cover"><span>turn</span></h1></div><p>Turns it.</p></div>`,
  )
  expect(lines).toEqual(['Wheel > turn # Turns it.'])
})

test('Dokka: signatures are code, and a package has its own name', () => {
  const { layout, lines } =
    read(`<title>org.gears</title><nav class="navigation"><a class="library-name--link" href="index.html">gears</a>
    <div class="library-version">1.2.0</div></nav><div id="main"><div class="main-content" data-page-type="package" id="content" pageIds="gears::org.gears////">
    <div class="breadcrumbs"><a href="index.html">gears</a><span class="delimiter">/</span><span class="current">org.gears</span></div>
    <div class="cover"><h1 class="cover"><span>Package-level</span> <span>declarations</span></h1></div><div class="tabs-section"><button class="section-tab">Types</button></div>
    <h2>Types</h2><div class="table"><a data-name="1" id="1"></a><div><a href="gear.html">Gear</a><span class="anchor-wrapper"><span class="anchor-icon"></span>
    <div class="copy-popup-wrapper"><span>Link copied to clipboard</span></div></span></div>
    <div class="symbol monospace"><span>class </span><a href="gear.html">Gear</a></div><p>Turns.</p></div></div></div>`)
  expect(layout).toBe('dokka')
  expect(lines).toEqual(['Site > org.gears # -', 'Site > org.gears > Types # Gear | Turns. [class Gear]'])
  expect(
    read('<div class="sideMenuPart" id="gears-nav" pageId="gears::"><a href="index.html">gears</a></div>'),
  ).toEqual({
    layout: 'dokka-index',
    lines: [],
  })
})

test('DocFX: a template that does not name the generator', () => {
  const { layout, lines } =
    read(`<meta property="docfx:navrel" content="../toc.html"><article class="content wrap" id="_content" data-uid="Gears.Wheel"><h1 id="w">Class Wheel</h1>
    <div class="inheritance"><h5>Inheritance</h5><div>object</div></div><h3 id="methods">Methods</h3><h4 id="turn">Turn()</h4><p>Turns it.</p></article>`)
  expect(layout).toBe('docfx')
  expect(lines).toEqual([
    'Site > Class Wheel # -',
    'Site > Class Wheel > Methods #methods -',
    'Site > Class Wheel > Methods > Turn() #turn Turns it.',
  ])
})

test('Jazzy: names of groups of members are headings, in a link to the anchor before it', () => {
  const { lines } = read(
    `<link rel="stylesheet" href="css/jazzy.css"><article class="main-content"><section class="section"><h1>Gear</h1></section><section>
    <div class="task-group"><div class="task-name-container"><a name="/Turning"></a><a name="//apple_ref/Turning" class="dashAnchor"></a>
    <a href="#/Turning"><h3 class="section-name">Turning</h3></a></div><ul><li class="item"><div><code><a name="/s:turn"></a><a class="token" href="#/s:turn">turn()</a></code></div>
    <div><p>Turns once.</p></div></li></ul></div></section></article>`,
  )
  expect(lines).toEqual([
    'Site > Gear # -',
    'Site > Gear > Turning #//apple_ref/Turning -',
    'Site > Gear > Turning > turn() #/s:turn Turns once.',
  ])
})

test('Jazzy: members without headings', () => {
  const { layout, lines } = read(
    `<title>Gear Class Reference</title><link rel="stylesheet" href="../css/jazzy.css"><p class="breadcrumbs"><a href="../index.html">Gears Reference</a></p>
    <nav class="navigation"><ul class="nav-groups"><li class="nav-group-name"><a class="nav-group-name-link" href="../Classes.html">Classes</a>
    <ul><li><a href="../Classes/Gear.html">Gear</a></li></ul></li></ul></nav><article class="main-content"><section class="section"><div class="section-content">
    <h1>Gear</h1><div class="declaration"><div class="language"><pre><code>class Gear</code></pre></div></div><p>Turns.</p></div></section>
    <section class="section"><ul class="item-container"><li class="item"><div><code><a name="/s:5Gears4turn"></a><a name="//apple_ref/turn" class="dashAnchor"></a>
    <a class="token" href="#/s:5Gears4turn">turn()</a></code></div><div class="height-container"><section class="section"><div class="abstract"><p>Turns once.</p></div>
    <div class="declaration"><h4>Declaration</h4><div class="language"><p class="aside-title">Swift</p><pre><code>func turn()</code></pre></div></div>
    <div class="slightly-smaller"><a href="https://example.com">Show on GitHub</a></div></section></div></li></ul></section></article>`,
    'https://docs.example.com/Classes/Gear.html',
  )
  expect(layout).toBe('jazzy')
  expect(lines).toEqual([
    'Classes > Gear # Turns. [class Gear]',
    'Classes > Gear > turn() #/s:5Gears4turn Turns once. [func turn()]',
  ])
})

test('YARD: methods, without summaries and sources', () => {
  const page = (content: string): string =>
    `<div id="main"><div id="header"><div id="search"><a class="full_list_link" id="class_list_link" href="class_list.html"></a></div></div><div id="content">${content}</div></div>`
  const { layout, lines } = read(
    page(`<h1>Class: Gear <span class="private note title">Private</span></h1><div class="box_info"><dl><dt>Inherits:</dt><dd><span class="inheritName">Object</span>
    <ul class="fullTree"><li>Object</li><li class="next">Gear</li></ul><a href="#" class="inheritanceTree">show all</a></dd></dl></div><p>Turns.</p>
    <h2>Instance Method Summary <small><a href="#" class="summary_toggle">collapse</a></small></h2><ul class="summary"><li><a href="#turn-instance_method">#turn</a></li></ul>
    <div id="instance_method_details" class="method_details_list"><h2>Instance Method Details</h2><div class="method_details first">
    <h3 class="signature first" id="turn-instance_method">#<strong>turn</strong> ⇒ <tt>void</tt></h3><p>Turns once.</p>
    <table class="source_code"><tr><td><pre class="lines">4</pre></td><td><pre class="code">def turn; end</pre></td></tr></table></div></div>`),
  )
  expect(layout).toBe('yard')
  expect(lines).toEqual([
    'Site > Class: Gear # Inherits: | Object | Turns.',
    'Site > Class: Gear > Instance Method Details #instance_method_details -',
    'Site > Class: Gear > Instance Method Details > #turn ⇒ void #turn-instance_method Turns once.',
  ])
  expect(read(page('<div id="listing"><h1>Alphabetic Index</h1><a href="Gear.html">Gear</a></div>')).lines).toEqual([])
})

test('Writerside: code without pre', () => {
  const { layout, lines } =
    read(`<body data-id="Install" data-article-props="{}"><main><header class="panel__header"><h3>Gears Help</h3></header><section><article class="article">
    <h1 data-toc="Install" id="Install.md">Install</h1><p>First.</p><section class="chapter"><h2 id="linux" data-toc="linux">Linux</h2>
    <div class="code-block" data-lang="bash">make</div></section><div class="last-modified">07 March 2026</div>
    <div class="navigation-links"><a href="next.html">Next</a></div></article></section></main></body>`)
  expect(layout).toBe('writerside')
  expect(lines).toEqual(['Site > Install # First.', 'Site > Install > Linux #linux - [make]'])
})

test('RDoc: methods without headings', () => {
  const { layout, lines } =
    read(`<link href="./css/rdoc.css" rel="stylesheet"><main role="main"><h1 id="class-Store">class Store</h1>
    <section class="description"><p>First.</p><h2 id="class-Store-label-Use">Use<span><a href="#class-Store-label-Use">&para;</a> <a href="#top">&uarr;</a></span></h2><p>Open it.</p></section>
    <section class="documentation-section"><section class="method-section"><header><h3>Public Instance Methods</h3></header>
    <div id="method-i-get" class="method-detail"><div class="method-heading"><span class="method-name">get</span><span class="method-args">(key)</span>
    <span class="method-click-advice">click to toggle source</span></div><div class="method-description"><p>Reads a value.</p>
    <div class="method-source-code"><pre>def get(key)</pre></div></div></div></section></section></main>`)
  expect(layout).toBe('rdoc')
  expect(lines).toEqual([
    'Site > class Store # First.',
    'Site > class Store > Use #class-Store-label-Use Open it.',
    'Site > class Store > Use > get(key) #method-i-get Reads a value.',
  ])
})

test('JSDoc: classes, and no sources', () => {
  const css = '<link type="text/css" rel="stylesheet" href="styles/jsdoc-default.css">'
  const { layout, lines } = read(`${css}<div id="main"><h1 class="page-title">Class: Store</h1><section><article>
    <div class="container-overview"><p>First.</p></div><h3 class="subsection-title">Methods</h3>
    <h4 class="name" id="get"><span class="type-signature"></span>get<span class="signature">(key)</span></h4><div class="description"><p>Reads.</p></div>
    <dl class="details"><dt class="tag-source">Source:</dt><dd class="tag-source"><a href="store.js.html">store.js</a></dd></dl></article></section></div>
    <nav><h2><a href="index.html">Home</a></h2></nav><footer>Documentation generated by JSDoc</footer>`)
  expect(layout).toBe('jsdoc')
  expect(lines).toEqual(['Site > Class: Store # First.', 'Site > Class: Store > get(key) #get Reads.'])
  const source = read(`${css}<div id="main"><h1 class="page-title">Source: store.js</h1>
    <section><article><pre class="prettyprint source linenums"><code>get()</code></pre></article></section></div>`)
  expect(source).toEqual({ layout: 'jsdoc-source', lines: [] })
})

test('Documenter: docstrings', () => {
  const { layout, lines } =
    read(`<div id="documenter"><nav class="docs-sidebar"><div class="docs-package-name">Store.jl</div><ul class="docs-menu">
    <li><span class="tocitem">Manual</span><ul><li class="is-active"><a class="tocitem" href="/guide/install">Install</a><ul class="internal"><li><a class="tocitem" href="#Use">Use</a></li></ul></li></ul></li></ul></nav>
    <div class="docs-main"><header class="docs-navbar"><a href="/edit">Edit on GitHub</a></header><article class="content" id="documenter-page">
    <h1 id="Install"><a class="docs-heading-anchor" href="#Install">Install</a><a id="Install-1"></a><a class="docs-heading-anchor-permalink" href="#Install"></a></h1><p>First.</p>
    <h2 id="Use"><a class="docs-heading-anchor" href="#Use">Use</a></h2><p>Open it.</p>
    <article class="docstring"><header><a class="docstring-binding" id="Store.get" href="#Store.get"><code>Store.get</code></a> — <span class="docstring-category">Function</span></header>
    <section><div><p>Reads a value.</p></div><a class="docs-sourcelink" href="/source">source</a></section></article></article></div></div>`)
  expect(layout).toBe('documenter')
  expect(lines).toEqual([
    'Manual > Install # First.',
    'Manual > Install > Use #Use Open it.',
    'Manual > Install > Use > Store.get — Function #Store.get Reads a value.',
  ])
})

test('Doxygen: lists and sources have no records', () => {
  const page = (contents: string): string =>
    `${generator('Doxygen 1.13.2')}<div class="header"><div class="headertitle"><div class="title">Store</div></div></div><div class="contents">${contents}</div>`
  const lists = [
    '<div class="textblock">Here is a list:</div><div class="directory"><table class="directory"><tr><td>Store</td></tr></table></div>',
    '<p>All members:</p><table class="directory"><tr><td>get</td></tr></table>',
    '<div class="textblock">All members:</div><h3><a id="index_g" name="index_g"></a>- g -</h3><ul><li>get()</li></ul>',
    '<div class="fragment"><div class="line"><a id="l00001" name="l00001"></a><span class="lineno">1</span>int get();</div></div>',
  ]
  lists.push(
    '<div class="textblock">Here is a list of all class members with links to the classes they belong to:</div><ul><li>get : Store</li></ul>',
    '<p>This page explains how to interpret the graphs that are generated by doxygen.</p><p>Boxes are classes.</p>',
    '<div class="qindex"><a href="#letter_S">S</a></div><div class="classindex"><dl class="classindex even"><dt><a id="letter_S"></a>S</dt><dd>Store</dd></dl></div>',
    '<p>This is the complete list of members for <a class="el" href="class_store.html">Store</a>, including all inherited members.</p>',
  )
  for (const list of lists) expect(read(page(list))).toEqual({ layout: 'doxygen-index', lines: [] })
  expect(read(page('<p>First.</p>')).lines).toEqual(['Site > Store # First.'])
  const short = `${generator('Doxygen 1.9.4')}<div class="contents">&#160;<ul><li>get() : <a class="el" href="store_8h.html#a1">store.h</a></li></ul></div>`
  expect(read(short)).toEqual({ layout: 'doxygen-index', lines: [] })
  const results = `${generator('Doxygen 1.9.4')}<body class="SRPage"><div id="SRIndex"><div class="SRStatus">Loading...</div></div></body>`
  expect(read(results)).toEqual({ layout: 'doxygen-index', lines: [] })
})

test('GAPDoc: lists of chapters and links to other pages are no text', () => {
  const { layout, lines } =
    read(`<title>Gears - Chapter 1: Axles</title>${generator('GAPDoc2HTML')}<body class="chap1"><div class="chlinktop"><span class="chlink1">Goto Chapter: </span><a href="chap0.html">Top</a></div>
    <div class="chlinkprevnexttop"><a href="chap0.html">[Top of Book]</a></div><p id="mathjaxlink" class="pcenter"><a href="chap1_mj.html">[MathJax on]</a></p>
    <div class="ChapSects"><a href="chap1.html#X1">1 <span class="Heading">Axles</span></a></div><h3>1 <span class="Heading">Axles</span></h3><p>They turn.</p>
    <p><a id="X2" name="X2"></a></p><h4>1.1 <span class="Heading">Steel</span></h4><p>Hard.</p><hr /><p class="foot">generated by GAPDoc2HTML</p></body>`)
  expect(layout).toBe('gapdoc')
  expect(lines).toEqual(['Site > 1 Axles # They turn.', 'Site > 1 Axles > 1.1 Steel #X2 Hard.'])
})

test('the Read the Docs theme of MkDocs, which names no generator', () => {
  const { layout, lines } =
    read(`<head><link href="../css/theme_extra.css" rel="stylesheet"></head><div class="wy-menu wy-menu-vertical">
    <p class="caption"><span>Start</span></p><ul><li class="toctree-l1 current"><a href="/guide/install">Set up</a></li></ul></div>
    <div class="rst-content"><div role="main"><div class="section" itemprop="articleBody"><h1 id="install">Install</h1><p>First.</p></div></div></div>`)
  expect(layout).toBe('mkdocs-readthedocs')
  expect(lines).toEqual(['Start > Install # First.'])
})

test('the own theme of MkDocs, which names no generator', () => {
  const { layout, lines } = read(`<div class="navbar"><ul class="nav"><li class="nav-item dropdown">
    <a href="#" class="nav-link dropdown-toggle" data-bs-toggle="dropdown">Guides</a><ul class="dropdown-menu"><li><a href="/guide/other" class="dropdown-item">Other</a></li></ul></li>
    <li class="nav-item dropdown"><a href="#" class="nav-link dropdown-toggle" data-bs-toggle="dropdown">Start</a>
    <ul class="dropdown-menu"><li><a href="/guide/install" class="dropdown-item active">Install</a></li></ul></li></ul></div>
    <div class="container"><div class="col-md-3"><ul><li><a href="#linux">Linux</a></li></ul></div><div class="col-md-9" role="main">
    <h1 id="install">Install<a class="headerlink" href="#install">¶</a></h1><p>First.</p><h2 id="linux">Linux<a class="headerlink" href="#linux">¶</a></h2><p>Run it.</p></div></div>
    <div class="modal" id="mkdocs_search_modal"><h4>Search</h4></div>`)
  expect(layout).toBe('mkdocs')
  expect(lines).toEqual(['Start > Install # First.', 'Start > Install > Linux #linux Run it.'])
})

test('Doctum: details of members without the line of the source, in their namespace', () => {
  const { layout, lines } =
    read(`<title>Gears\\Metal\\Axle | Site</title><link rel="stylesheet" href="../css/doctum.css">
    <body id="class" data-root-path="../"><div class="namespace-breadcrumbs"><ol class="breadcrumb"><li>class</li><li><a href="../Gears.html">Gears</a></li><li>\\</li>
    <li><a href="Metal.html">Metal</a></li><li>\\</li><li>Axle</li></ol></div><div id="page-content"><div class="page-header"><h1>Axle</h1></div>
    <p>class <strong>Axle</strong> (<a href="https://code.example/">View source</a>)</p><div class="description"><p>It turns.</p></div>
    <h2>Methods</h2><div class="container-fluid underlined"><a href="#method_turn">turn</a>()</div><h2>Details</h2><div id="method-details">
    <div class="method-item"><h3 id="method_turn"><div class="location"><a href="#">at line 12</a></div><code>void
      <strong>turn</strong>(int $by)</code></h3><div class="details"><p>Turns it.</p></div></div></div></div>`)
  expect(layout).toBe('doctum')
  expect(lines).toEqual([
    'Metal > Axle # It turns. | Methods | Details',
    'Metal > Axle > void turn(int $by) #method_turn Turns it.',
  ])
})

test('Natural Docs: topics', () => {
  const { layout, lines } =
    read(`<title>Axle</title><body class="NDPage NDContentPage"><a name="Topic1"></a><div class="CTopic TClass first">
    <div class="CTitle">Axle</div><div class="CBody"><p>It turns.</p></div></div>
    <a name="Turn"></a><a name="Topic2"></a><div class="CTopic TFunction"><div class="CTitle">Turn</div>
    <div class="NDPrototype">Sub Turn()</div><div class="CBody"><p>Turns it.</p></div></div></body>`)
  expect(layout).toBe('natural-docs')
  expect(lines).toEqual(['Site > Axle # It turns.', 'Site > Axle > Turn #Topic2 Turns it. [Sub Turn()]'])
})

test('Sandcastle: the topic without its bars and links', () => {
  const { layout, lines } =
    read(`<title>Axle.Turn Method</title><meta name="Microsoft.Help.Id" content="M:Axle.Turn"><div class="pageHeader" id="PageHeader">Gears</div>
    <div class="topicContent" id="TopicContent"><table class="titleTable"><tr><td class="titleColumn">Axle<span></span>Turn Method</td></tr></table>
    <div class="summary">Turns it.</div><div class="codeSnippetContainer"><div class="codeSnippetContainerTabs">C#</div>
    <div class="codeSnippetToolBar">Copy</div><pre>void Turn()</pre></div><div id="ID1RBSection"><div class="seeAlsoStyle"></div><h4>Reference</h4><a href="a.htm">Axle</a></div></div>`)
  expect(layout).toBe('sandcastle')
  expect(lines).toEqual(['Site > Axle.Turn Method # Turns it. [void Turn()]'])
})

test('a page of frames, and a menu for another frame, have no records', () => {
  const menu = '<h2>Modules</h2><a href="axle.html" target="main">axle</a><a href="cog.html" target="main">cog</a>'
  expect(
    read(`<title>Gears</title><frameset><frame src="menu.html"><noframes><p>Text.</p></noframes></frameset>`),
  ).toEqual({ layout: 'frames', lines: [] })
  expect(read(`<title>Gears</title><body>${menu}</body>`)).toEqual({ layout: 'frames', lines: [] })
  const others = ['<a href="more.html">More</a>', '<a href="more.html" target="blank">More</a>', '<pre>turn()</pre>']
  expect(others.map((one) => read(`<title>Gears</title><body>${menu}${one}</body>`).layout)).toEqual(
    others.map(() => 'structure'),
  )
})

test('YARD: the outermost namespace is the group', () => {
  const page = (
    trail: string,
  ): string => `<title>Axle</title><div id="main"><div id="header"><div id="menu"><a href="_index.html">Index</a> &raquo; ${trail}</div>
    <div id="search"><a class="full_list_link" id="class_list_link" href="class_list.html">Class List</a></div></div><div id="content"><h1>Class: Axle</h1><p>It turns.</p></div></div>`
  const outer = "<span class='title'><span class='object_link'><a href='Gears.html'>Gears</a></span></span> &raquo; "
  expect(read(page(`${outer}<span class="title">Axle</span>`)).lines).toEqual(['Gears > Class: Axle # It turns.'])
  expect(read(page('<span class="title">Axle</span>')).lines).toEqual(['Site > Class: Axle # It turns.'])
})

test('phpDocumentor: signatures on one line', () => {
  const { lines } =
    read(`<title>Axle</title><article class="phpdocumentor-content"><h2 class="phpdocumentor-content__title">Axle</h2>
    <h4 id="method_turn">turn()</h4><code class="phpdocumentor-code phpdocumentor-signature">
                <span>public</span>
                    <span>turn</span><span>(int <b>$by</b>)</span></code></article>`)
  expect(lines.at(-1)).toBe('Site > Axle > turn() #method_turn - [public turn(int $by)]')
})

test('DocBook: an index has no records', () => {
  const index =
    '<div class="index"><div class="titlepage"><h1 class="title">Index</h1></div><div class="index"><div class="indexdiv"><h3>C</h3><dl><dt id="i1">Cog, <a href="cog.html">Cog</a></dt></dl></div></div></div>'
  expect(read(`${generator('DocBook XSL Stylesheets V1.79.1')}<body>${index}</body>`)).toEqual({
    layout: 'docbook-index',
    lines: [],
  })
  const book = `<div class="book"><div class="titlepage"><h1 class="title">Gears</h1></div><div class="chapter"><h2 class="title"><a id="cog"></a>Cog</h2><p>It turns.</p></div>${index}</div>`
  expect(
    read(`${generator('DocBook XSL Stylesheets V1.79.1')}<body>${book}</body>`).lines.filter((line) =>
      line.includes('Cog,'),
    ),
  ).toEqual([])
})

test('DocBook: a link to the first page names the manual', () => {
  const pages = ['turn', 'stop', 'oil'].map((name) => ({
    url: `https://docs.example.com/${name}.html`,
    html: `<title>${name}</title>${generator('DocBook XSL Stylesheets Vsnapshot')}<div class="navheader"><a accesskey="h" href="index.html" title="Gears Manual">Home</a></div>
    <div class="sect1" id="${name}"><div class="titlepage"><h2 class="title">${name}</h2></div><p>Text of ${name}.</p></div>`,
  }))
  const site = learnSite(pages, {})
  expect(pages.map((page) => site.read(page).group)).toEqual(['Gears Manual', 'Gears Manual', 'Gears Manual'])
})

test('DocBook: the title of a reference page is no generated heading', () => {
  const page = (heading: string, tag = 'h2'): string =>
    `${generator('DocBook XSL Stylesheets V1.79.1')}<title>gear::turn</title><body><div class="refentry"><a name="turn"></a>
    <div class="refnamediv"><${tag}>${heading}</${tag}><p>gear::turn — turns a gear</p></div>
    <div class="refsect1"><a name="use"></a><h2>Use</h2><p>Often.</p></div></div></body>`
  expect(read(page('Name')).lines).toEqual([
    'Site > gear::turn # gear::turn — turns a gear',
    'Site > gear::turn > Use #use Often.',
  ])
  expect(read(page('gear::turn', 'h1')).lines).toEqual([
    'Site > gear::turn # gear::turn — turns a gear',
    'Site > gear::turn > Use #use Often.',
  ])
})

test('Sphinx: a theme with the title above the content too', () => {
  const { lines } = read(
    `<title>Axles — Gears 2.1</title><script src="_static/documentation_options.js"></script><body><nav>Menu</nav>
    <div class="row"><h2>Axles</h2></div><div class="docs-byline">updated: today</div><div class="docs-body">
    <section id="axles"><h1>Axles<a class="headerlink" href="#axles">¶</a></h1><p>They turn.</p>
    <section id="oil"><h2>Oil<a class="headerlink" href="#oil">¶</a></h2><p>Monthly.</p></section></section></div></body>`,
  )
  expect(lines).toEqual(['Site > Axles # They turn.', 'Site > Axles > Oil #oil Monthly.'])
})

test('docsify: the groups of its sidebar, the places of its headings', () => {
  const html = `<title>Axles</title><main><aside class="sidebar"><h1 class="app-name"><a class="app-name-link" href="#/">Clocks</a></h1>
    <div class="sidebar-nav"><ul><li><a href="#/">Home</a></li><li>Parts<ul><li class="active"><a href="#/parts/axles" title="Axles">The axles</a>
    <ul class="app-sub-sidebar"><li><a class="section-link" href="#/parts/axles?id=oil">Oil</a></li></ul></li><li><a href="#/parts/gears">Gears</a></li></ul></li></ul></div></aside>
    <section class="content"><article class="markdown-section" id="main"><h1 id="axles"><a href="#/parts/axles?id=axles" data-id="axles" class="anchor"><span>Axles</span></a></h1>
    <p>They turn.</p><h2 id="oil"><a href="#/parts/axles?id=oil" data-id="oil" class="anchor"><span>Oil</span></a></h2><p>Monthly.</p></article></section></main>`
  expect(read(html, 'https://docs.example.com/#/parts/axles')).toEqual({
    layout: 'docsify',
    lines: ['Parts > Axles # They turn.', 'Parts > Axles > Oil #oil Monthly.', 'Parts > The axles # -'],
  })
  expect(read(html, 'https://docs.example.com/#/other').lines[0]).toBe('Site > Axles # They turn.')
})

test('a menu that opens at a word of the text is no text', () => {
  const { lines } =
    read(`<title>Axles</title><main><h1>Axles</h1><pre>See "<span class="dropdown"><a class="dropdown-toggle" href="#">oil</a><ul
    class="dropdown-menu"><li>Sections:</li><li><a href="#grease">Grease</a></li></ul></span>" for more.</pre></main>`)
  expect(lines).toEqual(['Site > Axles # - [See "oil" for more.]'])
})

test('DocBook: the chapter is the group of its sections', () => {
  const page = (
    up: string,
  ): string => `${generator('DocBook XSL Stylesheets V1.79.1')}<title>2.1. Axles</title><link rel="home" href="index.html" title="Gears">${up}
    <body><div class="navheader"><table><tr><th colspan="3">2.1. Axles</th></tr><tr><td><a accesskey="p" href="ch02.html">Prev</a></td></tr></table></div>
    <div class="section"><div class="titlepage"><h2 class="title"><a name="axles"></a>2.1. Axles</h2></div><div class="toc"><p><b>Table of Contents</b></p></div>
    <p>They turn.</p><div class="section"><div class="titlepage"><h3 class="title"><a name="steel"></a>Steel</h3></div><p>Hard.</p>
    <div class="note"><table><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td><th></th></tr><tr><td><p>Heavy.</p></td></tr></table></div></div></div>
    <div class="navfooter"><table><tr><td>Prev</td></tr></table></div></body>`
  expect(read(page('<link rel="up" href="ch02.html" title="Chapter 2.  Metal">'))).toEqual({
    layout: 'docbook',
    lines: [
      'Chapter 2. Metal > 2.1. Axles # They turn.',
      'Chapter 2. Metal > 2.1. Axles > Steel #steel Hard. | Heavy.',
    ],
  })
  expect(read(page('<link rel="up" href="index.html" title="Gears">')).lines[0]).toBe('Site > 2.1. Axles # They turn.')
})

test('Doxygen: links to sources and the files that were read are no text', () => {
  const { lines } = read(
    `${generator('Doxygen 1.9.4')}<div class="headertitle"><div class="title">Gear</div></div><div class="contents">
    <p><a href="gear_8h_source.html">Go to the source code of this file.</a></p><p>Turns. <a href="gear.html#details">More...</a></p>
    <hr/>The documentation for this struct was generated from the following file:<ul><li><a class="el" href="gear_8h_source.html">gear.h</a></li></ul></div>`,
  )
  expect(lines).toEqual(['Site > Gear # Turns.'])
})

test('Doxygen: the signature of a member is code', () => {
  const { layout, lines } =
    read(`${generator('Doxygen 1.9.8')}<title>Gears: Axle</title><div class="headertitle"><div class="title">Axle Class</div></div>
    <div class="contents"><p>It turns. <a href="#details">More...</a></p><a id="a18"></a><h2 class="memtitle"><span class="permalink"><a href="#a18">&#9670;</a></span>turn()</h2>
    <div class="memitem"><div class="memproto"><div class="memtemplate">template&lt;class T&gt;</div><table class="mlabels"><tr><td class="mlabels-left"><table class="memname">
      <tr><td class="memname">void Axle::turn </td><td>(</td>
          <td class="paramtype">int&#160;</td><td class="paramname"><em>by</em></td></tr>
      <tr><td></td><td>)</td></tr></table></td><td class="mlabels-right"><span class="mlabel">inline</span></td></tr></table></div>
      <div class="memdoc"><p>Turns it.</p><div class="fragment"><div class="line"><a id="l00001"></a>{</div>
<div class="line">  turn(1);</div></div></div></div></div>`)
  expect(layout).toBe('doxygen')
  expect(lines).toEqual([
    'Site > Axle Class # It turns.',
    'Site > Axle Class > turn() #a18 Turns it. [template<class T>\nvoid Axle::turn ( int by )\n{\n  turn(1);]',
  ])
})

test('LaTeX2HTML: the text between the panels', () => {
  const { layout, lines } =
    read(`<html><head><title>Axles</title>${generator('LaTeX2HTML v2002-2-1')}</head><body><a name="tex2html1" href="node2.html"><img alt="next"></a> <br>
    <b> Next:</b> <a name="tex2html2" href="node2.html">Cogs</a> <b> <a name="tex2html3" href="node9.html">Index</a></b><br>
    <h1><a name="SECTION001"></a><a name="axles"></a>Axles</h1>They <b>turn</b>, see <a name="tex2html4" href="node3.html">Cogs</a>.<p>
    <h2><a name="SECTION002">Steel</a></h2>Hard.<hr><b> Next:</b> <a name="tex2html5" href="node2.html">Cogs</a><a name="CHILD_LINKS"><strong>Subsections</strong></a><ul><li><a href="node4.html">Iron</a></ul>
    <address>The author, 2003-04-19</address></body></html>`)
  expect(layout).toBe('latex2html')
  expect(lines).toEqual(['Site > Axles # They turn, see Cogs.', 'Site > Axles > Steel #SECTION002 Hard.'])
})

test('Haddock: modules with their declarations; indexes, menus and sources have no records', () => {
  const header =
    '<div id="package-header"><ul class="links"><li><a href="index.html">Contents</a></li></ul><p class="caption">gears-1.0: Gears</p></div>'
  const { layout, lines } = read(`<title>Gears.Axle</title><body>${header}<div id="content"><div id="module-header">
    <table class="info"><tr><th>Safe Haskell</th><td>None</td></tr></table><p class="caption">Gears.Axle</p></div>
    <div id="synopsis"><ul><li class="src short"><a href="#v:turn">turn</a> :: Axle</li></ul></div>
    <div id="interface"><h1>Documentation</h1><div class="top"><p class="src"><a name="v:turn" class="def">turn</a> :: <a href="#t:Axle">Axle</a>
    <a href="src/Axle.html#turn" class="link">Source</a></p><div class="doc"><p>Turns it.</p></div></div>
    <div class="top"><p class="src"><span class="keyword">data</span> <a id="t:Axle" class="def">Axle</a> <a href="#t:Axle" class="selflink">#</a></p>
    <div class="doc"><p>An axle.</p></div><div class="subs constructors"><p class="caption">Constructors</p><table><tr><td class="src"><a id="v:Axle" class="def">Axle</a></td>
    <td class="doc"><p>Makes one.</p></td></tr></table></div></div></div></div><div id="footer"><p>Produced by Haddock version 2.29.2</p></div></body>`)
  expect(layout).toBe('haddock')
  expect(lines).toEqual([
    'Site > Gears.Axle # -',
    'Site > Gears.Axle > Documentation #interface -',
    'Site > Gears.Axle > Documentation > turn :: Axle #v:turn Turns it.',
    'Site > Gears.Axle > Documentation > data Axle #t:Axle An axle. | Constructors',
    'Site > Gears.Axle > Documentation > data Axle > Axle #v:Axle Makes one.',
  ])
  const others = [
    `${header}<div id="content"><div id="index"><p class="caption">Index</p></div></div>`,
    '<body id="mini"><div id="module-header"><p class="caption">Gears.Axle</p></div><div id="interface"></div></body>',
    '<link href="style.css"><body><pre><span class="hs-keyword">module</span> <span class="hs-identifier">Axle</span></pre></body>',
  ]
  expect(others.map((html) => read(html))).toEqual(others.map(() => ({ layout: 'haddock-index', lines: [] })))
})

test('Scaladoc 2: members with their own anchors, without those of all classes', () => {
  const member = (name: string, rest: string): string =>
    `<li name="${name}"><a id="turn(by:Int):Axle"></a><a id="turn(Int):Axle"></a><span class="permalink"><a href="../gears/Axle.html#turn" title="Permalink"></a></span>
    <span class="modifier_kind"><span class="kind">def</span></span> <span class="symbol"><span class="name">turn</span>(by: Int): <a href="Axle.html" name="gears.Axle" id="gears.Axle" class="extype">Axle</a></span>
    <p class="shortcomment cmt">Turns it.</p><div class="fullcomment"><div class="comment cmt"><p>Turns it.</p><p>By degrees.</p></div>
    <dl class="attributes block"><dt>Definition Classes</dt><dd>${rest}</dd></dl></div></li>`
  const { layout, lines } =
    read(`<title></title><body><div id="packages"><h1>Packages</h1></div><div id="content"><body class="class type">
    <div id="definition"><p id="owner"><a href="index.html">gears</a></p><h1>Axle<span class="permalink"><a href="Axle.html"></a></span></h1></div>
    <h4 id="signature" class="signature"><span class="symbol">class Axle</span></h4><div id="comment"><div class="comment cmt"><p>An axle.</p></div>
    <div class="toggleContainer"><span>Linear Supertypes</span><div class="superTypes hiddenContent">AnyRef, Any</div></div></div>
    <div id="mbrsel"><div id="order">Ordering</div></div><div id="template"><div id="allMembers"><div class="values members"><h3>Value Members</h3><ol>
    ${member('gears.Axle#turn', 'Axle')}${member('scala.AnyRef#wait', 'AnyRef')}</ol></div></div><div id="inheritedMembers"><h3>Inherited from AnyRef</h3></div></div></body></div></body>`)
  expect(layout).toBe('scaladoc')
  expect(lines).toEqual([
    'gears > Axle # An axle. [class Axle]',
    'gears > Axle > turn(by: Int): Axle #turn(Int):Axle Turns it. | By degrees.',
  ])
})

test('odoc: values with their signatures', () => {
  const { layout, lines } =
    read(`<title>Axle (gears.Axle)</title><link rel="stylesheet" href="../odoc.css"><body class="odoc"><nav class="odoc-nav"><a href="../index.html">Up</a> – gears</nav>
    <header class="odoc-preamble"><h1>Module <code>Axle</code></h1><p>Axles turn.</p></header><nav class="odoc-toc">Contents</nav><div class="odoc-content">
    <div class="odoc-spec"><div class="spec value anchored" id="val-turn"><a href="#val-turn" class="anchor"></a><code><span>val turn : <span>int</span></span></code></div>
    <div class="spec-doc"><p>Turns it.</p></div></div><h2 id="more"><a href="#more" class="anchor"></a>More</h2><p>More text.</p></div></body>`)
  expect(layout).toBe('odoc')
  expect(lines).toEqual([
    'Site > Module Axle # Axles turn.',
    'Site > Module Axle > val turn : int #val-turn Turns it.',
    'Site > Module Axle > More #more More text.',
  ])
})

test('YUIDoc: methods, without the places of their source', () => {
  const page = (content: string): string =>
    `<title>Axle - Gears</title><div id="docs-main"><div class="content"><div class="page-header"><h1>Axle Class</h1></div>${content}</div></div>`
  const { layout, lines } = read(
    page(`<div class="content-meta">Module: Gears<div class="foundat">Defined In: <a href="../files/axle.js.html#l1">axle.js:1</a></div></div>
    <div class="tab-content"><div id="tab_methods"><h2>Methods</h2><div class="item-list"><div id="method_turn" class="method item"><span class="method-signature"><span class="name">
    <a class="toc-anchor" href="#method_turn"></a>turn</span><div class="args">( <code>by</code> )</div></span>
    <div class="meta"><p>Defined in <a href="https://code.example/axle.js#L7">axle.js:7</a></p><p>Available since 1.0</p></div><div class="description">Turns it.</div></div></div></div></div>`),
  )
  expect(layout).toBe('yuidoc')
  expect(lines).toEqual([
    'Site > Axle Class # Module: Gears',
    'Site > Axle Class > Methods #tab_methods -',
    'Site > Axle Class > Methods > turn( by ) #method_turn Available since 1.0 | Turns it.',
  ])
  const source = page('<div class="file"><pre class="prettyprint linenums">turn()</pre></div>')
  expect(read(source)).toEqual({ layout: 'yuidoc-source', lines: [] })
})

test('pages of sources have no records, in themes of JSDoc too', () => {
  const source = `<title>Source: axle.js</title><link rel="stylesheet" href="styles/clean-jsdoc-theme.min.css"><section id="source-page" class="source-page">
    <header><h1 id="title">axle.js</h1></header><pre class="prettyprint source lang-js"><code>turn()</code></pre></section>`
  expect(read(source)).toEqual({ layout: 'jsdoc-source', lines: [] })
})

test('Natural Docs 2.1 and later: pages are recognised by their script, and the page around them has no text', () => {
  const page = (kind: string): string =>
    `<title>Axle</title><body onload="NDLoader.OnLoad('${kind}');"><div class="CTopic TClass first"><div class="CTitle">Axle</div></div></body>`
  expect(read(page('Content'))).toEqual({ layout: 'natural-docs', lines: ['Site > Axle # -'] })
  expect(read(page('Frame'))).toEqual({ layout: 'natural-docs-index', lines: [] })
})

test('Sandcastle: the signs that a script writes for the language of the reader', () => {
  const sign = (id: string): string =>
    `<span id="${id}"></span><script type="text/javascript">AddLanguageSpecificTextSet("${id}?cs=.|vb=.|cpp=::|nu=.|fs=.");</script>`
  const { lines } =
    read(`<title>Axle.Turn Method</title><meta name="Microsoft.Help.Id" content="M:Axle.Turn"><div id="TopicContent">
    <table class="titleTable"><tr><td class="titleColumn"><h1>Axle${sign('A1')}Turn Method</h1></td></tr></table><p>Type: System${sign('A2')}Int32</p>
    <div class="codeSnippetContainerCode"><pre>void Turn()</pre></div><div class="codeSnippetContainerCode"><p>No code example is currently available.</p></div>
    <p>List<span id="B1"></span><script>AddLanguageSpecificTextSet("B1?cs=&lt;|vb=(Of |cpp=&lt;");</script>T</p><a href="#PageHeader">Top</a></div>`)
  expect(lines).toEqual(['Site > Axle.Turn Method # Type: System.Int32 | List<T [void Turn()]'])
})

test('Scaladoc 3: members with their signatures, without inherited ones', () => {
  const member = (id: string, rest: string): string =>
    `<div class="documentableElement" id="${id}"${rest}><div class="documentableElement-expander"><button class="icon-button"></button><div class="header">
    <div class="signature"><span t="k">def </span><a href="install#${id}" t="n">turn</a>(by: Int)</div></div></div><div class="docs"><div class="memberDocumentation">
    <div class="documentableBrief doc"><p>Turns it.</p></div><div class="cover"><div class="doc"><p>Turns it.</p></div><h2>Value parameters</h2><dl class="attributes"><dt>by</dt><dd>degrees</dd></dl>
    <h2>Attributes</h2><dl class="attributes"><dt>Definition Classes</dt><dd>Gear</dd><dt>Since</dt><dd>1.0</dd></dl></div></div></div></div>`
  const { layout, lines } =
    read(`<title>Axle</title><div id="main"><div class="breadcrumbs container"><a href="../index.html">root</a>/<a href="../gears.html">gears</a>/<a href="Axle.html">Axle</a></div>
    <div id="content"><div><div class="cover-header"><h1>Axle</h1></div><div class="fqname"><span>gears.Axle</span></div><div class="main-signature"><div class="signature">class Axle</div></div>
    <div class="cover"><div class="doc"><p>An axle.</p></div><section id="attributes"><h2>Attributes</h2><dl class="attributes"><dt>Supertypes</dt><dd>class Object</dd></dl></section></div>
    <section id="members-list"><h2>Members list</h2><div class="documentableFilter">Filter</div><section id="Value-members"><div class="member-group-header"><h3>Value members</h3></div>
    <div class="documentableList"><div class="documentableList-expander"><h4>Concrete methods</h4></div>${member('turn-1', '')}${member('stop-1', ' data-f-inherited="Gear"')}</div></section></section></div></div></div>`)
  expect(layout).toBe('scaladoc-3')
  expect(lines).toEqual([
    'gears > Axle # An axle. [class Axle]',
    'gears > Axle > def turn(by: Int) #turn-1 Turns it. | Value parameters | by | degrees | Since | 1.0',
  ])
})

test('Hugo Book: the bar above a page without a text is no text of it', () => {
  const { layout, lines } = read(`<aside class="book-menu"></aside><div class="book-page"><header class="book-header">
    <label for="menu-control"><img src="menu.svg" alt="Menu"></label><h3>Gears</h3><label><img src="toc.svg" alt="Table of Contents"></label></header>
    <article class="markdown book-article"></article><footer class="book-footer">Edit</footer></div>`)
  expect(layout).toBe('hugo-book')
  expect(lines.join(' ')).not.toMatch(/Menu|Table of Contents/)
})
