/**
 * Parameters, body and answer of each route, for `/_docent/openapi.json`. Bodies are the schemas that validate them; schemathesis
 * generates requests from them and compares the answers. A route without an entry fails a test.
 */
import * as v from 'valibot'
import { LIMITS } from '../../wire/limits.ts'
import { EVENTS_SCHEMA } from '../../wire/read-events.ts'
import { KEY_SCHEMA } from '../../keys/read-key.ts'
import { OPERATION_SCHEMA } from '../../wire/read-index-operation.ts'
import { RULE_SEARCH_SCHEMA, SYNONYM_SCHEMA, SYNONYM_SEARCH_SCHEMA } from '../../wire/read-parts.ts'
import { BATCH_SCHEMA, MULTI_BATCH_SCHEMA, RECORD_REQUESTS_SCHEMA, RECORD_SCHEMA } from '../../wire/read-records.ts'
import { schemasOf } from '../../wire/parameter.ts'
import { DELETION_PARAMETERS, SEARCH_PARAMETERS } from '../../wire/search-parameters.ts'
import { SETTING_ALIASES, SETTING_PARAMETERS, UNSETTABLE_NAMES } from '../../wire/setting-parameters.ts'
import * as answers from './answer-schemas.ts'

/** Schemas become JSON Schema in the description. */
export interface RouteDescription {
  summary: string
  /** The parameters in the query string, without credentials. */
  query?: v.GenericSchema
  body?: v.GenericSchema
  answer: v.GenericSchema
}

const { WRITTEN, DELETED, WRITTEN_RECORD, SEARCHED, BROWSED, TASK, DONE, ANYTHING } = answers

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const flag = v.optional(v.boolean())
const text = v.optional(v.string())
const facetQuery = v.optional(v.pipe(v.string(), v.maxLength(LIMITS.queryBytes)))

const searchFields = { ...schemasOf(SEARCH_PARAMETERS), params: text }
const search = v.strictObject(searchFields)
const request = v.strictObject({
  ...searchFields,
  indexName: v.pipe(v.string(), v.minLength(1)),
  type: v.optional(v.picklist(['default', 'facet'])),
  facet: text,
  facetQuery,
})
const manySearches = v.strictObject({
  requests: v.pipe(v.array(request), v.maxLength(LIMITS.queriesPerRequest)),
  strategy: v.optional(v.picklist(['none', 'stopIfEnoughMatches'])),
})
const facetSearch = v.strictObject({ ...searchFields, facetQuery })
const browse = v.strictObject({ ...searchFields, cursor: text })
const deletion = v.strictObject({ ...schemasOf(DELETION_PARAMETERS), params: text })

/** `null` restores a setting's default. Read-only settings are accepted and ignored. */
const settable = schemasOf(SETTING_PARAMETERS, (schema) => v.nullish(schema))
const settings = v.strictObject({
  ...settable,
  ...Object.fromEntries([...SETTING_ALIASES].map(([given, name]) => [given, settable[name] ?? v.unknown()])),
  ...Object.fromEntries([...UNSETTABLE_NAMES].map((name) => [name, v.optional(v.unknown())])),
})

/** The differences between synonyms and rules. */
interface Parts {
  kind: 'synonyms' | 'rules'
  one: string
  schema: v.GenericSchema
  search: v.GenericSchema
  found: v.GenericSchema
  replaceAll: string
}

const PARTS: readonly Parts[] = [
  {
    kind: 'synonyms',
    one: 'a synonym',
    schema: SYNONYM_SCHEMA,
    search: SYNONYM_SEARCH_SCHEMA,
    found: answers.SYNONYMS,
    replaceAll: 'replaceExistingSynonyms',
  },
  {
    kind: 'rules',
    one: 'a rule',
    schema: answers.RULE,
    search: RULE_SEARCH_SCHEMA,
    found: answers.RULES,
    replaceAll: 'clearExistingRules',
  },
]

const describeParts = ({
  kind,
  one,
  schema,
  search: searched,
  found,
  replaceAll,
}: Parts): [string, RouteDescription][] => {
  const path = `/1/indexes/{index}/${kind}`
  const removed = kind === 'synonyms' ? DELETED : WRITTEN
  const query = v.object({ [replaceAll]: flag, forwardToReplicas: flag })
  const many = v.pipe(v.array(schema), v.maxLength(LIMITS.partsPerBatch))
  return [
    [`POST ${path}/batch`, { summary: `Save many ${kind}`, query, body: many, answer: WRITTEN }],
    [`POST ${path}/clear`, { summary: `Remove all ${kind}`, answer: WRITTEN }],
    [`POST ${path}/search`, { summary: `Find ${kind} by their text`, body: searched, answer: found }],
    [`GET ${path}/{objectID}`, { summary: `Get ${one}`, answer: schema }],
    [`PUT ${path}/{objectID}`, { summary: `Save ${one}`, body: schema, answer: answers.WRITTEN_PART }],
    [`DELETE ${path}/{objectID}`, { summary: `Delete ${one}`, answer: removed }],
  ]
}

