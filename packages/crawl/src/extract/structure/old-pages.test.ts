/** Conventions of pages whose generator has no row in the table of layouts, as older programs write them. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

/** A line for each record of a page: its trail, the anchor, the content. */
function read(html: string, others: readonly string[] = []): string[] {
  const pages = [html, ...others].map((text, index) => ({
    url: `https://docs.example.com/${index === 0 ? 'page' : index}.html`,
    html: text,
  }))
  const [first = { url: '', html: '' }] = pages
  return learnSite(pages, others.length === 0 ? { siteName: 'docs.example.com' } : {})
    .read(first)
    .records.map(({ hierarchy, anchor, content }) => {
      const trail = Object.values(hierarchy).filter((text) => text !== null)
      return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}`
    })
}

const head = (title: string): string => `<html><head><title>${title}</title></head>`

test('lines with nothing but a link within the page are its table of contents', () => {
  const sections = '<h2><a name="NAME">NAME</a></h2><p>gear - turns</p><h2><a name="USE">USE</a></h2><p>gear FILE</p>'
  const expected = [
    'docs.example.com > gear # -',
    'docs.example.com > gear > NAME #NAME gear - turns',
    'docs.example.com > gear > USE #USE gear FILE',
  ]
  expect(
    read(`${head('gear')}<h1>gear</h1><a href="#NAME">NAME</a><br><a href="#USE">USE</a><br><hr>${sections}`),
  ).toEqual(expected)
  const blocks = '<div><div><a href="#NAME">NAME</a></div> <div><a href="page.html#USE">USE</a></div></div>'
  expect(read(`${head('gear')}<h1>gear</h1>${blocks}${sections}`)).toEqual(expected)
  expect(read(`${head('gear')}<h1>gear</h1><p>See <a href="#USE">USE</a>.</p>${sections}`)[0]).toBe(
    'docs.example.com > gear # See USE.',
  )
})

test('the line with the links to the next and the previous page is no text', () => {
  const pager =
    '<p>Next: <a href="b.html" rel="next">Teeth</a>, Up: <a href="." rel="up">Gears</a> [<a href="i.html" rel="index">Index</a>]</p>'
  expect(read(`${head('Axle')}<body>${pager}<h1>Axle</h1><p>It turns.</p></body>`)).toEqual([
    'docs.example.com > Axle # It turns.',
  ])
})

test('members begin with their name in paragraphs and cells that have an anchor', () => {
  const member = (name: string): string =>
    `<p id="gear-${name}"><b class="header">${name}</b><code>gear.${name}(<a href="#gear">gear</a>)</code><br>About ${name}.</p><pre>${name}()</pre>`
  const names = ['turn', 'stop', 'mesh']
  expect(
    read(`${head('Gears')}<h1>API</h1><h2 id="gear">Gear</h2><p>All of it.</p>${names.map(member).join('')}`),
  ).toEqual([
    'docs.example.com > API # -',
    'docs.example.com > API > Gear #gear All of it.',
    ...names.map((name) => `docs.example.com > API > Gear > ${name} #gear-${name} gear.${name}(gear) | About ${name}.`),
  ])
  const classes = ['gear', 'axle'].map(
    (one) =>
      `<h2 id="${one}">${one}</h2>${[...'abcdefghijk'].map((name) => `<p id="${one}-${name}"><b>${name}</b> About ${name}.</p>`).join('')}`,
  )
  const anchors = (lines: readonly string[]): (string | undefined)[] => lines.map((line) => / #(\S*)/.exec(line)?.[1])
  expect(anchors(read(`${head('Gears')}<h1>API</h1>${classes.join('')}`))).toHaveLength(1 + 2 * 12)
  const row = (name: string): string =>
    `<table><tr><td>public</td><td><a name="${name}"></a><code>procedure ${name};</code></td></tr></table><p>About ${name}.</p>`
  expect(read(`${head('Gears')}<h1>Gear</h1><h2 id="methods">Methods</h2>${names.map(row).join('')}`).slice(2)).toEqual(
    names.map(
      (name, index) =>
        `docs.example.com > Gear > Methods > procedure ${name}; #${name} About ${name}.${index < 2 ? ' | public' : ''}`,
    ),
  )
})

