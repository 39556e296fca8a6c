import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { outlineOf } from '../../testing/outline.ts'

const json = (value: unknown): string => JSON.stringify(value, undefined, 1)
const answer = { responses: { 200: { description: 'Fine.' } } }
const API = {
  openapi: '3.1.0',
  tags: [{ name: 'ships', 'x-group': 'All ships' }],
  paths: {
    '/ships': {
      get: { tags: ['ships'], summary: 'List ships', description: 'Newest first.', ...answer },
      post: { tags: ['ships'], summary: 'List ships', ...answer },
    },
    '/ships/{id}': { delete: { tags: ['ships'], ...answer }, put: { 'x-excluded': true, ...answer } },
    '/ping': { get: { summary: 'Ping', 'x-hidden': true, ...answer } },
    '/quay': {
      get: {
        summary: 'Quay',
        'x-mint': { href: '/own/place', content: '## More\n\nOwn text.', metadata: { title: 'The quay' } },
        ...answer,
      },
    },
  },
  webhooks: { arrived: { post: { tags: ['Events'], summary: 'Ship arrived', ...answer } } },
}
const SITE = { 'index.mdx': '---\ntitle: Welcome\n---\n', 'api.json': json(API) }

describe('pages of operations without files', () => {
  test('of all operations of a file, grouped by tags, behind the pages that the part lists', async () => {
    const docs = await readFiles({
      ...SITE,
      'docs.json': json({
        navigation: {
          tabs: [
            { tab: 'Guides', pages: ['index'] },
            { tab: 'API', openapi: 'api.json', groups: [{ group: 'First', pages: ['about'] }] },
          ],
        },
      }),
      'about.mdx': '---\ntitle: About\n---\n\n[List](/api-reference/ships/list-ships)\n',
    })
    expect(docs.problems).toEqual([])
    expect(outlineOf(docs)).toEqual([
      'Guides', '  Welcome /',
      'API', '  First', '    About /about',
      '  All ships', '    List ships /api-reference/ships/list-ships', '    List ships /api-reference/ships/list-ships-1',
      '    Delete ships /api-reference/ships/delete-ships',
      '  API Reference', '    Place /own/place',
      '  Events', '    Ship arrived /api-reference/events/ship-arrived',
    ]) // prettier-ignore
    expect(docs.pages.map(({ url }) => url)).toContain('/api-reference/ping')
    const list = docs.pages.find(({ url }) => url.endsWith('/list-ships'))
    const html = await renderArticle(docs, list!) // the outline has it
    expect(html).toMatch(/<h1>List ships<\/h1>[^]*GET[^]*\/ships[^]*Newest first\.[^]*Fine\./)
    const quay = docs.records.filter(({ url_without_anchor: url }) => url === '/own/place')
    expect(quay.map(({ hierarchy }) => [hierarchy.lvl1, hierarchy.lvl2])).toContainEqual(['The quay', 'More'])
    expect(docs.records.some(({ url }) => url === '/api-reference/ping')).toBe(false)
  })

  test('of the operations that a part names; a file that has the page is kept', async () => {
    const docs = await readFiles({
      ...SITE,
      'docs.json': json({
        navigation: {
          groups: [
            { group: 'Start', pages: ['index', 'api.json GET /quay'] },
            {
              group: 'Ships',
              openapi: { source: '/api.json', directory: 'ref' },
              pages: ['GET /ships', { group: 'Deeper', pages: ['DELETE /ships/:ship', 'WEBHOOK arrived'] }],
            },
          ],
        },
      }),
      'ref/events/ship-arrived.mdx': '---\ntitle: Written\n---\n',
    })
    expect(docs.problems).toEqual([])
    expect(outlineOf(docs)).toEqual([
      'Start', '  Welcome /', '  Place /own/place',
      'Ships', '  List ships /ref/ships/list-ships',
      '  Deeper', '    Delete ships /ref/ships/delete-ships', '    Written /ref/events/ship-arrived',
    ]) // prettier-ignore
  })

  test('addresses from the file stay inside the site; operations of unknown files are one problem', async () => {
    const wild = { ...answer, summary: '../../up', 'x-mint': { href: '../../../etc/x' } }
    const docs = await readFiles({
      'index.mdx': '# Welcome',
      'api.json': json({ openapi: '3.0.0', paths: { '/a': { get: wild }, '/__proto__': { get: answer } } }),
      'docs.json': json({
        navigation: {
          tabs: [
            { tab: 'A', openapi: 'api.json' },
            { tab: 'B', openapi: 'https://far.example/api.json' },
            { tab: 'C', pages: ['index', 'GET /nothing'] },
          ],
        },
      }),
    })
    expect(docs.pages.map(({ url }) => url)).toEqual(['/etc/x', '/api-reference/get-__proto__', '/'])
    expect(docs.problems.map(({ code, message }) => [code, message.slice(0, 42)])).toEqual([
      ['navigation', 'Pages of operations that are in no OpenAPI'],
    ])
  })
})
