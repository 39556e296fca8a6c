import { expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { serveSite } from '../testing/site-server.ts'
import { partsOf, readHelpSystem, topicsIn } from './flare-menu.ts'

const SYSTEM = String.raw`var x = ""; x += '<WebHelpSystem DefaultUrl=\"Content/Home.htm\" Toc=\"Data/Tocs/Guide.js\" Index=\"Data/Index.js\">';`

test('the help names its first topic and its tables of contents', () => {
  expect(readHelpSystem(SYSTEM)).toEqual({ tocs: ['Data/Tocs/Guide.js'], first: ['Content/Home.htm'] })
  expect(readHelpSystem('<WebHelpSystem Toc="Data/Tocs/Guide.js">')).toEqual({
    tocs: ['Data/Tocs/Guide.js'],
    first: [],
  })
  expect(readHelpSystem(' Toc="a.js"'.repeat(9999)).tocs).toHaveLength(20)
})

test('a table of contents has parts, and a part topics', () => {
  expect(partsOf("define({numchunks:2,prefix:'Guide_Chunk',tree:{}});")).toEqual(['Guide_Chunk0.js', 'Guide_Chunk1.js'])
  expect(partsOf("define({numchunks:9999,prefix:'a'})")).toHaveLength(100)
  expect(partsOf("define({numchunks:2,prefix:'../../x'})")).toEqual([])
  expect(
    topicsIn("define({'/Content/1. Use/Oil it.htm':{i:[1],t:['Oil it']},'___':{i:[2]},'/C#/\uD800.html':{i:[3]}});"),
  ).toEqual(['Content/1.%20Use/Oil%20it.htm', 'C%23/%EF%BF%BD.html'])
})

test('the topics of a site whose first page is a frame are crawled', async () => {
  const topic = (title: string): string =>
    `<html data-mc-runtime-file-type="Topic;Default" data-mc-path-to-help-system="../"><title>${title}</title><h1>${title}</h1><p>All about ${title}.</p></html>`
  await using site = await serveSite({
    '/': '<html data-mc-runtime-file-type="Default"><script src="Resources/MadCapAll.js"></script><body></body></html>',
    '/Data/HelpSystem.js': SYSTEM,
    '/Data/Tocs/Guide.js': "define({numchunks:1,prefix:'Guide_Chunk'});",
    '/Data/Tocs/Guide_Chunk0.js': "define({'/Content/Oil it.htm':{i:[1],t:['Oil it'],b:['']}});",
    '/Content/Home.htm': topic('Gears'),
    '/Content/Oil%20it.htm': topic('Oil it'),
  })
  using store = testStore()
  const { verdicts, outcome } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: skipped empty',
    '/Content/Home.htm: indexed new',
    '/Content/Oil%20it.htm: indexed new',
  ])
  expect(outcome).toBe('complete')
  expect(site.requests.filter((path) => path === '/Data/HelpSystem.js')).toHaveLength(1)
})
