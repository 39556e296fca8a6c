import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { propertyTests } from './property-tests.ts'

const root = join(import.meta.dirname, '../..')
const files = propertyTests(root).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('tests with random cases are found in all packages that have them', () => {
  const packages = new Set(files.map(({ file }) => file.split('/')[1]))
  for (const name of ['engine', 'ingest', 'server', 'site']) expect(packages).toContain(name)
})

// Otherwise a failing seed of CI cannot be repeated, and the proof repeats the same few cases.
test.each(files)('$file: number and seed of its cases can be set', ({ text }) => {
  expect(text).toMatch(/\bpropertyRuns\(/)
  // A number of 1 is that of a sample.
  expect(text.match(/numRuns: (?!1\b).*/g) ?? []).toEqual([])
  // A number that several properties share is the constant RUNS.
  const asserts = text.match(/\bfc\.assert\(/g)?.length ?? 0
  const numbers = text.match(/\bpropertyRuns\(|\b(?:LONG_)?RUNS,$/gm)?.length ?? 0
  expect(numbers).toBeGreaterThanOrEqual(asserts)
})
