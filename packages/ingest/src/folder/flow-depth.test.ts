import { expect, test } from 'vitest'
import { requireShallowFlow } from './flow-depth.ts'

test('deep nesting is refused before the parser reads it, and brackets of many lines are not', () => {
  expect(() => requireShallowFlow('{'.repeat(500))).toThrow('more than 100 levels')
  expect(() => requireShallowFlow(`a:\n  [${'[\n'.repeat(101)}`)).toThrow('more than 100 levels')
  expect(() => requireShallowFlow('a: "["\n'.repeat(500))).not.toThrow()
  expect(() => requireShallowFlow(`[${'[1], '.repeat(500)}]`)).not.toThrow()
})
