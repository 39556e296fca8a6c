/** Pages of sites without a known layout: their whole text, their own title, and nothing of the frame. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

interface Page {
  name: string
  html: string
}

/** Lines of the records of one page among the others of its site: the title, the anchor, the content. */
function read(pages: readonly Page[], name: string): string[] {
  const all = pages.map((page) => ({ url: `https://docs.example.com/${page.name}.html`, html: page.html }))
  const page = all.find(({ url }) => url.endsWith(`/${name}.html`))
  if (page === undefined) return []
  return learnSite(all, { siteName: 'Site' })
    .read(page)
    .records.map(({ hierarchy, anchor, content }) => {
      const [, ...trail] = Object.values(hierarchy).filter((text) => text !== null)
      return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}`
    })
}

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa', 'lambda', 'mu']

test('a page without the element of most contents has all its text', () => {
  const page = (name: string, within: (text: string) => string): Page => ({
    name,
    html: `<title>${name}</title><body><div class="container"><h1>Module ${name}</h1>
    ${within(`<p>The text of ${name} about its use, which is long enough.</p><p>A second paragraph for ${name}.</p>`)}
    <div class="row"><div class="columns">Made with a tool</div></div></div></body>`,
  })
  const pages = [
    ...words.map((word) =>
      page(word, (text) => `<div class="row"><div class="nine columns" id="content">${text}</div></div>`),
    ),
    page('guide', (text) => text),
  ]
  expect(read(pages, 'guide')[0]).toMatch(
    /^Module guide # The text of guide about its use, which is long enough\. \| A second paragraph for guide\./,
  )
})

test('a list of pages without the content of the others has no text of the boxes beside it', () => {
  const boxes = `<div class="boxes"><div>Ann Other</div><div>Articles 12</div><a href="latest.html">Latest: zeta</a></div>`
  const post = (name: string): Page => ({
    name,
    html: `<title>On ${name}</title><body><main id="inner"><div id="post"><article class="text"><p>It turns ${name} well.</p>
    <p>Nothing else turns ${name}, whatever you have heard of it.</p></article></div>${boxes}</main></body>`,
  })
  const links = words.map((name) => `<div class="entry"><a href="${name}.html">On ${name}</a></div>`).join('')
  const list: Page = {
    name: 'archive',
    html: `<title>Archive</title><body><main id="inner"><div id="list"><h1>Archive</h1>${links}</div>${boxes}</main></body>`,
  }
  const [line = ''] = read([...words.map(post), list], 'archive')
  expect(line).toMatch(/^Archive # On alpha \| .*On mu$/)
})

test('texts of the frame before and after the content of some pages are left out', () => {
  const menu = '<div><a href="/">Gears</a></div><div>Small. Fast.</div><div><a href="about.html">About</a></div>'
  const pages = words.map((name, index) => ({
    name,
    html: `<title>On ${name}</title><body>${menu}${index % 2 === 0 ? `<div class="text">` : ''}<h1>On ${name}</h1><p>It turns ${name} well.</p>
    <p>Nothing else turns ${name}.</p>${index % 2 === 0 ? '</div>' : ''}<p>Ask the list</p></body>`,
  }))
  for (const name of ['alpha', 'beta'])
    expect(read(pages, name)).toEqual([`On ${name} # It turns ${name} well. | Nothing else turns ${name}.`])
})

test('an alphabetical index has no records, a page of links with another title has', () => {
  const links = Array.from({ length: 120 }, (_, index) => `<li><a href="m${index}.html#f">function_${index}</a></li>`)
  const page = (title: string): Page => ({
    name: 'a',
    html: `<title>${title}</title><body><h1>${title}</h1><ul>${links.join('')}</ul></body>`,
  })
  expect(read([page('Function Index')], 'a')).toEqual([])
  expect(read([page('Functions')], 'a')).toHaveLength(1)
})

test('members without a description are kept, though the link to their source is on all pages', () => {
  const pages = words.map((name) => ({
    name,
    html: `<title>${name}</title><body><h1>${name}</h1><p>The module ${name}.</p><dl><div id="get_${name}"><dt>get_${name}()</dt><dd>Source</dd></div></dl>
    <h2 id="help">Help</h2><p>Ask the list</p></body>`,
  }))
  expect(read(pages, 'mu')).toEqual(['mu # The module mu.', 'mu > get_mu() #get_mu -'])
})

