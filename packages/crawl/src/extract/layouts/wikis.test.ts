/** Small pages with the markup of wikis. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

const read = (html: string, others: readonly string[] = []): string[] => {
  const pages = [html, ...others].map((one, at) => ({ url: `https://wiki.example.com/${at}.html`, html: one }))
  const [page = { url: '', html }] = pages
  const { layout, records } = learnSite(pages, {}).read(page)
  const lines = records.map(({ hierarchy, anchor, content, code }) => {
    const trail = Object.values(hierarchy).filter((text) => text !== null)
    return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}${code === undefined ? '' : ` [${code}]`}`
  })
  return [layout, ...lines]
}

const mediaWiki = (classes: string, text: string): string =>
  `<html lang="en"><head><title>Gears - Workshop</title></head>
  <body class="mediawiki ${classes}"><div id="siteNotice"><p>Closed on Sunday.</p></div><h1 id="firstHeading"><span class="mw-page-title-main">Gears</span></h1>
  <div id="bodyContent"><div id="siteSub" class="noprint">From Workshop</div><a class="mw-jump-link" href="#searchInput">Jump to search</a>
  <div id="mw-content-text"><div class="mw-parser-output">${text}</div><div class="printfooter">Retrieved from <a href="/w">there</a></div></div>
  <div id="catlinks" class="catlinks"><ul><li><a href="/c">Machines</a></li></ul></div></div></body></html>`

test('MediaWiki: the article without links to edit, navigation boxes and categories; a reference belongs to its section', () => {
  const edit = '<span class="mw-editsection">[<a href="/w?action=edit&amp;section=1">edit</a>]</span>'
  const text = `<div role="note" class="hatnote navigation-not-searchable">For toys, see <a href="/toys">Toys</a>.</div>
    <p>They turn.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup></p>
    <div id="toc" class="toc" role="navigation"><h2>Contents</h2><ul><li><a href="#Wear">Wear</a></li></ul></div>
    <div class="mw-heading mw-heading2"><h2 id="Wear">Wear</h2>${edit}</div><p>Oil them.</p>
    <h3><span class="mw-headline" id="Tools">Tools</span>${edit}</h3><table class="wikitable"><tr><th>Tool</th></tr><tr><td>File</td></tr></table>
    <ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><a href="#cite_ref-1">↑</a></span> <span>A book.</span></li></ol>
    <div class="navbox" role="navigation"><table><tr><td><a href="/cogs">Cogs</a></td></tr></table></div>`
  expect(read(mediaWiki('ns-0 ns-subject action-view', text))).toEqual([
    'mediawiki',
    'Workshop > Gears # They turn. | A book.',
    'Workshop > Gears > Wear #Wear Oil them.',
    'Workshop > Gears > Wear > Tools #Tools Tool | File',
  ])
  for (const other of ['ns--1 ns-special', 'ns-1 ns-talk', 'ns-0 action-history'])
    expect(read(mediaWiki(other, '<p>A list.</p>'))).toEqual(['mediawiki-index'])
})

test('Confluence: the name of the space is that of the site; authors, attachments and comments are no text', () => {
  const page = (title: string, text: string): string =>
    `<html><head><title>Workshop : ${title}</title></head><body class="theme-default"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs">
    <li class="first"><span><a href="index.html">Workshop</a></span></li></ol></div><h1 id="title-heading"><span id="title-text"> Workshop : ${title} </span></h1></div>
    <div id="content" class="view"><div class="page-metadata">Created by <span class="author">Ann</span> on May 01, 2026</div>
    <div id="main-content" class="wiki-content group">${text}</div>
    <div class="pageSection group"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2><a href="a/1.png">gear.png</a></div></div></body></html>`
  const text = `<p></p><div class="toc-macro"><ul><li><a href="#Gears-Wear">Wear</a></li></ul></div><p>They turn.</p><h1 id="Gears-Wear">Wear</h1>
    <div class="code panel"><div class="codeHeader panelHeader"><b>oil.sh</b></div><div class="codeContent"><pre class="syntaxhighlighter-pre">oil --all</pre></div></div>
    <div class="confluence-information-macro"><div class="confluence-information-macro-body"><p>Wear gloves.</p></div></div>`
  expect(read(page('Gears', text), [page('Cogs', '<p>Small.</p>'), page('Axles', '<p>Long.</p>')])).toEqual([
    'confluence',
    'Workshop > Gears # They turn.',
    'Workshop > Gears > Wear #Gears-Wear Wear gloves. [oil --all]',
  ])
})
