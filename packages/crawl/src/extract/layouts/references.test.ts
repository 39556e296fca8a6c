/** Small pages with the markup of references and manuals, as their generators write it. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

/** The layout, then a line for each record: the trail below level 0, the anchor, the content, the code. */
function read(html: string): string[] {
  const page = { url: 'https://docs.example.com/x.html', html }
  const { layout, records } = learnSite([], { siteName: 'Site' }).read(page)
  const lines = records.map(({ hierarchy, anchor, content, code }) => {
    const [, ...trail] = Object.values(hierarchy).filter((text) => text !== null)
    return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}${code === undefined ? '' : ` [${code}]`}`
  })
  return [layout, ...lines]
}

test('gi-docgen: signs between the parts of a name are those of the head, inherited members are left out', () => {
  expect(
    read(`<title>Adw.Leaf.get_page</title><section id="main" class="content"><header><h3>Method</h3>
    <h1><a href="index.html">Adw</a><span class="sep"></span><a href="class.Leaf.html">Leaf</a><span class="sep"></span>get_page</h1></header>
    <section><div class="declaration toggle-wrapper"><h4 id="declaration">Declaration <a class="anchor" href="#declaration"></a>
    <a class="srclink" href="x.c">[src]</a></h4><div class="docblock c-decl"><pre><code>Page* get_page (Leaf* self)</code></pre></div></div>
    <div class="toggle-wrapper methods"><h4 id="methods">Instance methods</h4><div class="docblock"><h6><a href="m.html">leaf_go</a></h6><p>Goes on.</p>
    <div class="toggle-wrapper ancestor-methods"><h5>Methods inherited from Widget (1)</h5><h6>widget_show</h6></div></div></div></section></section>`),
  ).toEqual([
    'gi-docgen',
    'Adw.Leaf.get_page # -',
    'Adw.Leaf.get_page > Declaration #declaration - [Page* get_page (Leaf* self)]',
    'Adw.Leaf.get_page > Instance methods #methods leaf_go | Goes on.',
  ])
})

test('Compodoc', () => {
  expect(
    read(`<title>app documentation</title><compodoc-menu></compodoc-menu><div class="content injectable"><div class="content-data">
    <ol class="breadcrumb"><li class="breadcrumb-item">Injectables</li><li class="breadcrumb-item">Engine</li></ol>
    <div class="io-file"><code>src/engine.ts</code></div><ul class="nav nav-tabs" role="tablist"><li><a href="#info" role="tab">Info</a></li></ul>
    <div class="tab-content"><div class="tab-pane" id="info"><h3>Description</h3><p class="comment"></p><p>Runs the widgets.</p></div>
    <section><h3 id="index">Index</h3><table class="index-table"><tr><td><a href="#start">start</a></td></tr></table></section>
    <section><h3 id="methods">Methods</h3><table class="table"><tbody><tr><td><a name="start"></a><span class="name"><span><b>start</b></span>
    <a href="#start"><span class="icon ion-ios-link"></span></a></span></td></tr><tr><td><code>start(speed: number)</code></td></tr>
    <tr><td><div class="io-line">Defined in <a class="link-to-prism" data-line="8">src/engine.ts:8</a></div></td></tr>
    <tr><td><div class="io-description"><p>Start at a speed.</p></div></td></tr></tbody></table></section>
    <div class="tab-pane" id="source"><pre><code>class Engine {}</code></pre></div></div></div></div>
    <div class="search-results"><h1 class="search-results-title">results matching ""</h1></div>`),
  ).toEqual([
    'compodoc',
    'Engine # -',
    'Engine > Description #info Runs the widgets.',
    'Engine > Methods #methods -',
    'Engine > Methods > start #start start(speed: number) | Start at a speed.',
  ])
})

test('ESDoc', () => {
  const page = (content: string): string =>
    `<title>Engine | widget</title><body class="layout-container" data-ice="rootContainer"><header><a href="./">Home</a></header>
    <div class="content" data-ice="content">${content}</div></body>`
  expect(
    read(
      page(`<div class="header-notice"><div class="import-path"><pre><code>import {Engine} from 'widget'</code></pre></div>
    <span data-ice="access">public</span> <span data-ice="kind">class</span> <span data-ice="source">| <a href="file/e.js.html">source</a></span></div>
    <div class="self-detail detail"><h1 data-ice="name">Engine</h1><div class="description"><p>Runs the widgets.</p></div></div>
    <div data-ice="methodSummary"><h2>Method Summary</h2><table class="summary"><tr><td>start</td></tr></table></div>
    <div data-ice="methodDetails"><h2 data-ice="title">Public Methods</h2><div class="detail"><h3 id="instance-method-start">
    <span class="access" data-ice="access">public</span> <span class="code" data-ice="name">start</span><span class="code">(speed: number)</span>
    <span class="right-info"><span data-ice="source"><a href="file/e.js.html">source</a></span></span></h3><div><p>Start at a speed.</p></div></div></div>`),
    ),
  ).toEqual([
    'esdoc',
    `Engine # Runs the widgets. | Public Methods [import {Engine} from 'widget']`,
    'Engine > start(speed: number) #instance-method-start Start at a speed.',
  ])
  expect(read(page('<h1>src/e.js</h1><pre class="source-code line-number">class Engine {}</pre>'))).toEqual([
    'esdoc-index',
  ])
})

