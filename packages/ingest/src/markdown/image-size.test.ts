import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

test.each([
  ['![a](b.png =300x200)', 'alt="a" width="300" height="200"'],
  ['![a](b.png "Title" =300x200)', 'alt="a" title="Title" width="300" height="200"'],
  ["![a](b.png 'Title' =300x)", 'alt="a" title="Title" width="300"'],
  ['[![a](b.png =x40)](https://a.example)', 'alt="a" height="40"'],
  ['| a |\n|---|\n| ![a](b.png =10x20) |', 'alt="a" width="10" height="20"'],
])('the size in %j is that of the image', async (source, expected) => {
  const { html, codes } = await readOne(`# A\n\n${source}\n`, { 'b.png': 'x' })
  expect(html).toContain(`<img src="/b.png" ${expected}`)
  expect(html).not.toMatch(/=\d*x|\{/)
  expect(codes).toEqual([])
})

test('in code, and as an equation in text, it stays', async () => {
  const { html } = await readOne('# A\n\n`![a](b.png =1x2)` ![a](b.png) and 3 =3x1)\n', { 'b.png': 'x' })
  expect(html).toContain('>![a](b.png =1x2)</code>')
  expect(html).toContain('and 3 =3x1)')
})
