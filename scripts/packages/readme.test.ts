import { expect, test } from 'vitest'

import { publishedReadme } from './readme.ts'

const TEXT = `![Box](../../docs/images/box.png)

[Options](../../docs/box.md#options) and [a site](https://example.com), [below](#below).
`

test('without an address of the repository, pictures are put into the package and links become their texts', () => {
  const { text, pictures } = publishedReadme(TEXT, 'packages/box')
  expect(text).toBe('![Box](images/box.png)\n\nOptions and [a site](https://example.com), [below](#below).\n')
  expect([...pictures]).toEqual([['images/box.png', 'docs/images/box.png']])
})

test('with an address, pictures and links lead there', () => {
  const { text, pictures } = publishedReadme(TEXT, 'packages/box', 'https://git.example.com/box')
  expect(text).toContain('![Box](https://git.example.com/box/raw/HEAD/docs/images/box.png)')
  expect(text).toContain('[Options](https://git.example.com/box/blob/HEAD/docs/box.md#options)')
  expect(pictures.size).toBe(0)
})

test('a link out of the repository is an error', () => {
  expect(() => publishedReadme('[a](../../../a.md)', 'packages/box')).toThrow('outside the repository')
})