test.each([
  ['Gears Manual: Section 4.2', '4.2 Wheels'],
  ['Gears Guide: Wheels', '4. Wheels'],
  ['Gears (ref) - Chapter 4: Wheels', '4 Wheels'],
  ['Gears Manual: 4.2.1 Small Wheels', '4.2.1 Small Wheels'],
])('%s: the first heading of the content is the title', (head, heading) => {
  const html = `<title>${head}</title><body><h2 id="s4">${heading}</h2><p>They turn.</p><h3 id="s41">Round</h3><p>All are.</p></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual([`${heading} # They turn.`, `${heading} > Round #s41 All are.`])
})

test.each([
  ['<a href="a.html">&lt;</a>', '<a href="c.html">&gt;</a>'],
  ['<a href="a.html"> &lt;&lt; Days </a>', '<a href="c.html"> Years &gt;&gt; </a>'],
  ['<a href="a.html"><img src="l.png" alt="Prev"></a>', '<a href="c.html"><img src="r.png" alt="Next"></a>'],
])('a table of links to the pages around this one is no text, and keeps no heading from its anchor: %s', (...steps) => {
  const pager = `<table><tr><td>[${steps.join(']</td><td>[')}]</td><td>[<a href="index.html">Contents</a>]</td></tr></table>`
  const html = `<title>Dates</title><body><h1 id="top">Dates</h1><p>Lead.</p><hr><a name="Format"></a>${pager}<h3>Format</h3><p>Days first.</p></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual(['Dates # Lead.', 'Dates > Format #Format Days first.'])
})

test('sections inside each other with the same class are one content, and chapters of several have all of them', () => {
  const section = (id: string, text: string): string =>
    `<div class="section"><div class="titlepage"><h3><a id="${id}"></a>Part ${id}</h3></div><p>${text}</p></div>`
  const menu = '<p id="title"><a href="/">Gears</a></p><ul class="docnav"><li><a href="x.html">Next</a></li></ul>'
  const leaf = words.map((name) => ({
    name,
    html: `<title>${name}</title><body>${menu}<div class="section"><div class="titlepage"><h2>${name}</h2></div><p>The text of ${name}.</p>
    ${section(`${name}1`, `It turns ${name} well.`)}${section(`${name}2`, `It stops ${name} too.`)}</div></body>`,
  }))
  const chapter = {
    name: 'chapter',
    html: `<title>Chapter</title><body>${menu}<div class="chapter"><div class="titlepage"><h2>Chapter</h2></div><p>About all.</p>
    ${section('a', 'The first of both.')}${section('b', 'The second of both.')}</div></body>`,
  }
  const pages = [...leaf, chapter]
  expect(read(pages, 'mu')).toEqual([
    'mu # The text of mu.',
    'mu > Part mu1 #mu1 It turns mu well.',
    'mu > Part mu2 #mu2 It stops mu too.',
  ])
  expect(read(pages, 'chapter')).toEqual([
    'Chapter # About all.',
    'Chapter > Part a #a The first of both.',
    'Chapter > Part b #b The second of both.',
  ])
})

test('a section whose anchor is made of its heading is content, though the name is that of a part of a frame', () => {
  const html = `<title>Lists</title><body><h1>Lists</h1><p>Lead.</p><div class="section" id="pagination"><h2>2.1 Pagination</h2><p>Ten on each page.</p></div>
  <section id="cookies-1"><h2>Cookies</h2><p>One for each list.</p></section><div id="share"><h4>Share</h4><p>Post it</p></div>
  <div class="cookie-banner" id="cookies"><h2>Cookies</h2><p>We use some.</p></div></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual([
    'Lists # Lead.',
    'Lists > 2.1 Pagination #pagination Ten on each page.',
    'Lists > Cookies #cookies-1 One for each list.',
    'Lists > Cookies > Share #share Post it',
  ])
})

test('a box called sidebar with sentences is content, one with links is not', () => {
  const box =
    'A wheel that turns alone has an axle of its own, which is longer than that of a wheel in a train of wheels.'
  const html = `<title>Gears</title><body><h1>Gears</h1><p>Lead.</p><div class="sidebar"><p class="title"><b>Note</b></p><p>${box}</p></div>
  <div class="sidebar"><p><a href="b.html">The wheels of clocks, and those of mills, and all the other ones that turn slowly</a></p><p><a href="c.html">Axles</a></p></div></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual([`Gears # Lead. | Note | ${box}`])
})