test('Asciidoctor: callouts, the revision and the signs of footnotes are no text', () => {
  expect(
    read(`<meta name="generator" content="Asciidoctor 2.0.20"><title>Manual</title><body class="article toc2"><div id="header"><h1>Manual</h1>
    <div class="details"><span id="author">Ann</span></div><div id="toc" class="toc2"><div id="toctitle">Contents</div><ul><li><a href="#_linux">Linux</a></li></ul></div></div>
    <div id="content"><div id="preamble"><p>Lead.</p></div><div class="sect1"><h2 id="_linux">Linux</h2>
    <div class="listingblock"><pre class="highlight"><code>make <i class="conum" data-value="1"></i><b>(1)</b></code></pre></div>
    <div class="colist arabic"><table><tr><td><i class="conum" data-value="1"></i><b>1</b></td><td>Builds it.</td></tr></table></div>
    <p>As root.<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup></p>
    <dl><dt class="hdlist1"><a id="theme"></a>theme</dt><dd><p>The colours.</p></dd></dl></div></div>
    <div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Or with sudo.</div></div>
    <div id="footer"><div id="footer-text">Version 2.1<br>Last updated 2026-11-23</div></div>`),
  ).toEqual([
    'asciidoctor',
    'Manual # Lead.',
    'Manual > Linux #_linux Builds it. | As root. | 1. Or with sudo. [make]',
    'Manual > Linux > theme #theme The colours.',
  ])
})

test('Asciidoctor: labels of notes are lines of their own, whether they are texts, pictures or signs', () => {
  const note = (icon: string, content: string): string =>
    `<div class="admonitionblock"><table><tr><td class="icon">${icon}</td><td class="content">${content}</td></tr></table></div>`
  const text = `${note('<div class="title">Note</div>', 'One.')}
    ${note('<i class="fa icon-tip" title="Tip"></i>', '<div class="paragraph"><p>Two.</p></div>')}
    ${note('<img src="./images/icons/warning.png" alt="Warning">', 'Three.')}
    <table><tr><td class="icon"><i title="Four"></i></td><td>Five.</td></tr></table>`
  const head = '<meta name="generator" content="Asciidoctor 2.0.20"><title>Manual</title>'
  const lines = 'Manual # Note | One. | Tip | Two. | Warning | Three. | Five.'
  expect(read(`${head}<body><div id="header"><h1>Manual</h1></div><div id="content">${text}</div></body>`)).toEqual([
    'asciidoctor',
    lines,
  ])
  const unknown = `<title>Manual</title><body><main><h1>Manual</h1>${text}</main></body>`
  expect(read(unknown)).toEqual(['structure', lines])
})

test('DocBook: settings and options with an anchor have records', () => {
  expect(
    read(`<meta name="generator" content="DocBook XSL Stylesheets V1.79.1"><title>20.1. Connections</title><body><div class="navheader"><a rel="next" href="y.html">Next</a></div>
    <div class="sect1" id="RUNTIME"><div class="titlepage"><h2 class="title">20.1. Connections</h2></div><div class="toc"><dl class="toc"><dt id="t1"><a href="#A">A</a></dt></dl></div>
    <p>Lead.</p><div class="sect2" id="SETTINGS"><div class="titlepage"><div><div><h3 class="title">20.1.1. Settings</h3></div></div></div>
    <div class="variablelist"><dl><dt id="GUC-PORT"><span class="term"><code>port</code> (integer)</span></dt><dd><p>The port.</p></dd>
    <dt><a name="opt-q"></a><span class="term">-q</span></dt><dd><p>Says nothing.</p></dd></dl></div></div></div></body>`),
  ).toEqual([
    'docbook',
    '20.1. Connections # Lead.',
    '20.1. Connections > 20.1.1. Settings #SETTINGS -',
    '20.1. Connections > 20.1.1. Settings > port (integer) #GUC-PORT The port.',
    '20.1. Connections > 20.1.1. Settings > -q #opt-q Says nothing.',
  ])
})

