import { expect, test } from 'vitest'

import { specificationOf } from './specification.ts'

test('a file with tens of thousands of keys is read in proportion to its length', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `  k${at}: 1\n`).join('')
  expect(specificationOf(`paths: {}\nx-keys:\n${keys}`)?.paths).toEqual({})
})
