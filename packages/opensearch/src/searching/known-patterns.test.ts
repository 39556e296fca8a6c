/** Patterns as lists of existing terms. */
import { openTerms } from '@docent/engine/planning'
import { expect, test } from 'vitest'
import { knownPatterns } from './known-patterns.ts'

const known = {
  lists: [openTerms(['seite', 'seiten', 'seitenleiste', 'site'].map((term) => ({ term, count: 1 })))],
  isWhole: true,
  changed: 0,
}

test('the forms of a word of a named language are the terms that have its root', () => {
  const pattern = { kind: 'inflected', root: 'seit', alone: false, language: 'de' } as const
  expect(knownPatterns([pattern], known)).toEqual([{ kind: 'form', terms: ['seite', 'seiten'] }])
  expect(knownPatterns([{ ...pattern, root: 'haus' }], known)).toEqual([])
})
