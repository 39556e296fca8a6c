/** The description of the API in OpenAPI 3.1, generated from the table of routes and the schemas that validate requests. */
import type * as v from 'valibot'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { ROUTE_DESCRIPTIONS, type RouteDescription } from './route-descriptions.ts'
import type { Route } from '../route.ts'

const ERROR: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string' }, status: { type: 'integer' } },
  required: ['message', 'status'],
}

/** The refusals of every route. */
const REFUSALS: Record<string, string> = {
  400: 'Something in the request cannot be understood; the message names it',
  403: 'The key is wrong, or may not do this',
  404: 'The index, record, key or task is not there',
  429: 'Too much at once, or more than the key allows; try again after `Retry-After` seconds',
  503: 'The server is starting or stopping, or its disk refuses; another host may answer',
}
const BODY_REFUSALS: Record<string, string> = {
  413: 'The body is too large',
  415: 'The body is encoded in another way than gzip',
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

const refusal = (description: string): JsonSchema => ({ description, content: json(ERROR) })

/** The schema of a parameter in a query string: lists and values of several types are text there. */
function inText(schema: JsonSchema): JsonSchema {
  const isPlain = schema['type'] !== 'array' && schema['type'] !== 'object' && schema['anyOf'] === undefined
  return isPlain ? schema : { type: 'string', description: schema['description'] }
}

function parametersOf(path: string, query: v.GenericSchema | undefined): JsonSchema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'taskID' ? { type: 'integer' } : { type: 'string', minLength: 1 },
  }))
  const described = query ? (jsonSchemaOf(query)['properties'] as Record<string, JsonSchema>) : {}
  const inQuery = Object.entries(described).map(([name, schema]) => ({ name, in: 'query', schema: inText(schema) }))
  return [...inPath, ...inQuery]
}

function operationOf(route: Route, { summary, query, body, answer }: RouteDescription): JsonSchema {
  const isMade = route.method === 'POST' && route.path === '/1/indexes/{index}'
  const refusals = {
    ...REFUSALS,
    ...(route.body !== 'none' && BODY_REFUSALS),
    ...(route.path === '/1/events' && { 422: 'An event cannot be read' }),
  }
  return {
    summary,
    description:
      route.right === 'any-key' ? 'Any key; the required right depends on the call.' : `Right: ${route.right}.`,
    parameters: parametersOf(route.path, query),
    ...(body && { requestBody: { content: json(jsonSchemaOf(body)) } }),
    responses: {
      [isMade ? '201' : '200']: { description: 'Done', content: json(jsonSchemaOf(answer)) },
      ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, refusal(text)])),
    },
  }
}

const credential = (where: 'header' | 'query', name: string): JsonSchema => ({ type: 'apiKey', in: where, name })

/** The whole description. Throws when a route is not described. */
export function describeApi(routes: readonly Route[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    const description = ROUTE_DESCRIPTIONS.get(`${route.method} ${route.path}`)
    if (description === undefined) throw new Error(`${route.method} ${route.path} is not described`)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, description) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docent search API',
      version: '1',
      description:
        'Values are described in one form. Older ones are read too: lists and numbers as text, parameters in a URL-encoded string `params`, bodies of any content type.',
    },
    paths,
    components: {
      securitySchemes: {
        key: credential('header', 'x-algolia-api-key'),
        application: credential('header', 'x-algolia-application-id'),
        keyInUrl: credential('query', 'x-algolia-api-key'),
        applicationInUrl: credential('query', 'x-algolia-application-id'),
      },
    },
    security: [
      { key: [], application: [] },
      { keyInUrl: [], applicationInUrl: [] },
    ],
  }
}
