import * as v from 'valibot'
import { expect, test } from 'vitest'
import { jsonSchemaOf } from './json-schema.ts'
import { SEARCH_PARAMETERS } from '../../wire/search-parameters.ts'
import { SETTING_PARAMETERS } from '../../wire/setting-parameters.ts'

test('kinds and limits are described', () => {
  const schema = v.strictObject({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
    sizes: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(3))),
    kind: v.union([v.boolean(), v.picklist(['a', 'b'])]),
  })
  expect(jsonSchemaOf(schema)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 9 },
      sizes: { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 3 },
      kind: { anyOf: [{ type: 'boolean' }, { enum: ['a', 'b'] }] },
    },
    required: ['name', 'kind'],
    additionalProperties: false,
  })
})

test('a value with many spellings is described by its canonical form', () => {
  const described = (name: string) => jsonSchemaOf(SEARCH_PARAMETERS.get(name)?.schema ?? v.never())
  expect(described('hitsPerPage')).toEqual({ type: 'integer', minimum: 0, maximum: 1000 })
  expect(described('facets')).toEqual({ type: 'array', items: { type: 'string' }, maxItems: 200 })
  expect(described('advancedSyntax')).toEqual({ type: 'boolean' })
})

test('every parameter and setting can be described; an unknown kind is an error', () => {
  for (const { schema } of [...SEARCH_PARAMETERS.values(), ...SETTING_PARAMETERS.values()])
    expect(jsonSchemaOf(schema)).toBeTypeOf('object')
  expect(() => jsonSchemaOf(v.date() as unknown as v.GenericSchema)).toThrow('date')
})
