/** Properties of a schema as parameters, nested as deep as readers can follow. */
import { parseInline } from '../parse.ts'
import type { Attributes, TreeNode } from '../tree.ts'
import { paragraph } from '../tree.ts'
import { type Table, tableOf, textOf } from '../../folder/plain-data.ts'
import { resolved } from './specification.ts'

/** Depth of properties within properties. */
const MAX_DEPTH = 4

/** UTF-16 units of the longest description. */
const MAX_UNITS = 5000

/** Fields that may still be made for one page. */
export interface FieldBudget {
  left: number
}

/** A parameter: its name, where it is sent, and its schema. */
export interface Parameter {
  name: string
  /** `path`, `query`, `header`, `cookie`, `body`; `name` for a property of a response. */
  place: string
  schema: unknown
  description?: string | undefined
  required: boolean
  deprecated?: boolean
}

/** The node of a parameter, with those inside it. */
export function fieldOf(parameter: Parameter, file: Table, budget: FieldBudget, depth = 0): TreeNode[] {
  if (--budget.left < 0) return []
  const schema = merged(parameter.schema, file)
  const description = parameter.description ?? textOf(schema.description)
  const type = typeOf(schema, file)
  const values = Array.isArray(schema.enum) ? schema.enum.slice(0, 50).map((one) => `\`${String(one)}\``) : []
  const attributes: Attributes = {
    name: parameter.name,
    ...(type === '' ? {} : { type }),
    ...(parameter.required ? { required: true } : {}),
    ...(parameter.deprecated === true || schema.deprecated === true ? { deprecated: true } : {}),
    ...(isPlain(schema.default) ? { default: String(schema.default) } : {}),
  }
  const inner = depth >= MAX_DEPTH ? [] : propertiesOf(schema, parameter.place, file)
  const children = [
    ...described(description),
    ...(values.length === 0 ? [] : described(`One of ${values.join(', ')}.`)),
    ...inner.flatMap((one) => fieldOf(one, file, budget, depth + 1)),
  ]
  return [{ type: 'component', name: 'ParamField', attributes, children, inline: false, line: 1 }]
}

/** The properties of an object, or of the objects of a list. */
export function propertiesOf(value: unknown, place: string, file: Table): Parameter[] {
  const schema = merged(value, file)
  const items = schema.items === undefined ? undefined : merged(schema.items, file)
  const holder = items !== undefined && tableOf(items.properties) !== undefined ? items : schema
  const required = Array.isArray(holder.required) ? holder.required : []
  return Object.entries(tableOf(holder.properties) ?? {}).map(([name, property]) => ({
    name,
    place,
    schema: property,
    required: required.includes(name),
  }))
}

/** A description in Markdown as paragraphs. */
export function described(text: string | undefined): TreeNode[] {
  return (text ?? '')
    .slice(0, MAX_UNITS)
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => paragraph(parseInline(part.replaceAll(/\s+/g, ' ').trim(), 1)))
}

/** A schema with its reference resolved and the parts of `allOf` joined. */
function merged(value: unknown, file: Table, depth = 0): Table {
  const schema = resolved(value, file) ?? {}
  const parts = Array.isArray(schema.allOf) && depth < MAX_DEPTH ? schema.allOf : []
  if (parts.length === 0) return schema
  const all = [...parts.map((part) => merged(part, file, depth + 1)), schema]
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => tableOf(part.properties) ?? {})),
    required: all.flatMap((part) => (Array.isArray(part.required) ? (part.required as unknown[]) : [])),
  }
}

function typeOf(schema: Table, file: Table, depth = 0): string {
  const alternatives = [schema.oneOf, schema.anyOf].find((one) => Array.isArray(one))
  if (Array.isArray(alternatives) && depth < 2) {
    const types = alternatives.slice(0, 8).map((one) => typeOf(merged(one, file), file, depth + 1))
    return [...new Set(types.filter((type) => type !== ''))].join(' | ')
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (textOf(schema.type) ?? '')
  if (type === 'array' && depth < 2) {
    const inner = typeOf(merged(schema.items, file), file, depth + 1)
    return inner === '' ? 'array' : `${inner}[]`
  }
  const format = textOf(schema.format)
  return format === undefined || type === '' ? type : `${type}<${format}>`
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