test.each([
  '<link rel="stylesheet" href="../jacoco-resources/report.css"><h1>org.example</h1><table class="coverage"><tr><td>Engine</td><td>80%</td></tr></table>',
  '<body><div id="overview"><a href="../index.html">View Javadoc</a></div><pre>\n<a class="jxr_linenumber" name="L1" href="#L1">1</a>  package org.example;</pre></body>',
])('reports of coverage and sources of a Maven site have no records', (html) => {
  expect(read(html)).toEqual(['maven-report'])
})

test('a glossary of Sphinx has a record for each term, and footnotes no brackets', () => {
  expect(
    read(`<script src="_static/documentation_options.js"></script><div class="body" role="main"><section id="terms"><h1>Terms<a class="headerlink" href="#terms">¶</a></h1>
    <p>Read on.<a class="footnote-reference brackets" href="#f1" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a></p>
    <dl class="simple glossary"><dt id="term-WDG">WDG<a class="headerlink" href="#term-WDG">¶</a></dt><dd><p>The file format.</p></dd></dl>
    <aside class="footnote-list brackets"><aside class="footnote brackets" id="f1" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>A note.</p></aside></aside></section></div>`),
  ).toEqual(['sphinx', 'Terms # Read on. | A note.', 'Terms > WDG #term-WDG The file format.'])
})

test('a heading with the class that others give to the sign of its anchor is a heading', () => {
  expect(
    read('<main><h1>Page</h1><h2 id="section/token" class="heading-anchor md">Token</h2><p>Send it.</p></main>'),
  ).toEqual(['structure', 'Page # -', 'Page > Token #section/token Send it.'])
})

test('an index of Sphinx is recognised on a page without the tag of the root', () => {
  expect(
    read(`<!DOCTYPE html><head><script src="_static/documentation_options.js"></script></head><body><div class="body" role="main"><h1 id="index">Index</h1>
    <table class="indextable"><tr><td><a href="api.html#load">load()</a></td></tr></table></div></body>`),
  ).toEqual(['sphinx-index'])
})

test('a link to a name that the page does not have is no anchor of a member that has one', () => {
  expect(
    read(`<main><h1>json</h1><dl><div id="Error_2"><dt><pre><a href="x.html#Error"><span>Error</span></a> = enum</pre></dt><dd>Kinds.</dd></div></dl>
    <h2><a href="#later">Made by a script</a></h2><p>Text.</p></main>`),
  ).toEqual(['structure', 'json # -', 'json > Error = enum #Error_2 Kinds.', 'json > Made by a script #later Text.'])
})

test('fpdoc: the declaration is code; the lists of members, which open in windows of their own, have no records', () => {
  const page = (body: string): string =>
    `<html><head><title>Axle</title><link rel="stylesheet" href="../fpdoc.css"></head><body>${body}</body></html>`
  expect(
    read(
      page(`<table class="bar"><tr><td><b>[<a href="index.html">Overview</a>]</b></td><td><span class="bartitle">Reference for unit 'gears' (<a href="../index.html">#shop</a>)</span></td></tr></table>
    <h1>Axle.Turn</h1><p>[<a href="axle-1.html" onClick="window.open('axle-1.html', 'list'); return false;">Methods</a>]</p><p>Turns it.</p>
    <h2>Declaration</h2><p>Source position: gears.pp line 41</p><table><tr><td><p><tt><span class="code"><span class="kw">procedure</span> Turn;</span></tt></p></td></tr></table>
    <h2>Description</h2><p>By one tooth.</p>`),
    ),
  ).toEqual([
    'fpdoc',
    'Axle.Turn # Turns it.',
    'Axle.Turn > Declaration # - [procedure Turn;]',
    'Axle.Turn > Description # By one tooth.',
  ])
  const link = `<a href="axle.html" onClick="opener.location.href = 'axle.html'; return false;">Axle</a>`
  expect(read(page(`<table><tr><td><p>ro</p></td><td><p>${link}</p></td></tr></table>`))).toEqual(['frames'])
})

