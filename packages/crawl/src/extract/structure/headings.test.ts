/** Headings of pages without a known layout: titles, groups, and headings without an anchor. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'
import { withoutSiteName } from './site-names.ts'

/** A line for each record of the first page: its trail, the anchor, the content. */
function read(...pages: readonly string[]): string[] {
  const all = pages.map((html, index) => ({ url: `https://docs.example.com/${index}.html`, html }))
  const [first = { url: '', html: '' }] = all
  const { records } = learnSite(all, { siteName: 'Site' }).read(first)
  expect(new Set(records.map(({ objectID }) => objectID)).size).toBe(records.length)
  return records.map(({ hierarchy, anchor, content }) => {
    const trail = Object.values(hierarchy).filter((text) => text !== null)
    return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}`
  })
}

test('a heading without an anchor begins a section at the anchor before it', () => {
  expect(
    read(`<title>Gears</title><h1>Gears</h1><h2 id="use">Use</h2><p>Turn it.</p><h3>Oil</h3><p>Monthly.</p>
      <div class="note"><h3>Careful</h3><p>Hot.</p></div><h3>Example</h3><p>One.</p><h2>Kinds</h2><h3 id="cog">Cog</h3><p>Big.</p>
      <h3>Example</h3><p>Two.</p><h3>Empty</h3>`),
  ).toEqual([
    'Site > Gears # -',
    'Site > Gears > Use #use Turn it.',
    'Site > Gears > Use > Oil #use Monthly. | Careful | Hot. | Example | One.',
    'Site > Gears > Kinds #use -',
    'Site > Gears > Kinds > Cog #cog Big. | Example | Two. | Empty',
  ])
})

test('a link with a name around a heading is its anchor', () => {
  expect(
    read(`<title>Gears</title><h1>Gears</h1><a href="#g1" id="g1"><h2>Use</h2></a><p>Turn it.</p>
      <a name="oil"><h2>Oil</h2></a><p>Monthly.</p><a href="other.html" id="card"><h2>Axles</h2></a><p>Long.</p>`),
  ).toEqual([
    'Site > Gears # -',
    'Site > Gears > Use #g1 Turn it.',
    'Site > Gears > Oil #oil Monthly.',
    'Site > Gears > Axles #oil Long.',
  ])
})

test('sections of a page whose headings have no anchors are records of their own', () => {
  expect(read('<title>Gears</title><h1>Gears</h1><h2>Use</h2><p>Turn it.</p><h2>Oil</h2><p>Monthly.</p>')).toEqual([
    'Site > Gears # -',
    'Site > Gears > Use # Turn it.',
    'Site > Gears > Oil # Monthly.',
  ])
})

test('a heading with the title of the head, right below another one, is the title', () => {
  const page = (name: string): string =>
    `<title>${name}</title><div><a href="part.html"><h2>All gears</h2></a><h2>${name}</h2></div><p>All about ${name}.</p><h3 id="a">A</h3><p>More.</p>`
  expect(read(page('Wheels'), page('Axles'))).toEqual([
    'Site > Wheels # All about Wheels.',
    'Site > Wheels > A #a More.',
  ])
})

test.each([
  ['Gears 2.1 - Wheels', 'Wheels'],
  ['Wheels', 'Wheels'],
  ['Gears', 'Gears'],
])('two headings above a page with the title "%s": its title is %s', (headTitle, title) => {
  const page = (name: string): string =>
    `<title>${headTitle.replace('Wheels', name)}</title><h1>Gears</h1><h2>${name}</h2><p>All about ${name}.</p><h2 id="a">A</h2><p>More.</p>`
  const [first = '', ...others] = read(page('Wheels'), page('Axles'))
  expect(first.split(' #')[0]).toBe(`Site > ${title}`)
  expect(others.join('\n').includes('Gears')).toBe(title === 'Gears')
})

test('a chapter that many pages have is no title, although the title in the head has its word', () => {
  const page = (name: string, chapter: string): string =>
    `<title>${name} - Perl API for ${name}</title><h1 id="NAME">NAME</h1><p>${name} - Perl API for ${name}</p>
      <h1 id="${chapter}">${chapter}</h1><p>The calls of ${name}.</p><h2 id="turn">turn</h2><p>Turns it.</p>`
  const others = ['Cog', 'Belt', 'Chain'].map((name) => page(name, `About-${name}`))
  expect(read(page('Gear::Wheel', 'API'), page('Gear::Axle', 'API'), ...others)).toEqual([
    'Site > Gear::Wheel - Perl API for Gear::Wheel # -',
    'Site > Gear::Wheel - Perl API for Gear::Wheel > NAME #NAME Gear::Wheel - Perl API for Gear::Wheel',
    'Site > Gear::Wheel - Perl API for Gear::Wheel > API #API The calls of Gear::Wheel.',
    'Site > Gear::Wheel - Perl API for Gear::Wheel > API > turn #turn Turns it.',
  ])
})

test('a heading with the title that all heads share is no title', () => {
  const page = (name: string): string =>
    `<title>Gears</title><body><table><tr><td><h2>Gears</h2></td></tr></table><h2>About ${name}</h2><p>All of ${name}.</p></body>`
  expect(read(page('wheels'), page('axles'), page('teeth'))[0]).toMatch(/^Site > About wheels #/)
})

test('a menu over the page and a version are no groups', () => {
  const bar = (mark: string): string => `<nav><ul><li><a href="#" ${mark}>Resources</a>
    <ul><li><a href="https://example.com/">Bugs</a></li><li><a href="0.html">Gears</a></li></ul></li></ul></nav>`
  const page = (nav: string): string => `<title>Gears</title><body>${nav}<main><h1>Gears</h1><p>Text.</p></main></body>`
  expect(read(page(bar('')))).toEqual(['Resources > Gears # Text.'])
  expect(read(page(bar('data-toggle="dropdown"')))).toEqual(['Site > Gears # Text.'])
  const caption = '<nav><p>Version 4.2</p><ul><li><a href="0.html">Gears</a></li></ul></nav>'
  expect(read(page(caption))).toEqual(['Site > Gears # Text.'])
})

test('the name of a site before its folders', () => {
  const page = (name: string): string =>
    `<title>Gears Guide > Parts > Chapter 1 – ${name}</title><h1 id="a">${name}</h1><p>All about ${name}.</p>`
  const pages = ['Wheels', 'Axles', 'Belts', 'Chains'].map((name, at) => ({
    url: `https://a.example/${at}.html`,
    html: page(name),
  }))
  const [first = { url: '', html: '' }] = pages
  expect(learnSite(pages, {}).read(first).records[0]?.hierarchy).toMatchObject({ lvl0: 'Gears Guide', lvl1: 'Wheels' })
})

