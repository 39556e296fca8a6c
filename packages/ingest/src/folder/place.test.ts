import { expect, test } from 'vitest'
import { findPlaces } from './place.ts'

test('a folder that shares its index alone is no translation if it has other pages', () => {
  const placeOf = findPlaces(['index.md', 'guide.md', 'ml/index.md', 'ml/training.md', 'ja/index.md'])
  expect(placeOf('ml/training.md')).toEqual({ prefix: '' })
  expect(placeOf('ja/index.md')).toEqual({ lang: 'ja', prefix: 'ja/' })
})

test('a name of a language is in one case', () => {
  const placeOf = findPlaces(['index.md', 'oM/index.md', 'PT/index.md'])
  expect(placeOf('oM/index.md')).toEqual({ prefix: '' })
  expect(placeOf('PT/index.md')).toEqual({ lang: 'pt', prefix: 'PT/' })
})
