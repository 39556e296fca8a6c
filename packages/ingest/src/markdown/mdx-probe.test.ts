import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'
import { survives } from './mdx-probe.ts'

/** A page that ends the parser; counting does not detect unclosed brackets beside strings. */
const DEEP = `{${'(")"+'.repeat(30_000)}1${')'.repeat(30_000)}}`

test('a page with few signs needs no probe', () => {
  expect(survives('# Title\n\n{1 + 1}\n')).toBe(true)
})

test('a page with many signs that the parser can read survives', () => {
  expect(survives('A [link](x) and (more).\n\n'.repeat(3000))).toBe(true)
  expect(survives('A [link](x) and {more}.\n\n'.repeat(3000))).toBe(true)
})

test('signs that begin no tag are repaired in a page with many signs', async () => {
  const units = '{1} (more)\n\n'.repeat(3000)
  const { docs, text } = await readOne(
    `# Title\n\na <5\n\n<Note>\n\nInside.\n\n</Note>\n\n${units}b <6\n`,
    {},
    'page.mdx',
  )
  expect(docs.problems).toMatchObject([{ code: 'mdx-syntax', line: 3, also: [6011] }])
  expect(text).toContain('a <5\nNote\nInside.')
})

test('a page that ends the parser after a repair fails the probe', () => {
  expect(survives(`a <5\n\n${DEEP}\n`)).toBe(false)
})

test('a page that ends the parser fails the probe, and is read as Markdown with a problem', async () => {
  expect(survives(DEEP)).toBe(false)
  const { codes, text } = await readOne(`# Title\n\n${DEEP}\n\nThe end.\n`, {}, 'page.mdx')
  expect(codes.length).toBeGreaterThan(0)
  expect(text).toContain('The end.')
})
