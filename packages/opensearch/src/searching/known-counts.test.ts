/** The numbers of records of words, by the terms in a server. */
import { openTerms } from '@docent/engine/planning'
import { expect, test } from 'vitest'
import { knownCount } from './known-counts.ts'
import type { KnownPattern } from './known-patterns.ts'

const listOf = (counts: Record<string, number>) =>
  openTerms(Object.entries(counts).map(([term, count]) => ({ term, count })))

const known = {
  lists: [listOf({ install: 40, installs: 2, installer: 3, instance: 7, run: 5 }), listOf({ installed: 1 })],
  isWhole: true,
  changed: 0,
}

test('are sums over the terms of the patterns, each term once', () => {
  expect(knownCount([{ kind: 'term', term: 'run' }], known)).toBe(5)
  expect(knownCount([{ kind: 'term', term: 'walk' }], known)).toBe(0)
  expect(knownCount([{ kind: 'beginning', term: 'inst' }], known)).toBe(53)
  const inflected: KnownPattern = { kind: 'inflected', root: 'instal', alone: false }
  expect(knownCount([inflected], known)).toBe(46)
  expect(knownCount([inflected, { kind: 'term', term: 'install' }], known)).toBe(46)
  // The root itself is counted where it is a form of the word.
  expect(knownCount([{ kind: 'inflected', root: 'run', alone: true }], known)).toBe(5)
  expect(knownCount([{ kind: 'inflected', root: 'run', alone: false }], known)).toBe(0)
  expect(knownCount([{ kind: 'near', terms: ['run', 'instance'] }], known)).toBe(12)
  expect(knownCount([], known)).toBe(0)
})

test('are left to the cluster for sequences, for too many terms, and while the terms are incomplete', () => {
  expect(knownCount([{ kind: 'sequence', terms: ['run', 'install'], reach: 1 }], known)).toBeUndefined()
  const many = listOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`a${at}`, 1])))
  expect(knownCount([{ kind: 'beginning', term: 'a' }], { ...known, lists: [many] })).toBeUndefined()
  expect(knownCount([{ kind: 'term', term: 'run' }], { ...known, isWhole: false })).toBeUndefined()
  expect(knownCount([{ kind: 'term', term: 'run' }], undefined)).toBeUndefined()
})

test('are left to the cluster where the changes since the count may matter', () => {
  expect(knownCount([{ kind: 'term', term: 'install' }], { ...known, changed: 2 })).toBe(40)
  expect(knownCount([{ kind: 'term', term: 'install' }], { ...known, changed: 3 })).toBeUndefined()
})
