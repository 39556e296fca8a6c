/**
 * What each route of the table takes and gives, for `/_docent/openapi.json`. Bodies are the schemas that validate them;
 * answers stand here, and a test sends a request to each route and compares. A route without an entry fails a test.
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { EVENTS_SCHEMA } from '../wire/read-events.ts'
import { KEY_SCHEMA } from '../wire/read-key.ts'
import { BATCH_SCHEMA, MULTI_BATCH_SCHEMA, RECORD_REQUESTS_SCHEMA, RECORD_SCHEMA } from '../wire/read-records.ts'
import { OPERATION_SCHEMA } from '../wire/read-operation.ts'
import type { Parameter } from '../wire/parameter.ts'
import { SEARCH_PARAMETERS } from '../wire/search-parameters.ts'
import { SETTING_PARAMETERS } from '../wire/setting-parameters.ts'

/** A schema, or parameters of the wire beside some of the route's own. */
export type Described = v.GenericSchema | { parameters: ReadonlyMap<string, Parameter>; own: v.GenericSchema }

export interface RouteDescription {
  summary: string
  /** What the query string may hold, besides credentials. */
  query?: v.GenericSchema
  body?: Described
  answer: v.GenericSchema
}

const taskID = v.pipe(v.number(), v.integer())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.string()
const flag = v.optional(v.boolean())
const anything = v.looseObject({})
const objects = v.array(anything)

const written = (at: 'createdAt' | 'updatedAt' | 'deletedAt') => v.looseObject({ taskID, [at]: text })
const WRITTEN = written('updatedAt')
const DELETED = written('deletedAt')

const SEARCHED = v.looseObject({})
const FACET_VALUES = v.looseObject({
  facetHits: v.array(v.looseObject({ value: text, highlighted: text, count })),
  exhaustiveFacetsCount: v.boolean(),
})
const TASK = v.looseObject({ status: v.picklist(['published', 'notPublished']), pendingTask: v.boolean() })
const KEY = v.looseObject({ value: text, createdAt: count, acl: v.array(text) })
const DONE = v.looseObject({ status: count, message: text })

const params = v.optional(v.string())
const search: Described = { parameters: SEARCH_PARAMETERS, own: v.object({ params }) }
const request = {
  indexName: v.pipe(v.string(), v.minLength(1)),
  params,
  type: v.optional(v.picklist(['default', 'facet'])),
  facet: v.optional(v.string()),
  facetQuery: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.queryBytes))),
}
const manySearches = v.strictObject({
  requests: v.pipe(v.array(v.looseObject(request)), v.maxLength(LIMITS.queriesPerRequest)),
  strategy: v.optional(v.picklist(['none', 'stopIfEnoughMatches'])),
})
const facetSearch: Described = {
  parameters: SEARCH_PARAMETERS,
  own: v.object({ params, facetQuery: request.facetQuery }),
}
const browse: Described = { parameters: SEARCH_PARAMETERS, own: v.object({ params, cursor: v.optional(v.string()) }) }

const part = v.looseObject({ objectID: v.optional(v.pipe(v.string(), v.minLength(1))) })
const parts = v.pipe(
  v.array(v.looseObject({ objectID: v.pipe(v.string(), v.minLength(1)) })),
  v.maxLength(LIMITS.partsPerBatch),
)
const partSearch = v.looseObject({
  query: v.optional(v.string()),
  page: v.optional(count),
  hitsPerPage: v.optional(count),
})

const describeParts = (kind: 'synonyms' | 'rules', one: string, replaceAll: string): [string, RouteDescription][] => {
  const path = `/1/indexes/{index}/${kind}`
  const removed = kind === 'synonyms' ? DELETED : WRITTEN
  const batchQuery = v.object({ [replaceAll]: flag, forwardToReplicas: flag })
  return [
    [`POST ${path}/batch`, { summary: `Save many ${kind}`, query: batchQuery, body: parts, answer: WRITTEN }],
    [`POST ${path}/clear`, { summary: `Remove all ${kind}`, answer: WRITTEN }],
    [
      `POST ${path}/search`,
      {
        summary: `Find ${kind} by their text`,
        body: partSearch,
        answer: v.looseObject({ hits: objects, nbHits: count }),
      },
    ],
    [`GET ${path}/{objectID}`, { summary: `Get ${one}`, answer: anything }],
    [`PUT ${path}/{objectID}`, { summary: `Save ${one}`, body: part, answer: WRITTEN }],
    [`DELETE ${path}/{objectID}`, { summary: `Delete ${one}`, answer: removed }],
  ]
}

const page = v.object({ page: v.optional(count), hitsPerPage: v.optional(count) })

