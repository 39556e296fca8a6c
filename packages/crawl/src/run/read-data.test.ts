import { expect, test } from 'vitest'
import type { DocRecord } from '@docent/engine'
import { folderOf, putFiles } from '../../../ingest/src/testing/folder-of.ts'
import { doccPage } from '../html/docc-page.ts'
import { openApiPage } from '../html/openapi-page.ts'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { type Answer, docPage, serveSite } from '../testing/site-server.ts'

const data =
  (value: unknown): Answer =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

const linesOf = (records: readonly DocRecord[]): string[] =>
  records.map(({ hierarchy, anchor, content, code }) => {
    const trail = Object.values(hierarchy).filter((text) => text !== null)
    return `${trail.join(' > ')} #${anchor} ${content?.replaceAll('\n', ' | ') ?? '-'}${code === undefined ? '' : ` [${code}]`}`
  })

const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', description: 'Sells gears.\n\n```sh\ncurl /gears\n```' },
  tags: [{ name: 'Small parts', description: 'Gears & cogs.' }],
  paths: {
    '/gears/{id}': {
      parameters: [{ name: 'id', in: 'path', description: 'The number of the gear.' }],
      post: {
        tags: ['Small parts'],
        operationId: 'turnGear',
        summary: 'Turn a gear',
        requestBody: { $ref: '#/components/requestBodies/Turn' },
        responses: { 404: { description: 'There is no such gear.' } },
      },
      head: {},
    },
  },
  components: {
    requestBodies: {
      Turn: {
        content: {
          'application/json': { schema: { properties: { teeth: { description: 'By how many <b>teeth</b>.' } } } },
        },
      },
    },
  },
}