test('paragraphs with anchors that seldom begin with a name, or with the same one, are text', () => {
  const paragraphs = (words: readonly string[]): string =>
    words.map((word, index) => `<p id="p${index}">${word} number ${index} is said here.</p>`).join('')
  const count = (words: readonly string[]): number =>
    read(`${head('Law')}<h1>Law</h1>${paragraphs(words)}<h2 id="end">End</h2>`).length
  expect(count(['<b>Rule</b>', 'That', 'This', '<b>Part</b>', '<b>Line</b>', 'It', 'So', 'As'])).toBe(2)
  expect(count(['<b>Note</b>', '<b>Note</b>', '<b>Note</b>', '<b>Note</b>'])).toBe(2)
  expect(count(['<b>Note:</b>', '<b>Hint:</b>', '<b>Tip:</b>'])).toBe(2)
})

test('the heading of a page is its title, though its number is not in that of the head', () => {
  const page = (number: string, name: string): string =>
    `${head(`${name} (The Gear manual)`)}<body><h3 id="${name}">${number} ${name}</h3><p>About ${name}.</p></body>`
  const [first = '', ...others] = [page('4.9', 'Axles'), page('4.10', 'Cogs'), page('Appendix A.', 'Rods')]
  expect(read(first, others)).toEqual(['The Gear manual > 4.9 Axles # About Axles.'])
})

test('the name of a site has neither its version nor the words of its generator', () => {
  const [first = '', ...others] = ['Axle', 'Cog', 'Rod'].map(
    (name) => `${head(`${name} (Gears 1.0-SNAPSHOT API)`)}<h1>Class ${name}</h1><p>About ${name}.</p>`,
  )
  expect(read(first, others)).toEqual(['Gears > Class Axle # About Axle.'])
})

test('the name before the title is that of the site on most pages only', () => {
  const page = (unit: string, name: string): string =>
    `${head(`${unit}: Class ${name}`)}<h1>Class ${name}</h1><p>About ${name}.</p>`
  const [first = '', ...others] = ['Axle', 'Cog', 'Rod', 'Pin', 'Wheel'].map((name, index) =>
    page(index < 2 ? 'Parts' : name, name),
  )
  expect(read(first, others)).toEqual(['docs.example.com > Class Axle # About Axle.'])
})

test('a page without the content that the others have is not read with its frame', () => {
  const page = (kind: string, name: string): string =>
    `${head(name)}<body><div id="header"><h2>Made with Gears ${name}</h2></div><div class="${kind}"><h1>${name}</h1><p>About ${name}.</p></div></body>`
  const others = ['Cog', 'Rod', 'Pin', 'Wheel'].map((name) => page('namespace', name))
  expect(
    read(
      page('document', 'Axle').replace(' Axle</h2>', '</h2>'),
      others.map((one) => one.replace(/ \w+<\/h2>/, '</h2>')),
    ),
  ).toEqual(['docs.example.com > Axle # About Axle.'])
})

test('the name of the program that wrote the page is no text', () => {
  for (const line of ['Generated by GearDoc, May 26 2017.', 'Produced by GearDoc 2.16', 'Created with GearDoc 0.8'])
    expect(read(`${head('Axle')}<h1>Axle</h1><p>Plans are generated by readers.</p><hr><p><i>${line}</i></p>`)).toEqual(
      ['docs.example.com > Axle # Plans are generated by readers.'],
    )
})

test('the heading that begins the content is the title, though the menu of all pages has its text', () => {
  const menu = '<h1>gears</h1><ul><li><a href="a.html">axle.lua</a></li><li><a href="b.html">cog.lua</a></li></ul>'
  const page = (name: string): string =>
    `${head('Reference')}<body><div id="menu">${menu}</div><div id="content"><h2>${name}</h2><p>About ${name} and more.</p></div></body>`
  const others = ['cog.lua', 'rod.lua', 'pin.lua'].map(page)
  expect(read(page('axle.lua'), others)).toEqual(['Reference > axle.lua # About axle.lua and more.'])
})

test('the heading without an anchor above chapters of level 1 is the title', () => {
  const chapters = ['Users', 'Orders'].map((name) => `<h1 id="${name}">${name}</h1><p>About ${name}.</p>`).join('')
  expect(read(`${head('API documentation')}<h1>Gears API</h1><p>All of it.</p>${chapters}`)).toEqual([
    'docs.example.com > Gears API # All of it.',
    'docs.example.com > Gears API > Users #Users About Users.',
    'docs.example.com > Gears API > Orders #Orders About Orders.',
  ])
})