test('Scribble: definitions with their contracts, the manual as level 0', () => {
  const anchor = '(def._((lib._shop/gears..rkt)._turn~3f))'
  const { records, layout } = learnSite([], { siteName: 'Site' }).read({
    url: 'https://docs.example.com/shop/gears.html',
    html: `<html><head><title>1 Gears</title></head><body id="scribble-racket-lang-org"><div class="tocset"><div class="tocview"><div class="tocviewlist"><div class="tocviewtitle">
    <table><tr><td>►</td><td><a href="index.html" class="tocviewlink">The Workshop</a></td></tr></table></div><a href="gears.html" class="tocviewselflink">Gears</a></div></div></div>
    <div class="maincolumn"><div class="main"><div class="navsettop"><a href="index.html">top</a></div><h3>1<tt> </tt><a name="(part._gears)"></a>Gears</h3><p>They turn.</p>
    <p><div class="SIntrapara"><blockquote class="SVInsetFlow"><table class="boxed RBoxed"><tr><td><blockquote class="SubFlow"><div class="RBackgroundLabel"><p>procedure</p></div>
    <p class="RForeground"><span class="RktPn">(</span><a name="${anchor}"></a><span class="RktSym"><a href="#${encodeURIComponent(anchor)}" class="RktValDef RktValLink">turn?</a></span> <span class="RktVar">v</span><span class="RktPn">)</span> → <a href="b.html#x" class="RktValLink">boolean?</a></p></blockquote></td></tr>
    <tr><td><span class="RktVar">v</span> : any/c</td></tr></table></blockquote></div><div class="SIntrapara">Whether it turns.</div></p>
    <h4>1.1<tt> </tt><a name="(part._wear)"></a>Wear</h4><p>Oil them.</p></div></div></body></html>`,
  })
  expect(layout).toBe('scribble')
  expect(
    records.map(({ hierarchy: { lvl0, lvl2, lvl3 }, anchor: own, content }) => [lvl0, lvl2 ?? lvl3, own, content]),
  ).toEqual([
    ['The Workshop', null, '', 'They turn.'],
    ['The Workshop', '(turn? v) → boolean?', anchor, 'v : any/c\nWhether it turns.'],
    ['The Workshop', '1.1 Wear', '(part._wear)', 'Oil them.'],
  ])
})

test('Doxygen: groups are no part of the title; overrides, places in sources and names of lists are no text', () => {
  expect(
    read(`<meta name="generator" content="Doxygen 1.9.4"><title>Gears: Axle</title><div class="headertitle"><div class="title">Axle Class<div class="ingroups"><a class="el" href="g.html">Parts</a></div></div></div>
    <div class="contents"><a id="details"></a><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p>It turns.</p><p class="definition">Definition at line <a class="el" href="s.html#l7">7</a> of file <a class="el" href="s.html">a.h</a>.</p></div>
    <h2 class="groupheader">Member Function Documentation</h2><a id="a1"></a><h2 class="memtitle"><span class="permalink"><a href="#a1">◆</a></span>turn()</h2>
    <div class="memitem"><div class="memdoc"><p>Turns it, see <a class="el" href="c.html">Cog</a>. Implements all of it.</p><p>Reimplemented from <a class="el" href="b.html#a1">Base</a>.</p></div></div>
    <hr>The documentation was generated from:<ul><li><a class="el" href="axle_8h_source.html">axle.h</a></li></ul></div>`).slice(
      0,
      3,
    ),
  ).toEqual(['doxygen', 'Axle Class # -', 'Axle Class > Detailed Description #details It turns.'])
})

