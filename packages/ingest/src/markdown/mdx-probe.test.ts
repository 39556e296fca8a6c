import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'
import { survives } from './mdx-probe.ts'

const OPTIONS = { features: { gfm: true, frontmatter: false, headingAttributes: true }, position: true }

test('a page with few signs needs no probe', () => {
  expect(survives('# Title\n\n{1 + 1}\n', OPTIONS)).toBe(true)
})

test('a page with many signs that the parser can read survives', () => {
  expect(survives('A [link](x) and (more).\n\n'.repeat(3000), OPTIONS)).toBe(true)
})

test('a page that ends the parser fails the probe, and is read as Markdown with a problem', async () => {
  // Counting does not detect unclosed brackets beside strings.
  const deep = `{${'(")"+'.repeat(30_000)}1${')'.repeat(30_000)}}`
  expect(survives(deep, OPTIONS)).toBe(false)
  const { codes, text } = await readOne(`# Title\n\n${deep}\n\nThe end.\n`, {}, 'page.mdx')
  expect(codes.length).toBeGreaterThan(0)
  expect(text).toContain('The end.')
})
