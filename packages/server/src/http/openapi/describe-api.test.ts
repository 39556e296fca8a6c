import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { createMetrics } from '../metrics.ts'
import { operatorPages } from '../operator-pages.ts'
import { ROUTE_DESCRIPTIONS } from './route-descriptions.ts'
import { ROUTES } from '../routes/table.ts'

let server: ApiServer
let described: Record<string, Record<string, { responses: object; requestBody?: object }>>
beforeAll(async () => {
  server = await startApiServer()
  const response = await fetch(`http://127.0.0.1:${server.port}/_docent/openapi.json`)
  // Without a description of each route there are no paths: the first test names the routes.
  described = ((await response.json()) as { paths?: typeof described }).paths ?? {}
})
afterAll(() => server.close())

test('the description has all routes and no others', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !ROUTE_DESCRIPTIONS.has(name))).toEqual([])
  expect([...ROUTE_DESCRIPTIONS.keys()].filter((name) => !names.includes(name))).toEqual([])
})

test('the guide to the API has every word of the paths', () => {
  const guide = readFileSync(new URL('../../../../../docs/reference/http-api.md', import.meta.url), 'utf8')
  const words = new Set(ROUTES.flatMap(({ path }) => path.match(/\/[a-z]+/gi) ?? []))
  expect([...words].filter((word) => !guide.includes(word))).toEqual([])
})

test.for(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s has a request body if its route reads one, and its refusals',
  ([, { method, path, body }]) => {
    const operation = described[path]?.[method.toLowerCase()]
    expect(operation?.requestBody !== undefined).toBe(body !== 'none')
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['400', '403', '404', '429', '503']))
  },
)

test('the description, which needs no key, is written once', async () => {
  const page = operatorPages(server.backend, createMetrics(), {}).get('GET /_docent/openapi.json')
  const sender = { headers: new Headers(), query: new URLSearchParams(), address: undefined }
  const first = await page?.(sender, new Request('http://localhost/'))
  expect(first?.parts).toHaveLength(1)
  expect(await page?.(sender, new Request('http://localhost/'))).toBe(first)
})

test('the parameters of a search are described with their limits', () => {
  const operation = described['/1/indexes/{index}/query']?.['post'] as unknown as {
    requestBody: { content: { 'application/json': { schema: { properties: Record<string, object> } } } }
  }
  const { properties } = operation.requestBody.content['application/json'].schema
  expect(properties['hitsPerPage']).toMatchObject({ type: 'integer', maximum: 1000 })
  expect(properties['params']).toEqual({ type: 'string' })
  expect(properties['filters']).toMatchObject({ description: expect.stringContaining('4096 bytes') })
  expect(Object.keys(properties).length).toBeGreaterThan(80)
})

test('synonyms, rules and the searches of a multi-query are described by the schemas that check them', () => {
  const bodyOf = (path: string, method: string) => {
    const operation = described[path]?.[method] as
      | { requestBody: { content: Record<string, { schema: object }> } }
      | undefined
    return operation?.requestBody.content['application/json']?.schema
  }
  const synonym = bodyOf('/1/indexes/{index}/synonyms/{objectID}', 'put') as { anyOf: { properties: object }[] }
  expect(synonym.anyOf.map(({ properties }) => Object.keys(properties))).toContainEqual([
    'objectID',
    'type',
    'placeholder',
    'replacements',
  ])
  expect(bodyOf('/1/indexes/{index}/rules/batch', 'post')).toMatchObject({
    maxItems: 10_000,
    items: {
      additionalProperties: false,
      properties: {
        conditions: { maxItems: 25, items: { properties: { anchoring: { enum: expect.any(Array) as unknown } } } },
        consequence: { properties: { params: { properties: { hitsPerPage: { maximum: 1000 } } } } },
      },
    },
  })
  expect(bodyOf('/1/indexes/*/queries', 'post')).toMatchObject({
    properties: {
      requests: {
        items: { required: ['indexName'], properties: { page: { type: 'integer' }, facetQuery: { maxLength: 512 } } },
      },
    },
  })
})
