import type { Problem } from '@docent/ingest'
import { expect, test } from 'vitest'

import { firstProblems, savedProblems } from './saved-problems.ts'

const link = (file: string, target: string, line = 1): Problem => ({
  file,
  line,
  code: 'broken-link',
  message: `The link "${target}" is broken; correct it.`,
})

test('only the problems that the save has caused are shown', () => {
  const old = link('a.md', 'old')
  expect(savedProblems([old], [old], [])).toEqual([])
  expect(savedProblems([old], [{ ...old, line: 9 }, link('a.md', 'new')], [])).toEqual([link('a.md', 'new')])
})

test('a further save keeps them with their present lines, until they are corrected or others come', () => {
  const broken = link('a.md', 'new', 3)
  const moved = link('a.md', 'new', 5)
  expect(savedProblems([broken], [moved], [broken])).toEqual([moved])
  expect(savedProblems([broken], [], [broken])).toEqual([])
  expect(savedProblems([broken], [broken, link('b.md', 'x')], [broken])).toEqual([link('b.md', 'x')])
})

test('browsers get the three most harmful causes, each once', () => {
  const problems = ['a', 'b', 'c', 'd'].flatMap((file) => [link(`${file}.md`, 'x'), link(`${file}.md`, file)])
  const { first, more } = firstProblems([...problems, { file: 'e.md', code: 'duplicate-url', message: 'Twice.' }])
  expect(first).toEqual([
    { place: 'e.md', message: 'Twice.' },
    { place: 'a.md:1', message: 'The link "x" is broken; correct it. (4 uses in 4 files)' },
    { place: 'a.md:1', message: 'The link "a" is broken; correct it.' },
  ])
  expect(more).toBe(3)
})