test('the anchor of a heading that is a link to the contents is its own name', () => {
  const html = `<title>Gears</title><body><h1>Gears</h1><h2><a href="#contents" name="wheels">Wheels</a></h2><p>They turn.</p>
  <h2><a href="#contents" name="axles">Axles</a></h2><p>They do not.</p><h2 id="contents">Contents</h2><p>None.</p></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual([
    'Gears # -',
    'Gears > Wheels #wheels They turn.',
    'Gears > Axles #axles They do not.',
    'Gears > Contents #contents None.',
  ])
})

test('a heading that most pages share is the title of none of them, though it is not the name of the site', () => {
  const page = (name: string, banner: string): Page => ({
    name,
    html: `<title>7. The ${name}</title><body><h1><a href="/">Gears Small</a> Works</h1><div id="inner"><div id="content">${banner}
    <h2 id="c">Chapter 7 - The ${name}</h2><p>The text of ${name}.</p><h3 id="use">Use</h3><p>Turn ${name}.</p></div></div></body>`,
  })
  const outside = words.map((word) => page(word, ''))
  const lines = ['Chapter 7 - The mu # The text of mu.', 'Chapter 7 - The mu > Use #use Turn mu.']
  expect(read(outside, 'mu')).toEqual(lines)
  const inside = words.map((word) => page(word, '<h1 align="center">Wheelworks</h1>'))
  expect(read(inside, 'mu')).toEqual(lines)
})

test('links to translations of a page are no text', () => {
  const html = `<title>Gears</title><body><h1>Gears</h1><div><p><span>Available languages:</span> <a href="de/" hreflang="de" rel="alternate">de</a>
  | <a href="fr/" hreflang="fr" rel="alternate">fr</a></p></div><p>They turn.</p></body>`
  expect(read([{ name: 'a', html }], 'a')).toEqual(['Gears # They turn.'])
})

test('a list of all chapters is no group of a page', () => {
  const pages = words.map((name) => ({
    url: `https://docs.example.com/${name}.html`,
    html: `<title>${name}</title><body><nav><h3>Chapters</h3><ul>${words.map((one) => `<li><a href="${one}.html">${one}</a></li>`).join('')}</ul></nav>
    <div id="content"><h1>${name}</h1><p>The text of ${name}.</p></div></body>`,
  }))
  expect(pages.slice(0, 1).map((page) => learnSite(pages, { siteName: 'Gears' }).read(page).group)).toEqual(['Gears'])
})

test('a site whose tools share no name does not have that of its smallest part', () => {
  const url = (name: string): string => `https://docs.example.com/${name}.html`
  const part = Array.from({ length: 10 }, (_, index) => ({
    url: url(`t${index}`),
    html: `<title>t${index}</title><meta name="generator" content="DocBook XSL Stylesheets V1.79"><link rel="home" href="index.html" title="Tutorial">
    <body><div class="chapter"><div class="titlepage"><h2 class="title">Part ${index}</h2></div><p>Turn ${index} times.</p></div></body>`,
  }))
  const modules = Array.from({ length: 50 }, (_, index) => ({
    url: url(`m${index}`),
    html: `<title>Module ${index}</title><body><h1>Module ${index}</h1><p>The text of ${index}.</p></body>`,
  }))
  const site = learnSite([...part, ...modules], {})
  expect(modules.slice(0, 2).map((page) => site.read(page).group)).toEqual(['docs.example.com', 'docs.example.com'])
})

test('a chapter is read whole, though its section is the content of most pages', () => {
  const section = (name: string): string =>
    `<div class="sect1"><h1 class="sect1">${name}</h1><p>All about ${name}, which is long enough to be the text.</p></div>`
  const page = (name: string, body: string): Page => ({
    name,
    html: `<title>${name}</title><body><div class="nav"><a href="alpha.html">First</a></div>${body}</body>`,
  })
  const pages = words.map((word) => page(word, section(word)))
  const inner =
    '<div class="sect1"><h1><a name="use">Use</a></h1><p>How to use them, in a section of the chapter.</p></div>'
  pages.push(page('gears', `<div class="chapter"><h1>gears</h1><ol><li>They turn.</li></ol>${inner}</div>`))
  expect(read(pages, 'gears')).toEqual([
    'gears # They turn.',
    'gears > Use #use How to use them, in a section of the chapter.',
  ])
})