test('a title above the content that begins with the name in the head is chosen before a chapter of the content', () => {
  const page = (name: string, chapter: string): string =>
    `<title>${name} – Gears</title><nav><a href="index.html">Gears</a></nav><div class="row"><h1>${name} <small>Subroutine</small></h1></div>
      <div class="row"><div id="menu"><a href="a.html">All</a></div><div id="text"><h2>subroutine ${name}(n)</h2><p>Turns ${name} by one step of the gear.</p>
      ${chapter}<p>Written for ${name} in the first year.</p><h3>Arguments</h3><p>The steps of ${name}.</p></div></div>`
  const others = ['axle', 'belt', 'chain'].map((name) => page(name, ''))
  const [first = ''] = read(page('wheel', '<h1 id="history">History</h1>'), ...others)
  expect(first).toMatch(/^Site > wheel Subroutine #/)
})

test('a sign at the end of a title stays where the name of the site is left out', () => {
  expect(withoutSiteName('Gear<T> — Gears', 'Gears')).toBe('Gear<T>')
  expect(withoutSiteName('Gears > Wheels', 'Gears')).toBe('Wheels')
  expect(withoutSiteName('Wheels > Gears', 'Gears')).toBe('Wheels')
})

test('the name of a site before two hyphens, and without its version', () => {
  const names = (...titles: string[]): string | null | undefined =>
    learnSite(
      titles.map((title, at) => ({
        url: `https://docs.example.com/${at}.html`,
        html: `<title>${title}</title><h1>Wheel ${at}</h1><p>Text ${at}.</p>`,
      })),
      {},
    ).read({ url: 'https://docs.example.com/0.html', html: '<title>x</title><h1>Wheel</h1><p>Text.</p>' }).records[0]
      ?.hierarchy.lvl0
  expect(names('Gears -- Wheel 0', 'Gears -- Wheel 1', 'Gears -- Wheel 2')).toBe('Gears')
  const versioned = [0, 1, 2].map((at) => `Wheel ${at} — Gears Documentation (3.1.x)`)
  expect(names(...versioned)).toBe('Gears')
  const possessive = [0, 1, 2].map((at) => `Gears User's Documentation: Wheel ${at}`)
  expect(names(...possessive)).toBe("Gears User's Documentation")
  expect(names('Wheel 0 - Gears Version 2.1', 'Wheel 1 - Gears Version 2.1', 'Wheel 2 - Gears Version 2.1')).toBe(
    'Gears',
  )
  // A separator within the name, after each title and in the title that all pages share.
  const pages = [0, 1, 2].map((at) => ({
    url: `https://docs.example.com/${at}.html`,
    html: `<title>Wheel ${at}: Gears: A Set of Wheels</title><h1>Wheel ${at}</h1><p>Text ${at}.</p>`,
  }))
  const site = learnSite(pages, {})
  expect(new Set(pages.map((page) => site.read(page).group))).toEqual(new Set(['Gears: A Set of Wheels']))
  expect(names(...[0, 1, 2].map(() => 'Gears - A Set of Wheels'))).toBe('Gears - A Set of Wheels')
  expect(names(...[0, 1, 2].map((at) => `Wheel ${at} - Manual - Gears`))).toBe('Gears')
  expect(names(...[0, 1, 2].map((at) => `Gears: Section 2.${at}`))).toBe('Gears')
  expect(names(...['a', 'b', 'c'].map((at) => `Gears ${at}: Section ${at}`))).toBe('docs.example.com')
})

test('the group of a page is the book beside its title, on a site whose pages share no name', () => {
  const pages = ['Axle Manual', 'Cog Guide', 'Oil FAQ', 'Index of Teeth'].flatMap((book) =>
    [1, 2, 3].map((at) => ({
      url: `https://docs.example.com/${book}/${at}.html`,
      html: `<title>${book}: ${at}. Wheel ${at}</title><h1>${at}. Wheel ${at}</h1><p>${book} ${at}.</p>`,
    })),
  )
  const reader = learnSite(pages, {})
  const groups = pages.map((page) => reader.read(page).group)
  expect([...new Set(groups)]).toEqual(['Axle Manual', 'Cog Guide', 'Oil FAQ', 'Index of Teeth'])
})

test('an empty main element is not the content', () => {
  const main = '<main><h1>Gears</h1><p>All about them.</p></main>'
  expect(read(`<title>Gears</title><body><div role="main"> </div>${main}</body>`)).toEqual([
    'Site > Gears # All about them.',
  ])
})

test('a section that many pages have word for word is frame', () => {
  const page = (at: number): string =>
    `<title>Gear ${at}</title><h1>Gear ${at}</h1><h2 id="use">Use</h2><p>How to turn gear ${at}.</p>${
      at % 2 === 0 ? '<h3 id="checks">Checklist</h3><ul><li>Known issues</li></ul>' : ''
    }<h3 id="oil">Oil</h3><p>Of gear ${at}.</p>`
  const pages = Array.from({ length: 20 }, (_, at) => page(at))
  expect(read(...pages)).toEqual([
    'Site > Gear 0 # -',
    'Site > Gear 0 > Use #use How to turn gear 0.',
    'Site > Gear 0 > Use > Oil #oil Of gear 0.',
  ])
})

test('the id of the whole content is no anchor by which other headings lose their sections', () => {
  const page = {
    url: 'https://docs.example.com/gears',
    html: `<head><meta name="generator" content="Asciidoctor 2.0"><title>Gears</title></head><body><div id="header"><h1>Gears</h1></div>
      <div id="content"><h2>Axles</h2><p>They turn.</p><h2>Wheels</h2><p>They roll.</p></div></body>`,
  }
  const { records } = learnSite([page], { siteName: 'Docs' }).read(page)
  expect(records.map(({ hierarchy, content }) => [hierarchy.lvl2, content])).toEqual([
    [null, null],
    ['Axles', 'They turn.'],
    ['Wheels', 'They roll.'],
  ])
})

test('below the heading of a part of the site, outside the content, the heading that the head ends with is the title', () => {
  const page = (part: string, title: string): string =>
    `<title>${part} (10.1) - ${title}</title><div id="header"><h1>${part}</h1></div><div id="middle"><div id="content">
    <h2>${title}</h2><h3 id="use">Use of ${title}</h3><p>Text about ${title}.</p></div></div>`
  const pages = ['Wheels', 'Axles', 'Teeth'].map((title) => page('Gear Guide', title))
  const others = Array.from({ length: 9 }, (_, at) => page('Gears', `Topic ${at}`))
  expect(read(...pages, ...others).map((line) => line.replace(/^.*? > /, ''))).toEqual([
    'Wheels # -',
    'Wheels > Use of Wheels #use Text about Wheels.',
  ])
})

test('the first chapter of a page is not its title, unless the head has its name or its number', () => {
  const page = (head: string, heading: string): string =>
    `<title>${head}</title><body><div><div class="name">${head}</div><h1 id="a">${heading}</h1><p>All about ${head}.</p></div></body>`
  const others = ['Axles', 'Belts', 'Chains'].map((name) => page(name, `1. About ${name}`))
  expect(read(page('Wheels', '1. Overview'), ...others)).toContain('Site > Wheels > 1. Overview #a All about Wheels.')
  expect(read(page('Wheels of a Gear', '1. Wheels'), ...others)[0]).toMatch(/^Site > 1\. Wheels #/)
  expect(read(page('Gears, chapter 1', '1. Wheels'), ...others)[0]).toMatch(/^Site > 1\. Wheels #/)
})