test.each([
  [
    'Swagger UI with its call on the page',
    `<div id="swagger-ui"></div><script src="/bundle.js"></script><script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui' })</script>`,
    '/Small%20parts/turnGear',
  ],
  [
    'Swagger UI with its call in a script',
    '<div id="swagger-ui"></div><script src="/bundle.js"></script><script src="./swagger-initializer.js"></script>',
    '/Small%20parts/turnGear',
  ],
  [
    'Swagger UI with the file in a script',
    '<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script><script src="./swagger-ui-init.js"></script>',
    '/Small%20parts/turnGear',
  ],
  [
    'Redoc',
    '<redoc spec-url="openapi.json"></redoc><script src="/redoc.js"></script>',
    'tag/Small-parts/operation/turnGear',
  ],
  [
    'Redoc with a call',
    `<div id="redoc"></div><script src="/redoc.js"></script><script>Redoc.init("/openapi.json", {}, null)</script>`,
    'tag/Small-parts/operation/turnGear',
  ],
  [
    'Redoc with the file on the page',
    `<div id="redoc"><a href="/small-parts">Small parts</a></div><script type="module">
      const __redoc_definition = ${JSON.stringify(SHOP)};
      const __redoc_options = {"skipBundle":true};
      hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));
      </script>`,
    '/small-parts/turngear',
  ],
  [
    'RapiDoc',
    '<script type="module" src="/rapidoc-min.js"></script><rapi-doc spec-url="/openapi.json"></rapi-doc>',
    'post-/gears/-id-',
  ],
  [
    'Stoplight Elements',
    '<script src="/web-components.min.js"></script><elements-api apiDescriptionUrl="openapi.json" router="hash"></elements-api>',
    '/operations/turnGear',
  ],
  [
    'Scalar',
    '<script id="api-reference" data-url="/openapi.json"></script><script src="/api-reference.js"></script>',
    'tag/small-parts/post/gears/{id}',
  ],
  [
    'Scalar with a call',
    `<div id="app"></div><script src="/api-reference.js"></script><script>Scalar.createApiReference('#app', { url: '/openapi.json' })</script>`,
    'tag/small-parts/post/gears/{id}',
  ],
])('%s has the operations of its file, without a browser', async (_, body, anchor) => {
  await using site = await serveSite({
    '/': `<html><head><title>Shop</title></head><body>${body}</body></html>`,
    '/swagger-initializer.js': 'window.onload = () => { SwaggerUIBundle({ "url": "/openapi.json" }) }',
    '/swagger-ui-init.js': `window.onload = function () {\nvar options = ${JSON.stringify({ swaggerDoc: { ...SHOP, servers: [{ url: 'https://api.example.com' }] } }, undefined, 2)};\n}`,
    '/openapi.json': data(SHOP),
  })
  using store = testStore()
  const { verdicts, records } = await store.crawl(site.origin)
  expect(verdicts).toMatchObject([{ state: 'indexed', layout: 'openapi' }])
  expect(linesOf(records)).toEqual([
    expect.stringMatching(/ > Shop # Sells gears\. \[curl \/gears\]$/),
    expect.stringMatching(/ > Shop > HEAD \/gears\/\{id\} #\S*head\S* id \(path\): The number of the gear\.$/),
    expect.stringMatching(/ > Shop > Small parts #\S+ Gears & cogs\.$/),
    expect.stringMatching(
      / Turn a gear #\S+ POST \/gears\/\{id\} \| id \(path\): The number of the gear\. \| teeth: By how many teeth\. \| 404: There is no such gear\.$/,
    ),
  ])
  expect(records.map(({ anchor: own }) => own)).toContain(anchor)
})

test('a file that is elsewhere, missing or no specification is named in the verdict', async () => {
  const shell = (file: string): string => `<redoc spec-url="${file}"></redoc><script src="/redoc.js"></script>`
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/other', '/missing', '/page']),
    '/other': shell('https://api.example.com/openapi.json'),
    '/missing': shell('/none.json'),
    '/page': shell('/list.json'),
    '/list.json': data([1]),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/missing: failed needs-browser (it shows /none.json, which could not be read)',
    '/other: failed needs-browser (it shows https://api.example.com/openapi.json, which is on another host)',
    '/page: failed needs-browser (it shows /list.json, which is no OpenAPI file, no page of DocC and no data of apidoc.js)',
  ])
})

const id = (path: string): string => `doc://gears/${path}`
const DOCC = {
  kind: 'symbol',
  metadata: { title: 'Axle', modules: [{ name: 'Gears' }] },
  abstract: [
    { type: 'text', text: 'Turns a ' },
    { type: 'codeVoice', code: 'Cog' },
  ],
  primaryContentSections: [
    { kind: 'declarations', declarations: [{ tokens: [{ kind: 'keyword', text: 'struct' }, { text: ' Axle<T>' }] }] },
    {
      kind: 'content',
      content: [
        { type: 'heading', level: 2, text: 'Wear', anchor: 'Wear' },
        {
          type: 'paragraph',
          inlineContent: [
            { type: 'text', text: 'Oil it with ' },
            { type: 'reference', identifier: id('oil') },
          ],
        },
        { type: 'codeListing', syntax: 'swift', code: ['let a = 1', 'a.oil()'] },
        {
          type: 'aside',
          name: 'Note',
          content: [{ type: 'paragraph', inlineContent: [{ type: 'text', text: 'Wear gloves.' }] }],
        },
        {
          type: 'table',
          header: 'row',
          rows: [[[{ type: 'paragraph', inlineContent: [{ type: 'text', text: 'Steel' }] }], []]],
        },
      ],
    },
  ],
  topicSections: [{ title: 'Parts', anchor: 'Parts', identifiers: [id('oil')] }],
  seeAlsoSections: [{ title: 'More', identifiers: [id('more')] }],
  references: {
    [id('oil')]: {
      title: 'oil()',
      url: '/documentation/gears/axle/oil()',
      abstract: [{ type: 'text', text: 'Oils it.' }],
    },
    [id('more')]: { title: 'More', url: '/documentation/gears/more' },
  },
}

test('an archive of DocC is read from its data, and its links are followed', async () => {
  const folder = folderOf()
  const shell = `<!doctype html><html><head><title>Documentation</title><script>var baseUrl = "/shop/"</script>
    <script defer src="/shop/js/index.js"></script></head><body><noscript>[object Module]</noscript><div id="app"></div></body></html>`
  const write = (name: string, text: string): void => putFiles(folder, { [name]: text })
  write('index.html', docPage('Home', 'Welcome.', ['/shop/documentation/gears/axle']))
  write('documentation/gears/axle/index.html', shell)
  write('documentation/gears/more/index.html', shell)
  write('data/documentation/gears/axle.json', JSON.stringify(DOCC))
  write('data/documentation/gears/more.json', JSON.stringify({ kind: 'article', metadata: { title: 'More' } }))
  using store = testStore()
  const source = { kind: 'folder', folder, url: 'https://docs.example/shop/' } as const
  const { records, verdicts } = await store.crawl('', { source })
  expect(verdictLines(verdicts, 'https://docs.example')).toContain('/shop/documentation/gears/more/: indexed new')
  expect(linesOf(records).filter((line) => line.includes('Axle'))).toEqual([
    'Gears > Axle # Turns a Cog [struct Axle<T>]',
    'Gears > Axle > Wear #Wear Oil it with oil() | Wear gloves. | Steel [let a = 1\na.oil()]',
    'Gears > Axle > Topics #topics -',
    'Gears > Axle > Topics > Parts #Parts oil() Oils it.',
  ])
})

test('parts of a file that references repeat have ceilings', () => {
  const long = 'word '.repeat(200_000)
  const paths = Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [`/${at}`, { $ref: '#/components/pathItems/all' }]),
  )
  const all = {
    get: { description: long, parameters: Array.from({ length: 50 }, () => ({ name: 'a', description: long })) },
  }
  const page = openApiPage(JSON.stringify({ paths, components: { pathItems: { all } } }), {
    tag: (tag) => tag,
    operation: ({ path }) => path,
  })
  expect(page?.html.length).toBeLessThan(60_000_000)
  expect(page?.leftOut).toMatch(
    /^left out over the ceilings: operations: 1,000, .*parameters, properties and answers: /,
  )
  const identifiers = Array.from({ length: 100_000 }, () => 'a')
  const abstract = [{ type: 'text', text: long }]
  const docc = {
    metadata: { title: 'A' },
    topicSections: [{ identifiers }],
    references: { a: { title: long, abstract } },
  }
  const shown = doccPage(JSON.stringify(docc), '/')
  expect(shown?.html.length).toBeLessThan(10_000_000)
  expect(shown?.leftOut).toMatch(/pages of lists: 95,000/)
})

