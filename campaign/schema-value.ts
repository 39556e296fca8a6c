/** Random values of a JSON Schema of the API's description, in which some parts violate the schema. */

import type { Random } from './random.ts'
import { randomText, randomValue } from './values.ts'

/** The parts of a JSON Schema that the API's description uses. */
export interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/** The share of parts that violate the schema. */
const WRONG = 0.1

/** @param depth the maximum number of nested lists and objects. */
export function schemaValue(schema: Schema, random: Random, depth = 4): unknown {
  if (random.chance(WRONG)) return randomValue(random, Math.min(depth, 2))
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return schemaValue(random.pick(schema.anyOf), random, depth)
  if (schema.type === 'string') return randomText(random)
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return random.chance(0.8) ? random.int(30) : -1
  if (schema.type === 'array') {
    const length = depth > 0 ? random.int(random.chance(0.05) ? 80 : 4) : 0
    return Array.from({ length }, () => schemaValue(schema.items ?? {}, random, depth - 1))
  }
  if (schema.type === 'object' || schema.properties) return schemaObject(schema, random, depth)
  return randomValue(random, Math.min(depth, 2))
}

function schemaObject({ properties = {}, required = [] }: Schema, random: Random, depth: number): object {
  const names = Object.keys(properties)
  const chosen = new Set(required.filter(() => !random.chance(WRONG)))
  if (names.length > 0 && depth > 0) for (let more = random.int(5); more > 0; more--) chosen.add(random.pick(names))
  return Object.fromEntries(
    [...chosen].map((name) => [name, schemaValue(properties[name] ?? {}, random, depth - 1)] as const),
  )
}
