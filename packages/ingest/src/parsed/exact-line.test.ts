import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const placesOf = async (source: string, name?: string): Promise<string[]> => {
  const { docs } = await readOne(source, {}, name)
  return docs.problems.flatMap(({ code, line, also = [] }) => [line, ...also].map((one) => `${code}:${one}`))
}

test('links and images have the line of their use, not of their paragraph', async () => {
  expect(await placesOf('# T\n\nOne\ntwo [a](gone.md)\nthree\n![b](b.png) [c](gone.md)\n\n[d](gone.md)\n')).toEqual([
    'broken-link:4',
    'broken-link:6',
    'broken-link:8',
    'missing-image:6',
  ])
})

test.each([
  ['page.md', 'Foo is a word,\n<Foo a="b"/> in a line\nof text', 'unknown-component:4'],
  ['page.mdx', 'Foo is a word,\n<Foo a="b"/> in a line\nof text', 'unknown-component:4'],
  ['page.md', 'Some\ntext {{ site.thing }}', 'expression:4'],
  ['page.md', '- a list\n- and\n  <string>', 'unknown-tag:5'],
])('%s: %j', async (name, block, place) => {
  expect(await placesOf(`# T\n\n${block}\n`, name)).toEqual([place])
})

test('a subject that is not in the block as it is written leaves the line of the block', async () => {
  expect(await placesOf('# T\n\nOne\n[a](go\\_ne.md)\n\ngo_ne.md\n')).toEqual(['broken-link:3'])
})
