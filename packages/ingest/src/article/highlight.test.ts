import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const budget = { leftMs: 10_000, onSpent: () => undefined }

test('a block has the same colours, whichever languages other pages have', async () => {
  const page = '---\ntitle: A\n---\n\n```rust\nlet a = 1;\n```\n'
  const first = await highlight(page, 'markdown', budget)
  for (const [code, lang] of [
    ['title: A', 'yaml'],
    ['let a = 1;', 'rust'],
  ] as const)
    await highlight(code, lang, budget)
  expect(await highlight(page, 'markdown', budget)).toEqual(first)
  expect(first?.[1]?.[0]?.className).toEqual(['t-keyword'])
})
