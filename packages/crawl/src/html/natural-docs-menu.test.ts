import { expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { serveSite } from '../testing/site-server.ts'
import { addressOf, readPart, readTabs } from './natural-docs-menu.ts'

const TABS = `NDFramePage.OnLocationsLoaded([
  ["File","files",0,"^File([0-9]*)$"],
  ["Class","classes",1,"^([A-Za-z]+)Class$"],
  ["Database","database",2,"^Database$"]]);
NDMenu.OnTabsLoaded([["File",["Files","src"],"File:src/","files.js"],["Class","Classes",,"classes.js"]]);`

test('the tabs name the kinds of pages and the parts of the menu', () => {
  const { locations, parts } = readTabs(TABS)
  expect(parts).toEqual([
    { file: 'files.js', path: 'File:src/' },
    { file: 'classes.js', path: '' },
  ])
  const paths = ['File:src/gear.min.js', 'File2:a b.js', 'CSharpClass:Shop.Axle', 'Database:Shop.\uD800', 'Other:x']
  expect(paths.map((path) => addressOf(path, locations))).toEqual([
    'files/src/gear-min-js.html',
    'files2/a%20b-js.html',
    'classes/CSharp/Shop/Axle.html',
    'database/Shop/%EF%BF%BD.html',
    undefined,
  ])
})

test('the entries of a part are below their containers, whose places may be empty', () => {
  const text = String.raw`NDMenu.OnSectionLoaded("files.js",[[1,"R&amp;D.js"],[1,"Say \"hi\"","hi.js"],
    [2,,"File:src/parts/",[[1,"cog.js"]]],[2,["a","b"],"File:src/a/b/","files2.js"],[2,"x","File:x/","../../secret.js"]]);`
  expect(readPart(text, 'File:src/')).toEqual({
    paths: ['File:src/R&D.js', 'File:src/hi.js', 'File:src/parts/cog.js'],
    parts: [{ file: 'files2.js', path: 'File:src/a/b/' }],
  })
})

test('a menu that breaks the rules names nothing', () => {
  for (const text of [
    '',
    'NDMenu.OnTabsLoaded(',
    'NDMenu.OnTabsLoaded([[[,,,',
    `NDMenu.OnTabsLoaded(${'['.repeat(10_000)}`,
  ])
    expect(readTabs(text).parts).toEqual([])
})

test('the pages of a site of Natural Docs are found by its menu', async () => {
  const page = (title: string): string =>
    `<title>${title}</title><body onload="NDLoader.OnLoad('Content')"><script src="main.js"></script><div class="CTopic"><div class="CTitle">${title}</div></div></body>`
  await using site = await serveSite({
    '/': `<title>Shop</title><body onload="NDLoader.OnLoad('Frame')"><script src="styles/main.js"></script></body>`,
    '/menu/tabs.js': TABS,
    '/menu/files.js': 'NDMenu.OnSectionLoaded("files.js",[[1,"gear.js"],[2,"parts","File:src/parts/","files2.js"]]);',
    '/menu/files2.js': 'NDMenu.OnSectionLoaded("files2.js",[[1,"cog.js"]]);',
    '/menu/classes.js': 'NDMenu.OnSectionLoaded("classes.js",[[1,"Axle","JavaScriptClass:Axle"]]);',
    '/files/src/gear-js.html': page('Gear'),
    '/files/src/parts/cog-js.html': page('Cog'),
    '/classes/JavaScript/Axle.html': page('Axle'),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: skipped empty',
    '/classes/JavaScript/Axle.html: indexed new',
    '/files/src/gear-js.html: indexed new',
    '/files/src/parts/cog-js.html: indexed new',
  ])
})
