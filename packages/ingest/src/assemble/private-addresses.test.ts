/** Pages whose address would be a private name, which no site publishes. */
import { expect, test } from 'vitest'
import { siteAddress } from '../folder/site-address.ts'
import { readFiles } from '../testing/docs-folder.ts'

test('a private name in an address gets an underscore, and is named', async () => {
  const docs = await readFiles({
    'index.md': '# I\n\n[x](guide/node_modules.md)\n',
    'guide/node_modules.md': '# N',
    '_docent.md': '# D',
    'guide/_docent.md': '# G',
  })
  expect(docs.pages.map(({ url }) => url).toSorted()).toEqual([
    '/',
    '/__docent',
    '/guide/_docent',
    '/guide/_node_modules',
  ])
  expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'bad-address _docent.md',
    'bad-address guide/node_modules.md',
  ])
})

test('an address that is made of a text is cut to the length of a name, without characters that no file has', async () => {
  const operation = (summary: string): object => ({ get: { summary, responses: {} } })
  const docs = await readFiles({
    'index.md': '# I',
    'docs.json':
      '{ "navigation": { "tabs": [{ "tab": "A", "pages": ["index"] }, { "tab": "API", "openapi": "api.json" }] } }',
    'api.json': JSON.stringify({
      openapi: '3.0.0',
      paths: {
        '/long': operation('word '.repeat(90).trim()),
        '/emoji': operation('\u{1F6A2}'.repeat(100)),
        '/deep': { get: { 'x-mint': { href: 'part/'.repeat(600) }, responses: {} } },
        '/sign': { get: { 'x-mint': { href: 'a\0b/c\\d' }, responses: {} } },
      },
    }),
  })
  const urls = docs.pages.map(({ url }) => url)
  expect(urls.filter((url) => siteAddress(url) === undefined)).toEqual([])
  expect(urls.map((url) => url.slice(0, 30))).toEqual([
    '/',
    `/api-reference/${'word-'.repeat(3)}`,
    `/api-reference/${'\u{1F6A2}'.repeat(7)}\uD83D`,
    '/ab/cd',
  ])
  expect(docs.problems.map(({ code }) => code)).toEqual(['bad-address', 'missing-page'])
})

test.each([
  ['Fern', { 'fern.config.json': '{}', 'docs.yml': `navigation: [{ page: ${'word '.repeat(59)}, path: a.md }]`, 'a.md': 'Text.' }],
  ['Docusaurus', { 'docusaurus.config.js': '', 'sidebars.js': `export default { a: [{ type: 'category', label: '${'word '.repeat(90)}', link: { type: 'generated-index' }, items: ['a'] }] }`, 'docs/a.md': '# A' }],
])('a long title of %s is no address that a build cannot write', async (_, files) => {
  const { pages, problems } = await readFiles(files)
  expect(pages.map(({ url }) => siteAddress(url))).toEqual(pages.map(({ url }) => url))
  expect(problems.map(({ code }) => code)).toEqual(['bad-address'])
}) // prettier-ignore
