/**
 * Arguments of the tools as plain JSON schemas, and their check, for pages: the schemas of the protocol (`protocol/schemas.ts`) need a
 * library that is larger than the tools.
 */
import { ToolError } from './docs.ts'
import { URL_LENGTH } from './read.ts'
import { BUDGET } from './results.ts'
import { LIMIT, QUERY_LENGTH } from './search.ts'

type Property = { description: string } & (
  | { type: 'string'; minLength?: number; maxLength: number }
  | { type: 'integer'; minimum: number; maximum: number }
)

/** A JSON schema of arguments, of the forms that the tools need. */
export interface ArgumentsSchema {
  type: 'object'
  properties: Readonly<Record<string, Property>>
  required: readonly string[]
}

const name = (description: string): Property => ({ type: 'string', minLength: 1, maxLength: 200, description })
const version = name('Version of the docs; default: the current one')
const language = name('Language of the docs, such as "en"; default: that of the docs')
const section = (description: string): Property => ({ type: 'string', maxLength: URL_LENGTH, description })
const tokens: Property = {
  type: 'integer',
  minimum: BUDGET.least,
  maximum: BUDGET.most,
  description: `Most tokens of the result, estimated; default ${BUDGET.usual}`,
}

/** JSON Schema of the arguments of `search`. */
export const SEARCH_SCHEMA: ArgumentsSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: QUERY_LENGTH,
      description: 'Words that the answer should have, or a question',
    },
    version,
    language,
    section: section('Title of a top-level section of the docs, or URL of a page, to search only in it'),
    limit: { type: 'integer', minimum: 1, maximum: LIMIT.most, description: `Most sections; default ${LIMIT.usual}` },
    tokens,
  },
  required: ['query'],
}

/** JSON Schema of the arguments of `read`. */
export const READ_SCHEMA: ArgumentsSchema = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: URL_LENGTH,
      description: 'URL of a page or of a section, as search and outline return it',
    },
    cursor: { type: 'string', maxLength: 40, description: 'The cursor of the part before, for the next part' },
    tokens,
  },
  required: ['url'],
}

/** JSON Schema of the arguments of `outline`. */
export const OUTLINE_SCHEMA: ArgumentsSchema = {
  type: 'object',
  properties: { version, language, section: section('Title or URL of an entry, to begin below it'), tokens },
  required: [],
}

/** The known arguments of an input. Throws a `ToolError` that names a wrong one. */
export function checkArguments({ properties, required }: ArgumentsSchema, input: unknown): Record<string, unknown> {
  const given = new Map(Object.entries(typeof input === 'object' && input !== null ? input : {}))
  const missing = required.find((key) => given.get(key) === undefined)
  if (missing !== undefined) throw new ToolError(`The argument "${missing}" is missing.`)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]) => {
      const value: unknown = given.get(key)
      if (value === undefined) return []
      const fault = faultOf(property, value)
      if (fault !== undefined) throw new ToolError(`The argument "${key}" ${fault}.`)
      return [[key, value]]
    }),
  )
}

function faultOf(property: Property, value: unknown): string | undefined {
  if (property.type === 'integer') {
    const { minimum, maximum } = property
    const fits = Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum
    return fits ? undefined : `must be a whole number from ${minimum} to ${maximum}`
  }
  const { minLength = 0, maxLength } = property
  const fits = typeof value === 'string' && value.trim().length >= minLength && value.length <= maxLength
  return fits ? undefined : `must be a text of ${minLength} to ${maxLength} characters`
}
