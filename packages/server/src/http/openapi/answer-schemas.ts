/**
 * The answers of routes as schemas, for the API's description. Where an answer has a type, the compiler compares the schema with it:
 * the schema has all fields of the type, no others, and their types. No field of a search answer is required, since
 * `responseFields` can omit each.
 */
import type { FacetHit, FacetStats, FacetValuesResponse, SearchResponse, Suggestion } from '@docent/engine'
import * as v from 'valibot'
import type { IndexInfo } from '../../backend/backend.ts'
import { ACL_NAMES, type ApiKey } from '../../keys/key.ts'
import { schemasOf } from '../../wire/parameter.ts'
import { RULE_PARAMS_SCHEMA, RULE_SCHEMA, SYNONYM_SCHEMA } from '../../wire/read-parts.ts'
import { SETTING_PARAMETERS } from '../../wire/setting-parameters.ts'

/** A schema for each field of a type, and for no other. */
type FieldsOf<Type> = {
  [field in keyof Required<Type>]: v.GenericSchema<unknown, Type[field]>
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const taskID = v.pipe(v.number(), v.integer())
const text = v.string()
const optionalText = v.optional(text)
const optionalCount = v.optional(count)
const optionalFlag = v.optional(v.boolean())

/** An object with arbitrary attributes: a record, or an object that a client wrote. */
export const ANYTHING = v.looseObject({})
const records = v.array(v.looseObject({ objectID: text }))

const written = (at: 'createdAt' | 'updatedAt' | 'deletedAt') => v.strictObject({ taskID, [at]: text })

/** A change of an index that creates no object. */
export const WRITTEN = written('updatedAt')
/** A saved synonym or rule; `id` is its objectID. */
export const WRITTEN_PART = v.strictObject({ taskID, updatedAt: text, id: text })
/** A deletion. */
export const DELETED = written('deletedAt')
const writtenRecord = (at: 'createdAt' | 'updatedAt') => v.strictObject({ taskID, [at]: text, objectID: text })

/** A record saved without an objectID, which the answer names. */
export const ADDED_RECORD = writtenRecord('createdAt')
/** A record saved under an objectID. */
export const WRITTEN_RECORD = writtenRecord('updatedAt')

const HIT = v.looseObject({
  objectID: text,
  _highlightResult: v.optional(ANYTHING),
  _snippetResult: v.optional(ANYTHING),
  _rankingInfo: v.optional(ANYTHING),
  _distinctSeqID: optionalCount,
})

const STATS = v.strictObject({
  min: v.number(),
  max: v.number(),
  avg: v.number(),
  sum: v.number(),
} satisfies FieldsOf<FacetStats>)

const SUGGESTION = v.strictObject({
  query: text,
  kind: v.picklist(['spelling', 'relaxed', 'popular']),
} satisfies FieldsOf<Suggestion>)

const FACET_HIT = v.strictObject({ value: text, highlighted: text, count } satisfies FieldsOf<FacetHit>)

/** Without the fields that have arbitrary attributes; these have schemas of their own. */
type SearchFields = Omit<FieldsOf<SearchResponse>, 'hits' | 'renderingContent' | 'userData'>

const SEARCH_FIELDS = {
  nbHits: count,
  page: optionalCount,
  nbPages: optionalCount,
  hitsPerPage: optionalCount,
  offset: optionalCount,
  length: optionalCount,
  query: text,
  params: text,
  index: optionalText,
  processingTimeMS: count,
  exhaustiveNbHits: optionalFlag,
  exhaustiveTypo: optionalFlag,
  exhaustiveFacetsCount: optionalFlag,
  exhaustive: v.optional(v.object({ nbHits: optionalFlag, typo: optionalFlag, facetsCount: optionalFlag })),
  facets: v.optional(v.record(v.string(), v.record(v.string(), count))),
  facets_stats: v.optional(v.record(v.string(), STATS)),
  queryID: optionalText,
  parsedQuery: optionalText,
  queryAfterRemoval: optionalText,
  phrasesAsWords: v.optional(v.literal(true)),
  suggestions: v.optional(v.array(SUGGESTION)),
  appliedRules: v.optional(v.array(v.strictObject({ objectID: text }))),
} satisfies SearchFields

/** The answer to one query. Partial, since `responseFields` can omit each field. */
export const SEARCHED = v.partial(
  v.strictObject({
    ...SEARCH_FIELDS,
    hits: v.array(HIT),
    renderingContent: ANYTHING,
    userData: v.array(v.unknown()),
  }),
)

/** The values of a facet. */
export const FACET_VALUES = v.strictObject({
  facetHits: v.array(FACET_HIT),
  exhaustiveFacetsCount: v.boolean(),
  processingTimeMS: count,
} satisfies FieldsOf<FacetValuesResponse>)

/** The answers to several queries, in order. */
export const SEARCHED_MANY = v.strictObject({ results: v.array(v.union([FACET_VALUES, SEARCHED])) })

/** A page of records; without a `cursor` it is the last one. */
export const BROWSED = v.strictObject({
  hits: records,
  cursor: optionalText,
  nbHits: count,
  page: count,
  nbPages: count,
  hitsPerPage: count,
  query: text,
  params: text,
  processingTimeMS: count,
})

const INDEX_FIELDS = {
  name: text,
  createdAt: text,
  updatedAt: text,
  entries: count,
  dataSize: count,
  fileSize: count,
  lastBuildTimeS: count,
  numberOfPendingTasks: count,
  primary: optionalText,
  virtual: v.optional(v.literal(true)),
  replicas: v.optional(v.array(text)),
} satisfies FieldsOf<IndexInfo>

/** The list of indexes, replicas included. */
export const INDEXES = v.strictObject({
  items: v.array(v.strictObject({ ...INDEX_FIELDS, pendingTask: v.boolean() })),
  nbPages: count,
})

const KEY_FIELDS = {
  value: text,
  createdAt: count,
  acl: v.array(v.picklist([...ACL_NAMES, 'admin'])),
  description: text,
  indexes: v.array(text),
  maxHitsPerQuery: count,
  maxQueriesPerIPPerHour: count,
  queryParameters: text,
  referers: v.array(text),
  validity: count,
} satisfies Omit<FieldsOf<ApiKey>, 'expiresAt' | 'given'>

const { value, createdAt, acl, ...optional } = KEY_FIELDS

/** A field that was never set is absent. */
export const KEY = v.strictObject({ value, createdAt, acl, ...v.partial(v.object(optional)).entries })
/** All live keys. */
export const KEYS = v.strictObject({ keys: v.array(KEY) })
/** `key` is the value of the new key. */
export const ADDED_KEY = v.strictObject({ key: text, createdAt: text })
/** `key` is the value of the changed key. */
export const CHANGED_KEY = v.strictObject({ key: text, updatedAt: text })
/** Key values are not repeated in answers to deletions. */
export const DELETED_KEY = v.strictObject({ deletedAt: text })

/** A rule with the parameters of its consequence. */
export const RULE = v.strictObject({
  ...RULE_SCHEMA.entries,
  consequence: v.strictObject({
    ...RULE_SCHEMA.entries.consequence.entries,
    params: v.optional(RULE_PARAMS_SCHEMA),
  }),
})

const highlighted = { _highlightResult: ANYTHING }
const found = (part: v.GenericSchema) =>
  v.strictObject({ hits: v.array(part), nbHits: count, page: count, nbPages: count })

/** Found synonyms, with their matches marked. */
export const SYNONYMS = found(
  v.union(SYNONYM_SCHEMA.options.map(({ entries }) => v.strictObject({ ...entries, ...highlighted }))),
)

/** Found rules, with their matches marked. */
export const RULES = found(v.strictObject({ ...RULE.entries, ...highlighted }))
/** A batch of one index: objectIDs are in the order of its operations. */
export const BATCHED = v.strictObject({ taskID, objectIDs: v.array(text) })
/** A batch of several indexes: a task for each, by name. */
export const BATCHED_MANY = v.strictObject({ taskID: v.record(v.string(), taskID), objectIDs: v.array(text) })
/** `null` for each missing record. */
export const RECORDS = v.strictObject({ results: v.array(v.union([ANYTHING, v.null()])), message: optionalText })

const settings = schemasOf(SETTING_PARAMETERS)
const orNull = (name: string) => v.nullable(settings[name] ?? v.never())
/** All settings with their defaults. Lists that were never set are `null`, and `typoTolerance` is text, as on the wire. */
export const SETTINGS = v.strictObject({
  ...settings,
  searchableAttributes: orNull('searchableAttributes'),
  attributesForFaceting: orNull('attributesForFaceting'),
  customRanking: orNull('customRanking'),
  attributeForDistinct: orNull('attributeForDistinct'),
  typoTolerance: v.picklist(['true', 'false', 'min', 'strict']),
  version: count,
  primary: optionalText,
})
/** `error` is the reason why a published task changed nothing. */
export const TASK = v.strictObject({
  status: v.picklist(['published', 'notPublished']),
  pendingTask: v.boolean(),
  error: optionalText,
})

/** An answer without data. */
export const DONE = v.strictObject({ status: count, message: text })