test('Doxygen: members with a brief description are in a list only', () => {
  const row = (member: string, cells: string): string => `<tr class="memitem:${member}">${cells}</tr>`
  const brief = (member: string, text: string): string =>
    `<tr class="memdesc:${member}"><td class="mdescLeft">&#160;</td><td class="mdescRight">${text}<br /></td></tr>`
  const left = (text: string): string => `<td class="memItemLeft">${text}</td>`
  const right = (text: string): string => `<td class="memItemRight">${text}</td>`
  expect(
    read(`<meta name="generator" content="Doxygen 1.9.4"><title>Gears: Axle</title><div class="headertitle"><div class="title">Axle Class</div></div>
    <div class="contents"><p>It turns.</p><table class="memberdecls"><tr class="heading"><td colspan="2"><h2 class="groupheader"><a id="pub-methods"></a>Public Member Functions</h2></td></tr>
    ${row('a1', left('void ') + right('<a class="el" href="axle.html#a1">turn</a> (int by)'))}${brief('a1', 'Turns it.')}
    ${row('a2', left('<a id="a2" name="a2"></a>\nvoid&#160;') + right('<b>stop</b> ()'))}${brief('a2', 'Stops it.')}
    ${row('a3', left('<a id="a3" name="a3"></a>\nint&#160;') + right('<b>teeth</b>'))}
    ${row('a4 inherit pub_methods', left('<a id="a4"></a>void ') + right('<b>roll</b> ()'))}${brief('a4 inherit', 'Rolls.')}</table>
    <h2 class="groupheader">Member Function Documentation</h2><a id="a1"></a><h2 class="memtitle"><span class="permalink"><a href="#a1">◆</a></span>turn()</h2>
    <div class="memitem"><div class="memdoc"><p>Turns it by a number of teeth.</p></div></div></div>`),
  ).toEqual([
    'doxygen',
    'Axle Class # It turns.',
    'Axle Class > void stop () #a2 Stops it.',
    'Axle Class > int teeth #a3 -',
    'Axle Class > turn() #a1 Turns it by a number of teeth.',
  ])
})

test.each([
  ['a module', '<h1>Source code for gears</h1><div class="highlight"><pre>def turn(): ...</pre></div>'],
  [
    'the list of modules',
    '<h1>All modules for which code is available</h1><ul><li><a href="gears.html">gears</a></li></ul>',
  ],
])('Sphinx: the page with the sources of %s has no records', (_, body) => {
  const page = (content: string): string =>
    `<html><head><script src="../_static/documentation_options.js"></script></head><body><div class="body" role="main">${content}</div></body></html>`
  expect(read(page(body))).toEqual(['sphinx-index'])
  const block = '<div class="highlight-python notranslate"><div class="highlight"><pre>turn()</pre></div></div>'
  expect(read(page(`<h1>Gears</h1>${block}`))).toEqual(['sphinx', 'Gears # - [turn()]'])
})

test('Redoc: method and path of an operation, which are a button, are text', () => {
  expect(
    read(`<title>Shop</title><div id="redoc"><div class="redoc-wrap"><div class="menu-content"><ul role="menu"><li data-item-id="tag/gear"><label>gear</label></li></ul></div>
    <div class="api-content"><h1>Shop (1.0)</h1><div id="tag/gear" data-section-id="tag/gear"><h2><a href="#tag/gear" aria-label="tag/gear"></a>gear</h2></div>
    <div id="tag/gear/operation/turn" data-section-id="tag/gear/operation/turn"><div><div><h2><a href="#tag/gear/operation/turn" aria-label="turn"></a>Turn a gear</h2><p>By one tooth.</p></div>
    <div><button><span type="post" class="http-verb post">post</span><span>/gears/{id}</span></button></div><h5>path Parameters</h5><table><tr><td>id</td><td>integer</td></tr></table><button>Copy</button></div></div></div></div></div>`),
  ).toEqual([
    'structure',
    'Shop (1.0) # -',
    'Shop (1.0) > gear #tag/gear -',
    'Shop (1.0) > Turn a gear #tag/gear/operation/turn By one tooth. | post/gears/{id}',
    'Shop (1.0) > Turn a gear > path Parameters #tag/gear/operation/turn id integer',
  ])
})