test('the content of a page is within the elements that are around it on the other pages', () => {
  const page = (name: string, around = 'article'): string =>
    `${head(name)}<body><div id="banner"><div class="inner">Gears</div></div><div id="content"><div class="${around}"><div class="inner"><h1>${name}</h1><p>About ${name} and more.</p></div></div></div></body>`
  const others = ['Cog', 'Rod', 'Pin', 'Wheel'].map((name) => page(name))
  expect(read(page('Axle', 'home'), others)).toEqual(['docs.example.com > Axle # About Axle and more.'])
})

test('the home page has the title of its head, not that of its first part', () => {
  const page = (name: string, text: string): string =>
    `${head(name)}<body><h1><a href="/">Gears</a></h1><div id="content">${text}</div></body>`
  const others = ['Cog', 'Rod', 'Pin', 'Wheel'].map((name) =>
    page(`${name} | Gears`, `<h1>${name}</h1><p>About ${name} and more.</p>`),
  )
  expect(read(page('Gears', '<h3>Fast</h3><p>It turns fast.</p>'), others)[0]).toBe('Gears > Gears # -')
  expect(
    read(
      page(
        'Gears',
        '<p>It turns fast. <a href="https://github.com/gears/docs/edit/main/index.md">Edit this page</a></p>',
      ),
      others,
    ),
  ).toEqual(['Gears > Gears # It turns fast.'])
})

test('the heading with the title of the head is the title, though other pages link to it', () => {
  const menu = ['Axle', 'Cog', 'Rod'].map((name) => `<a href="${name}.html">${name}</a>`).join(' ')
  const page = (name: string): string =>
    `${head(name)}<body><h1>${name}</h1><div id="menu">${menu}</div><div id="content"><h1 id="types">Types of gears</h1><p>About ${name} and more.</p></div></body>`
  expect(read(page('Axle'), ['Cog', 'Rod'].map(page))).toEqual([
    'docs.example.com > Axle # -',
    'docs.example.com > Axle > Types of gears #types About Axle and more.',
  ])
})

test('neither headings for browsers without scripts nor texts for screen readers are in titles', () => {
  const page = (name: string): string =>
    `${head(name)}<body><noscript><h1>This page requires scripts.</h1></noscript><div class="hero"><h1>${name}s</h1></div><div id="content">
    <h2 id="use"><a href="#use" class="header-anchor">Use<span class="visuallyhidden">in page link</span></a></h2><p>About ${name} and more.</p></div></body>`
  expect(read(page('Axle'), ['Cog', 'Rod'].map(page))).toEqual([
    'docs.example.com > Axles # -',
    'docs.example.com > Axles > Use #use About Axle and more.',
  ])
})

test('a heading over the contents of the page, at its beginning or its end, is no section', () => {
  const sections = '<h3 id="axles">Axles</h3><p>They turn.</p><h3 id="cogs">Cogs</h3><p>They bite.</p>'
  const expected = [
    'docs.example.com > Gears > Axles #axles They turn.',
    'docs.example.com > Gears > Cogs #cogs They bite.',
  ]
  const list = '<ul><li><a href="#axles">Axles</a></li><li><a href="#cogs">Cogs</a></li></ul>'
  const terms = '<dl><dt><a href="#axles">Axles</a><dd><dt><a href="#cogs">Cogs</a><dd></dl>'
  const page = (first: string, last: string): string[] =>
    read(`${head('Gears')}<h1>Gears</h1>${first}${sections}${last}`).filter((line) => !line.endsWith('Gears # -'))
  expect(page(`<h3 id="Table_of_Contents">Table of Contents</h3>${list}`, '')).toEqual(expected)
  const end = `<a name="index">&nbsp;</a><h2>Index</h2>${terms}`
  expect(page('', end)).toEqual(expected)
  expect(page('', `${end}<hr>This document was created by\n<i>gear2html</i>.<br>\nTime: 09:32:39`)).toEqual(expected)
  expect(page(`<h3 id="c">2. Table of Contents</h3>${list}`, '')).toEqual(expected)
  // With a text of its own it is a section: a documented directory.
  expect(page('<h3 id="c">Contents</h3><p>A box of gears.</p>', '')).toEqual([
    'docs.example.com > Gears > Contents #c A box of gears.',
    ...expected,
  ])
})

