import { expect, test } from 'vitest'
import * as z from 'zod'
import { OUTLINE_SCHEMA, READ_SCHEMA, SEARCH_SCHEMA } from '../tools/arguments.ts'
import { OUTLINE_INPUT, READ_INPUT, SEARCH_INPUT } from './schemas.ts'

test.each([
  ['search', SEARCH_SCHEMA, SEARCH_INPUT],
  ['read', READ_SCHEMA, READ_INPUT],
  ['outline', OUTLINE_SCHEMA, OUTLINE_INPUT],
] as const)('the plain schema of %s has the arguments of the protocol', (_, plain, served) => {
  const { properties, required = [] } = z.toJSONSchema(served, { io: 'input' })
  expect(plain.properties).toEqual(properties)
  expect([...plain.required]).toEqual(required)
})