test('RDoc 7: methods whose elements have the class of links to anchors, constants', () => {
  expect(
    read(`<title>class Axle - Gears</title><link href="./css/rdoc.css" rel="stylesheet"><body class="class has-toc"><main role="main"><h1 id="class-axle" class="anchor-link class">class Axle</h1>
    <section class="description"><p>It turns.</p></section><section class="constants-list"><header><h3>Constants</h3></header><dl><dt id="TEETH">TEETH</dt><dd><p>How many.</p></dd></dl></section>
    <section id="public-instance-methods-details" class="method-section anchor-link"><header><h3>Public Instance Methods</h3></header>
    <div id="method-i-turn" class="method-detail anchor-link "><div class="method-header"><div class="method-heading"><a href="#method-i-turn" title="Link to this method"><span class="method-callseq">turn(by)</span></a></div>
    <div class="method-heading"><a href="#method-i-turn"><span class="method-callseq">turn(by) { … }</span></a></div></div><div class="method-controls"><details class="method-source-toggle"><summary>Source</summary></details></div>
    <div class="method-source-code"><pre>def turn</pre></div><div class="method-description"><p>Turns it.</p></div></div></section></main></body>`),
  ).toEqual([
    'rdoc',
    'class Axle # It turns. | Constants',
    'class Axle > TEETH #TEETH How many.',
    'class Axle > turn(by) turn(by) { … } #method-i-turn Turns it.',
  ])
})

test('JSDoc: the theme clean-jsdoc', () => {
  expect(
    read(`<title>Class: Axle</title><link rel="stylesheet" href="styles/clean-jsdoc-theme.min.css"><body data-theme="light"><div class="sidebar-container"><a href="Cog.html">Cog</a></div>
    <div class="main-content"><div class="main-wrapper"><section><header><h1 class="has-anchor" id="Axle">Axle</h1></header><article><p>It turns.</p>
    <p class="tag-source"><a href="axle.js.html" class="button"><span>View Source</span></a></p><h4 class="name has-anchor" id="turn"><span class="type-signature"></span>turn<span class="signature">(by)</span></h4>
    <div class="description"><p>Turns it.</p></div></article></section></div></div></body>`),
  ).toEqual(['jsdoc', 'Axle # It turns.', 'Axle > turn(by) #turn Turns it.'])
})

test('ocamldoc: values and types with their signatures, the index without records', () => {
  const page = (body: string): string =>
    `<title>Axle</title><body><div class="navbar"><a class="up" href="index.html">Up</a></div>${body}</body>`
  expect(
    read(
      page(`<h1>Module <a href="type_Axle.html">Axle</a></h1><pre><span id="MODULEAxle"><span class="keyword">module</span> Axle</span>: <a href="Axle.html">..</a></pre>
    <div class="info"><p>It turns.</p></div><h2 id="1_Turning">Turning</h2><pre><code><span id="TYPEt"><span class="keyword">type</span> t</span> = {</code></pre>
    <table class="typetable"><tr><td><code><span id="TYPEELTt.teeth">teeth</span> : int;</code></td></tr></table>}
    <pre><span id="VALturn"><span class="keyword">val</span> turn</span> : <code class="type"><a href="Axle.html#TYPEt">t</a> -> int</code></pre><div class="info"><p>Turns it.</p></div>`),
    ),
  ).toEqual([
    'ocamldoc',
    'Module Axle # It turns.',
    'Module Axle > Turning #1_Turning -',
    'Module Axle > Turning > type t = { #TYPEt teeth : int; | }',
    'Module Axle > Turning > val turn : t -> int #VALturn Turns it.',
  ])
  expect(
    read(page('<h1>Index of values</h1><table><tr><td><a href="Axle.html#VALturn">turn</a></td></tr></table>')),
  ).toEqual(['ocamldoc-index'])
})

test('Doxygen: a member of a list whose type is described on the page has its own anchor', () => {
  const lines =
    read(`<meta name="generator" content="Doxygen 1.9.4"><div class="headertitle"><div class="title">Gear Class</div></div><div class="contents">
    <table class="memberdecls"><tr class="memitem:a1"><td class="memItemLeft"><a id="a1" name="a1"></a> <a class="el" href="x.html#a2">Gear::State</a>&#160;</td><td class="memItemRight"><b>state</b> ()</td></tr></table>
    <a id="a2" name="a2"></a><h2 class="memtitle"><span class="permalink"><a href="#a2">&#9670;&nbsp;</a></span>State</h2>
    <div class="memitem"><div class="memproto"><table class="memname"><tr><td class="memname">enum Gear::State</td></tr></table></div><div class="memdoc"><p>Turns or stands.</p></div></div></div>`)
  expect(lines).toEqual([
    'doxygen',
    'Gear Class # -',
    'Gear Class > Gear::State state () #a1 -',
    'Gear Class > State #a2 Turns or stands. [enum Gear::State]',
  ])
})
