import { expect, test } from 'vitest'
import { inflectionRoot, isInflection, singular, stem } from './stem.ts'

test.each([
  ['optimize', ['optimizes', 'optimized', 'optimizing', 'optimizer', 'optimizers', 'optimization', 'optimizable']],
  ['optimize', ['optimise', 'optimises', 'optimised', 'optimising', 'optimiser', 'optimisation', 'optimisable']],
  ['advertise', ['advertised', 'advertising', 'advertiser']],
  ['install', ['installs', 'installed', 'installing', 'installer', 'installation', 'installable']],
  ['configure', ['configured', 'configuring', 'configuration', 'configurable']],
  ['replicate', ['replicated', 'replicating', 'replicator', 'replication']],
  ['query', ['queries', 'queried', 'querying']],
  ['watch', ['watches', 'watched', 'watching', 'watcher', 'watchers']],
])('the forms of %s have its stem: %j', (word, forms) => {
  const root = stem(word)
  for (const form of forms) expect([form, stem(form), isInflection(form, root)]).toEqual([form, root, true])
})

test.each([
  ['resize', 'resist'],
  ['sizing', 'sing'],
  ['table', 'tab'],
])('%s is no form of %s', (word, other) => {
  expect(stem(word)).not.toBe(stem(other))
})

test('a term that is its own stem has no root', () => {
  expect([inflectionRoot('optim'), inflectionRoot('proxy'), inflectionRoot('optimising')]).toEqual([
    undefined,
    'prox',
    'optim',
  ])
})

test.each([
  ['sizes', 'size'],
  ['analyzes', 'analyze'],
  ['boxes', 'box'],
  ['classes', 'class'],
  ['status', 'status'],
])('the singular of %s is %s', (word, expected) => expect(singular(word)).toBe(expected))