test('lines about the program that wrote the page are no text', () => {
  const lines =
    'This document was created by\n<i>gear2html</i> using the manual pages.<br>\nTime: 09:32:39 GMT, July 04, 2025'
  expect(
    read(`${head('Axle')}<h1>Axle</h1><p>This page was\ncreated by readers.</p><p>It turns.</p><hr>${lines}`),
  ).toEqual(['docs.example.com > Axle # This page was | created by readers. | It turns.'])
})

test('a site whose pages do not have its name has that of its first page', () => {
  const page = (url: string, title: string): { url: string; html: string } => ({
    url: `https://docs.example.com${url}`,
    html: `${head(title)}<h1>${title}</h1><p>About ${title}.</p>`,
  })
  const groupsOf = (...pages: { url: string; html: string }[]): (string | undefined)[] => {
    const site = learnSite(pages, {})
    return pages.slice(0, 1).map((one) => site.read(one).group)
  }
  const others = [page('/manual/cog.html', 'Cog'), page('/manual/parts/', 'Parts')]
  expect(groupsOf(...others, page('/manual/', 'Gears User Manual'))).toEqual(['Gears User Manual'])
  expect(groupsOf(...others, page('/manual/index.html', 'Welcome to Gears!'))).toEqual(['Gears'])
  // Names of any first page, and pages that are not above all others, tell nothing of the site.
  expect(groupsOf(...others, page('/manual/', 'Introduction'))).toEqual(['docs.example.com'])
  expect(groupsOf(...others, page('/other/', 'Gears User Manual'))).toEqual(['docs.example.com'])
  // The only page of a site has its name.
  expect(groupsOf(page('/manual/', 'Gears User Manual'))).toEqual(['Gears User Manual'])
  expect(groupsOf(page('/gears.html', 'Gears'))).toEqual(['Gears'])
})

test('a site whose titles do not have its name has that of the links to its first page, as its parts have theirs', () => {
  const page = (url: string, title: string, logo: string): { url: string; html: string } => ({
    url: `https://docs.example.com${url}`,
    html: `${head(title)}<div><a href="index.html">${logo}</a> <a href="#top">Top</a></div><h1>${title}</h1><p>About ${title}.</p>`,
  })
  const partOf = (folder: string, logo: string): { url: string; html: string }[] => [
    page(`${folder}index.html`, 'Introduction', logo),
    ...['Cog', 'Axle', 'Belt'].map((title) => page(`${folder}${title}.html`, `${title} of ${folder}`, logo)),
  ]
  const groupsOf = (pages: { url: string; html: string }[]): string[] => {
    const site = learnSite(pages, {})
    return [...new Set(pages.map((one) => site.read(one).group))]
  }
  expect(groupsOf(partOf('/', '<img src="logo.png" alt="Gears">'))).toEqual(['Gears'])
  expect(groupsOf(partOf('/', 'Home'))).toEqual(['docs.example.com'])
  const below = partOf('/', 'Home').map(({ url, html }) => ({ url, html: `${html}<a href="/">main file</a>` }))
  expect(groupsOf(below)).toEqual(['docs.example.com'])
  expect(groupsOf([...partOf('/gears/', 'Gears'), ...partOf('/gears/wheels/', 'Wheels')])).toEqual(['Gears', 'Wheels'])
})

test('a page without a title has the name of its address', () => {
  const titleAt = (url: string): string | undefined =>
    learnSite([], { siteName: 'Gears' }).read({ url, html: '<body><p>It turns.</p></body>' }).records[0]?.hierarchy
      .lvl1 ?? undefined
  expect(titleAt('https://docs.example.com/parts/wheel_map.html')).toBe('wheel map')
  expect(titleAt('https://docs.example.com/Gro%C3%9Fe-Teile/')).toBe('Große Teile')
  expect(titleAt('https://docs.example.com/')).toBe('docs.example.com')
})

test('the numbers of paragraphs are no text', () => {
  const numbered = (number: string): string => `<div class="n"><a name="p${number}">${number}</a></div>`
  expect(
    read(
      `${head('Axle')}<h1>Axle</h1>${numbered('1')}<div>It turns.</div>${numbered('2/3')}<div>See <a name="x">3</a>.</div>`,
    ),
  ).toEqual(['docs.example.com > Axle # It turns. | See 3.'])
})
