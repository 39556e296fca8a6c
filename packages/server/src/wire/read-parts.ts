/**
 * Reads synonyms and rules. Features that the engine does not support are refused, so that none is stored without an effect. The
 * spelling `onewaysynonym` is converted.
 */
import type { JsonValue } from '@docent/engine'
import * as v from 'valibot'
import type { IndexPart, PartKind } from './operations.ts'
import { checkFilters, checkJoinedFilters } from './check-filters.ts'
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'
import { readObjectID } from './names.ts'
import { FIRST_ISSUE, readParameter, renderingContent as renderingContentParameter, schemasOf } from './parameter.ts'
import { asObject, readSearchParams } from './read-search.ts'
import { SEARCH_PARAMETERS } from './search-parameters.ts'

/** A text of at most `bytes` in UTF-8. */
const textOf = (bytes: number) =>
  v.pipe(
    v.string(),
    v.check((value) => Buffer.byteLength(value) <= bytes, `at most ${bytes} bytes`),
  )
const text = v.pipe(textOf(LIMITS.queryBytes), v.nonEmpty())
const texts = v.pipe(v.array(text), v.minLength(1), v.maxLength(LIMITS.listEntries))
const objectID = v.string()

/** A stored synonym. */
export const SYNONYM_SCHEMA = v.variant('type', [
  v.strictObject({ objectID, type: v.literal('synonym'), synonyms: texts }),
  v.strictObject({ objectID, type: v.literal('oneWaySynonym'), input: text, synonyms: texts }),
  v.strictObject({ objectID, type: v.picklist(['altCorrection1', 'altCorrection2']), word: text, corrections: texts }),
  v.strictObject({ objectID, type: v.literal('placeholder'), placeholder: text, replacements: texts }),
])

/** The stored names of the types of synonyms; they are read in any letter case. */
const SYNONYM_TYPES = ['synonym', 'oneWaySynonym', 'altCorrection1', 'altCorrection2', 'placeholder']

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LIMITS.hitsPerPage))
const recordID = v.pipe(v.string(), v.nonEmpty())
const promoted = v.pipe(v.array(recordID), v.maxLength(LIMITS.listEntries))

const CONDITION_SCHEMA = v.strictObject({
  pattern: v.optional(
    v.pipe(
      textOf(LIMITS.queryBytes),
      v.check((value) => !value.includes('{facet:'), '{facet:…} in a pattern is not supported; write the words'),
    ),
  ),
  anchoring: v.optional(v.picklist(['is', 'startsWith', 'endsWith', 'contains'])),
  alternatives: v.optional(v.boolean()),
  context: v.optional(text),
  filters: v.optional(textOf(LIMITS.filtersBytes)),
})

const NEW_QUERY_SCHEMA = textOf(LIMITS.queryBytes)

const QUERY_EDITS_SCHEMA = v.strictObject({
  remove: v.optional(texts),
  edits: v.optional(
    v.array(
      v.variant('type', [
        // The provider accepts an `insert` here, and ignores it.
        v.strictObject({ type: v.literal('remove'), delete: text, insert: v.optional(v.string()) }),
        v.strictObject({ type: v.literal('replace'), delete: text, insert: text }),
      ]),
    ),
  ),
})

const QUERY_SCHEMA = v.union([NEW_QUERY_SCHEMA, QUERY_EDITS_SCHEMA])

/** The parameters of a query that a rule may change. */
export const RULE_PARAMS_SCHEMA = v.strictObject({
  ...schemasOf(SEARCH_PARAMETERS),
  query: v.optional(QUERY_SCHEMA),
  renderingContent: v.optional(v.looseObject({})),
})

/** A rule; the parameters of its consequence have many spellings and are read separately. */
export const RULE_SCHEMA = v.strictObject({
  objectID,
  conditions: v.optional(v.pipe(v.array(CONDITION_SCHEMA), v.maxLength(LIMITS.ruleConditions))),
  condition: v.optional(CONDITION_SCHEMA),
  consequence: v.strictObject({
    params: v.optional(v.record(v.string(), v.unknown())),
    promote: v.optional(
      v.pipe(
        v.array(
          v.union([
            v.strictObject({ objectID: recordID, position }),
            v.strictObject({ objectIDs: promoted, position }),
          ]),
        ),
        v.maxLength(LIMITS.rulePlaces),
      ),
    ),
    hide: v.optional(v.pipe(v.array(v.strictObject({ objectID: recordID })), v.maxLength(LIMITS.rulePlaces))),
    filterPromotes: v.optional(v.boolean()),
    userData: v.optional(v.unknown()),
    redirect: v.optional(v.strictObject({ url: v.pipe(v.string(), v.nonEmpty()) })),
  }),
  enabled: v.optional(v.boolean()),
  description: v.optional(v.string()),
  validity: v.optional(v.array(v.strictObject({ from: v.optional(seconds), until: v.optional(seconds) }))),
  // Attributes of the provider's dashboard: stored and returned, without effect.
  tags: v.optional(v.array(v.string())),
  scope: v.optional(v.string()),
  _metadata: v.optional(v.unknown()),
})

/**
 * The value by its schema; `at` is its path in the body. Throws a `ServerError` (400) with the path of the invalid value and the
 * wire's text.
 */
function check<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown, at?: string): Output {
  const result = v.safeParse(schema, value, FIRST_ISSUE)
  if (result.success) return result.output
  const [issue] = result.issues
  const path = [at, v.getDotPath(issue)].filter((part) => part).join('.') || 'body'
  if (issue.type === 'strict_object' && issue.expected === 'never') throw badRequest(`Unknown parameter: ${path}`)
  throw badRequest(`Invalid value for "${path}" parameter: ${issue.message}`)
}