test('the verdict counts the parts of a file over the ceilings', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 2001 }, (_, at) => [`/${at}`, { get: { description: at === 0 ? 'a'.repeat(10_001) : 'A' } }]),
  )
  await using site = await serveSite({
    '/': `<redoc spec-url="/openapi.json"></redoc><script src="/redoc.js"></script>`,
    '/openapi.json': data({ openapi: '3.1.0', info: { title: 'Shop' }, paths }),
  })
  using store = testStore()
  const detail = 'left out over the ceilings: operations: 1, ends of long texts: 1'
  const options = { version: '1' }
  expect((await store.crawl(site.origin, options)).verdicts).toMatchObject([{ state: 'indexed', detail }])
  expect((await store.crawl(site.origin, options)).verdicts).toMatchObject([{ state: 'indexed', detail }])
})

test('apidoc.js: the newest version of each request, from the data beside the page', async () => {
  const turn = {
    type: 'post',
    url: '/gears/:id',
    title: 'Turn a gear',
    group: 'Gear',
    groupTitle: 'Gears',
    name: 'Turn',
    version: '1.10.0',
    description: '<p>By one <b>tooth</p></main>',
    parameter: { fields: { Parameter: [{ field: 'id', type: 'Number', description: '<p>Its number.</p>' }] } },
    success: { examples: [{ title: 'Answer', content: '{ "turned": true }' }] },
  }
  await using site = await serveSite({
    '/': `<title>Loading...</title><body><script id="template-article" type="text/x-handlebars-template"><h1>{{title}}</h1></script>
      <p>Loading...</p><script data-main="main.js" src="vendor/require.min.js"></script></body>`,
    '/api_data.json': data([{ ...turn, version: '1.9.0', title: 'Old' }, turn]),
    '/api_project.json': data({
      name: 'shop',
      title: 'Shop',
      header: { title: 'General', content: '<p>Read this.</p>' },
    }),
  })
  using store = testStore()
  const { records, verdicts } = await store.crawl(site.origin)
  expect(verdicts).toMatchObject([{ state: 'indexed', layout: 'apidoc' }])
  expect(linesOf(records).map((line) => line.replace(/^\S+ > /, ''))).toEqual([
    'Shop # -',
    'Shop > General #api-_ Read this.',
    'Shop > Gears #api-Gear -',
    'Shop > Gears > Turn a gear #api-Gear-Turn POST /gears/:id | By one tooth | id (Number) | Its number. | Answer [{ "turned": true }]',
  ])
})

test('references that repeat long texts make no page that is many times as long as its file', () => {
  const listOf = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)
  const other = { title: 't'.repeat(300), url: `/${'u'.repeat(1000)}` }
  const links = JSON.stringify({
    metadata: { title: 'Gears' },
    references: { a: other },
    abstract: listOf(50_000, { type: 'reference', identifier: 'a' }),
    seeAlsoSections: [{ identifiers: listOf(1_000_000, 'a') }],
  })
  const docc = doccPage(links, '/')
  expect(docc?.html.length).toBeLessThan(6 << 20)
  expect(docc?.leftOut).toMatch(/links: [\d,]+$/)
  const turn = {
    tags: ['t'.repeat(100_000)],
    operationId: 'o'.repeat(100_000),
    description: '**Turns** '.repeat(900),
    parameters: listOf(10, { $ref: '#/components/parameters/long' }),
  }
  const names = JSON.stringify({
    ...SHOP,
    paths: Object.fromEntries(
      Array.from({ length: 2000 }, (_, at) => [`/p${at}`, { $ref: '#/components/pathItems/turn' }]),
    ),
    components: {
      pathItems: { turn: { get: turn } },
      parameters: { long: { name: 'n'.repeat(100_000), in: 'query' } },
    },
  })
  const anchors = { tag: (tag: string) => tag, operation: ({ path }: { path: string }) => path }
  const openApi = openApiPage(names, anchors)
  expect(openApi?.html.length).toBeLessThan(20 << 20)
  expect(openApi?.leftOut).toMatch(/ descriptions: [\d,]+/)
})
