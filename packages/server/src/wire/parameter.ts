/**
 * The kinds of values of parameters and settings: each is a schema that accepts every spelling of the wire and returns the
 * canonical value, with the text for its error. The tables are in `search-parameters.ts` and `setting-parameters.ts`.
 */
import * as v from 'valibot'
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'
import {
  spelledBoolean,
  spelledBooleanOrList,
  spelledBooleanOrNumber,
  spelledFilters,
  spelledList,
  spelledNumber,
  spelledNumericFilters,
  spelledObject,
} from './spelling.ts'

/** A kind of value, as the tables use it. */
export interface Parameter {
  schema: v.GenericSchema<unknown, unknown>
  /** Completes "expected …" in the error. */
  expected: string
}

const utf8Bytes = (text: string): number => Buffer.byteLength(text)

const spelled = (read: (value: unknown) => unknown) => v.pipe(v.unknown(), v.transform(read))

/** Text of at most `maxBytes` UTF-8 bytes. A lone surrogate becomes U+FFFD: it has no UTF-8 form. */
export const text = (maxBytes: number): Parameter => ({
  schema: v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'number' ? String(value) : value)),
    v.string(),
    v.check((value) => utf8Bytes(value) <= maxBytes),
    v.transform((value) => value.toWellFormed()),
  ),
  expected: `string shorter than ${maxBytes} bytes`,
})

/** Bounds are inclusive. Digits in a string are a number too, as on the wire. */
export const integer = (min: number, max: number): Parameter => ({
  schema: v.pipe(spelled(spelledNumber), v.number(), v.integer(), v.minValue(min), v.maxValue(max)),
  expected: `integer between ${min} and ${max}`,
})

/** Also as the strings `true` and `false`. */
export const boolean: Parameter = { schema: v.pipe(spelled(spelledBoolean), v.boolean()), expected: 'boolean' }

/** One of some strings; no other spelling is accepted. */
export const choice = (values: readonly string[]): Parameter => ({
  schema: v.picklist(values),
  expected: `one of ${values.join(', ')}`,
})

/** One string of a list. */
export const entry = v.pipe(
  v.string(),
  v.check((value) => utf8Bytes(value) <= LIMITS.entryBytes),
)
const ENTRY_EXPECTED = `of at most ${LIMITS.entryBytes} bytes each`

/** No list, or one of at most `max` entries, which are not read. */
const isShort =
  (max: number) =>
  (value: unknown): boolean =>
    !Array.isArray(value) || value.length <= max

/** An array whose length is checked before its entries; `maxLength` is there for the description of the API. */
const limited = (values: v.GenericSchema, max: number) =>
  v.pipe(v.unknown(), v.check(isShort(max)), v.array(values), v.maxLength(max))

const stringList = limited(entry, LIMITS.listEntries)

/** Also as JSON in a string, or as strings separated by commas. */
export const list: Parameter = {
  schema: v.pipe(spelled(spelledList), stringList),
  expected: `array of at most ${LIMITS.listEntries} strings ${ENTRY_EXPECTED}`,
}

/** A list of some of `values`. */
export const listOf = (values: readonly string[]): Parameter => ({
  schema: v.pipe(spelled(spelledList), limited(v.picklist(values), LIMITS.listEntries)),
  expected: `array of ${values.join(', ')}`,
})

/** An object that is returned unchanged; JSON text in a URL. */
export const renderingContent: Parameter = {
  schema: v.pipe(
    spelled(spelledObject),
    v.record(v.string(), v.unknown()),
    v.check((value) => utf8Bytes(JSON.stringify(value)) <= LIMITS.renderingContentBytes),
  ),
  expected: `object of at most ${LIMITS.renderingContentBytes} bytes of JSON`,
}

/** As `boolean` or `list`: for the parameters that take languages. */
export const booleanOrList: Parameter = {
  schema: v.pipe(spelled(spelledBooleanOrList), v.union([v.boolean(), stringList])),
  expected: `boolean or array of at most ${LIMITS.listEntries} languages`,
}

/** Maximum number of hits in one group, as the provider. */
const MAX_DISTINCT = 4

/** A boolean, or the number of hits in one group. Larger numbers are clamped: clients send them. */
export const distinct: Parameter = {
  schema: v.pipe(
    spelled(spelledBooleanOrNumber),
    v.union([
      v.boolean(),
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.transform((count) => Math.min(count, MAX_DISTINCT)),
      ),
    ]),
  ),
  expected: `boolean or integer; more than ${MAX_DISTINCT} is ${MAX_DISTINCT}`,
}

/** As `boolean`, or one of its modes. */
export const typoTolerance: Parameter = {
  schema: v.pipe(spelled(spelledBoolean), v.union([v.boolean(), v.picklist(['min', 'strict'])])),
  expected: 'boolean, "min" or "strict"',
}

const filterList = v.pipe(
  limited(v.unknown(), LIMITS.filterClauses),
  v.check((filters) => filters.flat().length <= LIMITS.filterClauses),
  v.array(v.union([entry, v.array(entry)])),
)
const FILTERS_EXPECTED = `string or nested array of at most ${LIMITS.filterClauses} filters ${ENTRY_EXPECTED}`

/** A list of lists: the inner ones are alternatives. Texts are parsed by the engine. */
export const filters: Parameter = {
  schema: v.pipe(spelled(spelledFilters), filterList),
  expected: FILTERS_EXPECTED,
}

/** As `filters`, with `TO` of a range in any case. */
export const numericFilters: Parameter = {
  schema: v.pipe(spelled(spelledNumericFilters), filterList),
  expected: FILTERS_EXPECTED,
}

/** A parameter of the provider that is refused unless it is empty: ignoring it would change the meaning of the query. */
export const unsupported = (why: string): Parameter => ({
  schema: v.union([v.literal(''), v.array(v.never())]),
  expected: `nothing: ${why}`,
})

/** A flag of the provider that may only be off. */
export const unsupportedFlag = (why: string): Parameter => ({
  schema: v.pipe(boolean.schema, v.literal(false)),
  expected: `false: ${why}`,
})

/** A parameter of the provider without effect here, which is removed. */
export const ignored: Parameter = { schema: v.unknown(), expected: 'anything' }

/** A setting of the provider without effect here, which is stored and returned. */
export const kept: Parameter = { schema: v.unknown(), expected: 'anything' }

/** Entries of an object's schema, each with its description; optional unless `wrap` makes them otherwise. */
export const schemasOf = (
  parameters: ReadonlyMap<string, Parameter>,
  wrap: (schema: v.GenericSchema) => v.GenericSchema = (schema) => v.optional(schema),
): v.ObjectEntries =>
  Object.fromEntries(
    [...parameters].map(([name, { schema, expected }]) => [name, wrap(v.pipe(schema, v.description(expected)))]),
  )

/**
 * The check of outside values ends at the first issue. Collecting the issues of a list of 120,000 wrong entries took half a second of
 * the API's thread.
 */
export const FIRST_ISSUE = { abortEarly: true } as const

/** The canonical value of one parameter, or status 400 with the wire's text. */
export function readParameter(name: string, value: unknown, parameter: Parameter): unknown {
  const result = v.safeParse(parameter.schema, value, FIRST_ISSUE)
  if (result.success) return result.output
  throw badRequest(`Invalid value for "${name}" parameter, expected ${parameter.expected}`)
}
