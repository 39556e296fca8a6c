import { expect, test } from 'vitest'
import type { Problem } from '../result/page.ts'
import { readOne } from '../testing/docs-folder.ts'
import { reportExactly } from './exact-line.ts'

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
  ['page.mdx', 'Some\ntext {site.thing}', 'expression:4'],
  ['page.md', '- a list\n- and\n  <string>', 'unknown-tag:5'],
])('%s: %j', async (name, block, place) => {
  expect(await placesOf(`# T\n\n${block}\n`, name)).toEqual([place])
})

test('of equal problems in a block each has its own line; those without a use of their own have the last one', async () => {
  expect(await placesOf('# T\n\na <x> b\nc <x> <x>\nd <x>\n')).toEqual(
    [3, 4, 4, 5].map((line) => `unknown-tag:${line}`),
  )
  const report: Problem[] = []
  const say = reportExactly(report, 'a.md', () => 'one\ntwo Foo\n\nFoo')
  for (let time = 0; time < 2; time++) say('unknown-component', 1, '<Foo> is not known.')
  say('unknown-component', 1, '<Bar> is not known.')
  expect(report.map(({ line }) => line)).toEqual([2, 2, 1])
  const tags: Problem[] = []
  reportExactly(tags, 'a.md', () => 'Foo is\na <Foo>')('unknown-component', 1, '<Foo> is not known.')
  expect(tags.map(({ line }) => line)).toEqual([2])
})
