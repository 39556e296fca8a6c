/**
 * Valibot schemas as JSON Schema (2020-12), for the API's description. Supports the kinds that this package uses and throws on any
 * other, so that the test of the description detects a new kind. A value with several spellings is described by its canonical form,
 * the last schema of its pipe.
 */
import type * as v from 'valibot'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

/** The fields of valibot's schemas and actions that are read here. */
interface Node {
  kind: 'schema' | 'validation' | 'transformation' | 'metadata'
  type: string
  requirement?: unknown
  pipe?: Node[]
  item?: Node
  wrapped?: Node
  options?: unknown[]
  entries?: Record<string, Node>
  literal?: unknown
  value?: Node
  description?: string
}

/** The last schema of a pipe with the checks after it. */
function ofPipe(pipe: readonly Node[]): JsonSchema {
  const last = pipe.findLastIndex(({ kind }) => kind === 'schema')
  const schema = pipe[last]
  if (schema === undefined) throw new Error('A pipe begins with a schema')
  // The first schema of a pipe contains that pipe again.
  const base = last === 0 && schema.pipe !== undefined && schema.pipe[0] === schema ? plain(schema) : describe(schema)
  return Object.assign(base, ...pipe.slice(last + 1).map((action) => ofAction(action, base)))
}

function ofAction({ type, requirement, description }: Node, base: JsonSchema): JsonSchema {
  const isList = base['type'] === 'array'
  switch (type) {
    case 'integer':
      return { type: 'integer' }
    case 'min_value':
      return { minimum: requirement }
    case 'max_value':
      return { maximum: requirement }
    case 'min_length':
      return isList ? { minItems: requirement } : { minLength: requirement }
    case 'non_empty':
      return isList ? { minItems: 1 } : { minLength: 1 }
    case 'max_length':
      return isList ? { maxItems: requirement } : { maxLength: requirement }
    case 'regex':
      return { pattern: (requirement as RegExp).source }
    case 'description':
      return { description }
    // A check is code: its requirement is in the description of the parameter.
    case 'check':
    case 'transform':
      return {}
    default:
      throw new Error(`No JSON Schema is known for the action ${type}`)
  }
}

/** Kinds of optional entries of an object. */
const OPTIONAL: ReadonlySet<string> = new Set(['optional', 'nullish'])

function ofObject({ type, entries = {} }: Node): JsonSchema {
  const names = Object.keys(entries)
  const required = names.filter((name) => !OPTIONAL.has(entries[name]?.type ?? ''))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, describe(entry)])),
    ...(required.length > 0 && { required }),
    ...(type === 'strict_object' && { additionalProperties: false }),
  }
}

function plain(node: Node): JsonSchema {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: node.type }
    case 'unknown':
      return {}
    case 'never':
      return { not: {} }
    case 'literal':
      return { const: node.literal }
    case 'picklist':
      return { enum: node.options }
    case 'array':
      return { type: 'array', items: node.item ? describe(node.item) : {} }
    case 'record':
      return { type: 'object', additionalProperties: node.value ? describe(node.value) : {} }
    case 'union':
    case 'variant':
      return { anyOf: (node.options as Node[]).map(describe) }
    case 'optional':
      return node.wrapped ? describe(node.wrapped) : {}
    case 'nullable':
    case 'nullish':
      return { anyOf: [node.wrapped ? describe(node.wrapped) : {}, { type: 'null' }] }
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return ofObject(node)
    default:
      throw new Error(`No JSON Schema is known for ${node.type}`)
  }
}

const describe = (node: Node): JsonSchema => (node.pipe ? ofPipe(node.pipe) : plain(node))

/** The JSON Schema of a valibot schema. Throws for an unknown kind. */
export const jsonSchemaOf = (schema: v.GenericSchema): JsonSchema => describe(schema as unknown as Node)
