import { expect, test } from 'vitest'
import { mergeSettings } from './merge-settings.ts'

test('named settings are replaced, null restores a default, and the others keep their order', () => {
  const settings = { searchableAttributes: ['title'], distinct: true, hitsPerPage: 5 }
  const merged = mergeSettings(settings, { distinct: null, hitsPerPage: 9, ranking: ['words'] })
  expect(merged).toEqual({ searchableAttributes: ['title'], hitsPerPage: 9, ranking: ['words'] })
  expect(Object.keys(merged)).toEqual(['searchableAttributes', 'hitsPerPage', 'ranking'])
  expect(settings.distinct).toBe(true)
})