/** By method and path of the table. */
export const ROUTE_DESCRIPTIONS: ReadonlyMap<string, RouteDescription> = new Map<string, RouteDescription>([
  [
    'POST /1/indexes/*/queries',
    { summary: 'Several searches at once', body: manySearches, answer: v.looseObject({ results: objects }) },
  ],
  ['POST /1/indexes/{index}/query', { summary: 'Search an index', body: search, answer: SEARCHED }],
  [
    'GET /1/indexes/{index}/query',
    { summary: 'Search an index', query: v.object({ query: params }), answer: SEARCHED },
  ],
  ['GET /1/indexes/{index}', { summary: 'Search an index', query: v.object({ query: params }), answer: SEARCHED }],
  [
    'POST /1/indexes/{index}/facets/{facet}/query',
    { summary: 'Search the values of a facet', body: facetSearch, answer: FACET_VALUES },
  ],
  [
    'GET /1/indexes',
    { summary: 'List the indexes', query: page, answer: v.looseObject({ items: objects, nbPages: count }) },
  ],
  ['POST /1/indexes/{index}/operation', { summary: 'Copy or move an index', body: OPERATION_SCHEMA, answer: WRITTEN }],
  ['GET /1/indexes/{index}/settings', { summary: 'All settings, with defaults', answer: anything }],
  [
    'PUT /1/indexes/{index}/settings',
    { summary: 'Change settings', body: { parameters: SETTING_PARAMETERS, own: v.object({}) }, answer: WRITTEN },
  ],
  ['GET /1/indexes/{index}/task/{taskID}', { summary: 'Whether a write is searchable', answer: TASK }],
  ['GET /1/task/{taskID}', { summary: 'Whether a write is searchable', answer: TASK }],
  ['DELETE /1/indexes/{index}', { summary: 'Delete an index', answer: DELETED }],
  ['GET /1/keys', { summary: 'List the keys', answer: v.looseObject({ keys: v.array(KEY) }) }],
  ['POST /1/keys', { summary: 'Make a key', body: KEY_SCHEMA, answer: v.looseObject({ key: text, createdAt: text }) }],
  ['GET /1/keys/{key}', { summary: 'Get a key', answer: KEY }],
  [
    'PUT /1/keys/{key}',
    { summary: 'Change a key', body: KEY_SCHEMA, answer: v.looseObject({ key: text, updatedAt: text }) },
  ],
  ['DELETE /1/keys/{key}', { summary: 'Delete a key', answer: v.looseObject({ deletedAt: text }) }],
  [
    'POST /1/keys/{key}/restore',
    { summary: 'Bring back a deleted key', answer: v.looseObject({ key: text, createdAt: text }) },
  ],
  ...describeParts('synonyms', 'a synonym', 'replaceExistingSynonyms'),
  ...describeParts('rules', 'a rule', 'clearExistingRules'),
  [
    'POST /1/indexes/*/batch',
    {
      summary: 'Write to several indexes',
      body: MULTI_BATCH_SCHEMA,
      answer: v.looseObject({ taskID: v.record(v.string(), taskID), objectIDs: v.array(text) }),
    },
  ],
  [
    'POST /1/indexes/*/objects',
    {
      summary: 'Get several records',
      body: RECORD_REQUESTS_SCHEMA,
      answer: v.looseObject({ results: v.array(v.unknown()) }),
    },
  ],
  [
    'POST /1/indexes/{index}/batch',
    {
      summary: 'Write to an index',
      body: BATCH_SCHEMA,
      answer: v.looseObject({ taskID, objectIDs: v.array(text) }),
    },
  ],
  [
    'POST /1/indexes/{index}/browse',
    { summary: 'Walk through all records', body: browse, answer: v.looseObject({ hits: objects, nbHits: count }) },
  ],
  [
    'GET /1/indexes/{index}/browse',
    {
      summary: 'Walk through all records',
      query: v.object({ cursor: v.optional(v.string()) }),
      answer: v.looseObject({ hits: objects, nbHits: count }),
    },
  ],
  ['POST /1/indexes/{index}/clear', { summary: 'Remove all records', answer: WRITTEN }],
  ['POST /1/indexes/{index}/deleteByQuery', { summary: 'Delete what answers a filter', body: search, answer: WRITTEN }],
  [
    'POST /1/indexes/{index}/{objectID}/partial',
    {
      summary: 'Change a record in part',
      query: v.object({ createIfNotExists: flag }),
      body: RECORD_SCHEMA,
      answer: v.looseObject({ taskID, updatedAt: text, objectID: text }),
    },
  ],
  [
    'POST /1/indexes/{index}',
    {
      summary: 'Add a record',
      body: RECORD_SCHEMA,
      answer: v.looseObject({ taskID, createdAt: text, objectID: text }),
    },
  ],
  [
    'GET /1/indexes/{index}/{objectID}',
    { summary: 'Get a record', query: v.object({ attributesToRetrieve: v.optional(v.string()) }), answer: anything },
  ],
  [
    'PUT /1/indexes/{index}/{objectID}',
    {
      summary: 'Save a record',
      body: RECORD_SCHEMA,
      answer: v.looseObject({ taskID, updatedAt: text, objectID: text }),
    },
  ],
  ['DELETE /1/indexes/{index}/{objectID}', { summary: 'Delete a record', answer: DELETED }],
  ['POST /1/events', { summary: 'Store what readers did', body: EVENTS_SCHEMA, answer: DONE }],
  ['DELETE /1/usertokens/{userToken}', { summary: 'Forget the events of a user', answer: DONE }],
])
