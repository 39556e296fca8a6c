import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'

const specification = {
  openapi: '3.1.0',
  paths: {
    '/boats/{boatId}': {
      parameters: [{ $ref: '#/components/parameters/Boat' }],
      post: {
        summary: 'Move a boat',
        description: 'Moves it to a *berth*.\n\nIt takes a minute.',
        parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean', default: false }, deprecated: true }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Move' } } } },
        responses: { 200: { description: 'Moved', content: { 'application/json': { schema: { properties: { at: { type: 'string', format: 'date' } } } } } } },
      },
    },
  },
  components: {
    parameters: { Boat: { name: 'id', in: 'path', required: true, description: 'Its `id`.', schema: { type: 'string' } } },
    schemas: {
      Move: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { tags: { type: 'array', items: { type: 'string' } }, berth: { type: 'object', properties: { row: { enum: ['a', 'b'] } } } } },
        ],
      },
      Base: { required: ['speed'], properties: { speed: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, next: { $ref: '#/components/schemas/Base' } } },
    },
  },
} // prettier-ignore

async function read(
  page: string,
  files: Record<string, string> = {},
): Promise<{ html: string; problems: string[]; text: string; title: string }> {
  const docs = await readFiles({
    'docs.json': '{ "navigation": { "pages": ["index"] }, "variables": { "product": "Harbour" } }',
    'index.mdx': page,
    ...files,
  })
  const [first] = docs.pages
  if (first === undefined) throw new Error('There is no page.')
  return {
    html: await renderArticle(docs, first),
    problems: docs.problems.map(({ code, line }) => `${code}:${line}`),
    text: docs.records.map(({ content }) => content ?? '').join('\n'),
    title: first.title,
  }
}

describe('a page of an operation', () => {
  test('has method, path, description, parameters, body and answers, and is searched by them', async () => {
    const { html, problems, text, title } = await read('---\nopenapi: post /boats/{id}\n---\nOwn words.\n', {
      'api/spec.json': JSON.stringify(specification),
    })
    expect(problems).toEqual([])
    expect(title).toBe('Move a boat')
    expect(html).toMatch(/<span class="badge"[^>]*>POST<\/span> <code[^>]*>\/boats\/\{boatId\}<\/code>/)
    expect(html).toContain('Moves it to a <em>berth</em>.')
    expect(html.indexOf('Own words.')).toBeLessThan(html.indexOf('Path parameters'))
    for (const part of [
      'Query parameters',
      'Body',
      'Response',
      'integer | string',
      'string[]',
      'string&#x3C;date>',
      'One of ',
    ])
      expect(html).toContain(part)
    expect(text).toContain('tags')
    expect(text).toContain('Its id.')
  })
  test('names its file, in YAML as well', async () => {
    const { html, problems } = await read('---\ntitle: T\nopenapi: /spec.yaml GET /a\n---\n', {
      'spec.yaml':
        'openapi: 3.0.0\npaths:\n  /a:\n    get:\n      parameters:\n        - name: x\n          in: query\n',
    })
    expect(problems).toEqual([])
    expect(html).toContain('Query parameters')
  })
  test('without a file shows method and path, and is a problem', async () => {
    const { html, problems } = await read('---\ntitle: T\nopenapi: "GET /gone"\n---\nText.\n')
    expect(html).toContain('>/gone</code>')
    expect(problems).toEqual(['broken-include:1'])
  })
  test('with `api` shows method and path alone', async () => {
    const { html, problems } = await read('---\ntitle: T\napi: "GET https://h.example/a"\n---\n\nText.\n')
    expect(html).toContain('>https://h.example/a</code>')
    expect(problems).toEqual([])
  })
})

test('variables of the configuration are replaced, in code as well; other names stay', async () => {
  const { html } = await read('---\ntitle: T\n---\n\nThe {{ product }}.\n\n```sh\nrun {{product}} {{other}}\n```\n')
  expect(html).toContain('<p>The Harbour.</p>')
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('run Harbour {{other}}')
})

test.each(['boats', 'boats.json', 'reference/boats', '/reference/boats.json'])(
  'the file may be named %s',
  async (name) => {
    const page = `---\ntitle: Move\nopenapi: ${name} POST /boats/{boatId}\n---\n`
    const other = { ...specification, paths: { '/boats/{boatId}': { post: { description: 'Another.' } } } }
    const { html, problems } = await read(page, {
      'other/reference.json': JSON.stringify(other),
      'reference/boats.json': JSON.stringify(specification),
    })
    expect(html).toContain('berth')
    expect(html).not.toContain('Another')
    expect(problems).toEqual([])
  },
)