const optionalText = v.nullish(textOf(LIMITS.queryBytes))
const optionalCount = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)))
const partSearch = { query: optionalText, page: optionalCount, hitsPerPage: optionalCount }

/** One type or several, as a list or separated by commas. */
const types = v.pipe(
  v.unknown(),
  v.transform((value) => (Array.isArray(value) ? value.join(',') : value)),
  optionalText,
)

/** A search for synonyms: by text, and by types. */
export const SYNONYM_SEARCH_SCHEMA = v.object({ ...partSearch, type: v.optional(types) })
/** A search for rules: by text, and by values of their conditions. */
export const RULE_SEARCH_SCHEMA = v.object({
  ...partSearch,
  anchoring: optionalText,
  context: optionalText,
  enabled: v.nullish(v.boolean()),
})
/** A search for synonyms or rules. */
export type PartSearch = Partial<v.InferOutput<typeof SYNONYM_SEARCH_SCHEMA> & v.InferOutput<typeof RULE_SEARCH_SCHEMA>>

/** A search for synonyms or rules. Throws a `ServerError` (400) that names the field. */
export const readPartSearch = (kind: PartKind, body: unknown): PartSearch =>
  check(kind === 'synonyms' ? SYNONYM_SEARCH_SCHEMA : RULE_SEARCH_SCHEMA, asObject(body ?? {}, 'The body'))

/**
 * The object with its objectID, of the path before that of the body, and without the attributes that searches add. Throws when it
 * is too large, before it is parsed further.
 */
function withID(value: unknown, id: string | undefined): Record<string, unknown> {
  const { _highlightResult, ...attributes } = asObject(value, 'The body')
  const part = { ...attributes, objectID: readObjectID(id ?? attributes['objectID']) }
  if (Buffer.byteLength(JSON.stringify(part)) > LIMITS.recordBytes)
    throw badRequest(`${JSON.stringify(part.objectID)} is too big: at most ${LIMITS.recordBytes} bytes`)
  return part
}

/** Reads a synonym to be stored. Throws a `ServerError` (400). */
export function readSynonym(value: unknown, id?: string): IndexPart {
  const input = withID(value, id)
  const given = typeof input['type'] === 'string' ? input['type'].toLowerCase() : ''
  const type = SYNONYM_TYPES.find((name) => name.toLowerCase() === given)
  if (type === undefined)
    throw badRequest(`Invalid value for "type" parameter, expected one of ${SYNONYM_TYPES.join(', ')}`)
  return check(SYNONYM_SCHEMA, { ...input, type })
}

const UNSUPPORTED_PARAMS = ['automaticFacetFilters', 'automaticOptionalFacetFilters']

/** Throws for a text that is longer than any parameter allows, before the parameters are parsed. */
function checkTexts(params: Record<string, unknown>): void {
  JSON.stringify(params, (_name, value: unknown) => {
    if (typeof value === 'string' && Buffer.byteLength(value) > LIMITS.filtersBytes)
      throw badRequest(`A text in consequence.params is too long: at most ${LIMITS.filtersBytes} bytes`)
    return value
  })
}

/** The schema is chosen first, since the refusal of a union does not name the invalid field. */
const readRuleQuery = (query: unknown): unknown =>
  typeof query === 'string'
    ? check(NEW_QUERY_SCHEMA, query, 'consequence.params.query')
    : check(QUERY_EDITS_SCHEMA, query, 'consequence.params.query')

/** The search parameters of a rule, canonical. */
function readParams(params: Record<string, unknown>): Record<string, unknown> {
  const { query, renderingContent, ...others } = params
  for (const name of UNSUPPORTED_PARAMS)
    if (name in others)
      throw badRequest(
        `consequence.params.${name} is not supported; write the filter as facetFilters or optionalFilters`,
      )
  checkTexts(others)
  const canonical = readSearchParams(others)
  checkJoinedFilters(canonical, 'consequence.params.filters')
  return {
    ...canonical,
    ...(query !== undefined && { query: readRuleQuery(query) }),
    ...(renderingContent !== undefined && {
      renderingContent: readParameter(
        'consequence.params.renderingContent',
        renderingContent,
        renderingContentParameter,
      ),
    }),
  }
}

/** Reads a rule to be stored. Throws a `ServerError` (400) that names an unsupported attribute. */
export function readRule(value: unknown, id?: string): IndexPart {
  const rule = check(RULE_SCHEMA, withID(value, id))
  for (const { filters } of [rule.condition ?? {}, ...(rule.conditions ?? [])])
    if (filters !== undefined) checkFilters({ filters })
  const { params, ...consequence } = rule.consequence
  const stored = { ...rule, consequence: { ...consequence, ...(params && { params: readParams(params) }) } }
  return stored as { [name: string]: JsonValue } & { objectID: string }
}

/** PHP's client writes an empty list as an empty object. */
const isEmptyObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0

/** The synonyms or rules of a batch, each checked when it is requested. Throws a `ServerError` (400). */
export function* readParts(kind: PartKind, body: unknown): Generator<IndexPart, void> {
  if (isEmptyObject(body)) return
  if (!Array.isArray(body)) throw badRequest('The body must be an array')
  if (body.length > LIMITS.partsPerBatch)
    throw badRequest(`Too many entries in one batch: at most ${LIMITS.partsPerBatch}`)
  const read = kind === 'synonyms' ? readSynonym : readRule
  for (const value of body as unknown[]) yield read(value)
}