const page = v.object({ page: v.optional(count), hitsPerPage: v.optional(count) })

/** By method and path of the route. */
export const ROUTE_DESCRIPTIONS: ReadonlyMap<string, RouteDescription> = new Map<string, RouteDescription>([
  [
    'POST /1/indexes/*/queries',
    { summary: 'Several searches at once', body: manySearches, answer: answers.SEARCHED_MANY },
  ],
  ['POST /1/indexes/{index}/query', { summary: 'Search an index', body: search, answer: SEARCHED }],
  ['GET /1/indexes/{index}/query', { summary: 'Search an index', query: search, answer: SEARCHED }],
  ['GET /1/indexes/{index}', { summary: 'Search an index', query: search, answer: SEARCHED }],
  [
    'POST /1/indexes/{index}/facets/{facet}/query',
    { summary: 'Search the values of a facet', body: facetSearch, answer: answers.FACET_VALUES },
  ],
  ['GET /1/indexes', { summary: 'List the indexes', query: page, answer: answers.INDEXES }],
  ['POST /1/indexes/{index}/operation', { summary: 'Copy or move an index', body: OPERATION_SCHEMA, answer: WRITTEN }],
  ['GET /1/indexes/{index}/settings', { summary: 'All settings, with defaults', answer: answers.SETTINGS }],
  ['PUT /1/indexes/{index}/settings', { summary: 'Change settings', body: settings, answer: WRITTEN }],
  ['GET /1/indexes/{index}/task/{taskID}', { summary: 'Whether a write is searchable', answer: TASK }],
  ['GET /1/task/{taskID}', { summary: 'Whether a write is searchable', answer: TASK }],
  ['DELETE /1/indexes/{index}', { summary: 'Delete an index', answer: DELETED }],
  ['GET /1/keys', { summary: 'List the keys', answer: answers.KEYS }],
  ['POST /1/keys', { summary: 'Make a key', body: KEY_SCHEMA, answer: answers.ADDED_KEY }],
  ['GET /1/keys/{key}', { summary: 'Get a key', answer: answers.KEY }],
  ['PUT /1/keys/{key}', { summary: 'Change a key', body: KEY_SCHEMA, answer: answers.CHANGED_KEY }],
  ['DELETE /1/keys/{key}', { summary: 'Delete a key', answer: answers.DELETED_KEY }],
  ['POST /1/keys/{key}/restore', { summary: 'Bring back a deleted key', answer: answers.ADDED_KEY }],
  ...PARTS.flatMap(describeParts),
  [
    'POST /1/indexes/*/batch',
    {
      summary: 'Write to several indexes',
      body: MULTI_BATCH_SCHEMA,
      answer: answers.BATCHED_MANY,
    },
  ],
  [
    'POST /1/indexes/*/objects',
    {
      summary: 'Get several records',
      body: RECORD_REQUESTS_SCHEMA,
      answer: answers.RECORDS,
    },
  ],
  [
    'POST /1/indexes/{index}/batch',
    {
      summary: 'Write to an index',
      body: BATCH_SCHEMA,
      answer: answers.BATCHED,
    },
  ],
  ['POST /1/indexes/{index}/browse', { summary: 'Walk through all records', body: browse, answer: BROWSED }],
  [
    'GET /1/indexes/{index}/browse',
    {
      summary: 'Walk through all records',
      query: browse,
      answer: BROWSED,
    },
  ],
  ['POST /1/indexes/{index}/clear', { summary: 'Remove all records', answer: WRITTEN }],
  [
    'POST /1/indexes/{index}/deleteByQuery',
    { summary: 'Delete the records that match a filter', body: deletion, answer: WRITTEN },
  ],
  [
    'POST /1/indexes/{index}/{objectID}/partial',
    {
      summary: 'Change a record in part',
      query: v.object({ createIfNotExists: flag }),
      body: RECORD_SCHEMA,
      answer: WRITTEN_RECORD,
    },
  ],
  [
    'POST /1/indexes/{index}',
    {
      summary: 'Add a record',
      body: RECORD_SCHEMA,
      answer: answers.ADDED_RECORD,
    },
  ],
  [
    'GET /1/indexes/{index}/{objectID}',
    { summary: 'Get a record', query: v.object({ attributesToRetrieve: text }), answer: ANYTHING },
  ],
  [
    'PUT /1/indexes/{index}/{objectID}',
    {
      summary: 'Save a record',
      body: RECORD_SCHEMA,
      answer: WRITTEN_RECORD,
    },
  ],
  ['DELETE /1/indexes/{index}/{objectID}', { summary: 'Delete a record', answer: DELETED }],
  ['POST /1/events', { summary: 'Store events of readers', body: EVENTS_SCHEMA, answer: DONE }],
  ['DELETE /1/usertokens/{userToken}', { summary: 'Delete the events of a user', answer: DONE }],
])
