import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Problem } from '@docent/ingest'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { writeProblems } from './problem-file.ts'
import { problemJson, problemScreen, problemText } from './problem-screen.ts'

const link = (file: string, target: string, line: number): Problem => ({
  file,
  line,
  code: 'broken-link',
  message: `The link "${target}" is broken; correct it.`,
})
const macro: Problem = {
  file: 'web/a.md',
  line: 15,
  code: 'unknown-shortcode',
  message: 'The shortcode "cssxref" is not known; write its result.',
  also: Array.from({ length: 9372 }, (_, index) => 16 + index),
}
const screen = (problems: Problem[], columns = Infinity): ReturnType<typeof problemScreen> =>
  problemScreen(problems, { columns, placeOf: (file) => `docs/${file}` })

test('a cause is one line with its first place, its remedy and its count', () => {
  expect(screen([macro, link('a.md', 'x', 3), link('b.md', 'x', 4)])).toEqual({
    lines: [
      'docs/a.md:3: The link "x" is broken; correct it. (2 uses in 2 files)',
      'docs/web/a.md:15: The shortcode "cssxref" is not known; write its result. (9,373 uses)',
    ],
  })
})

test('many causes fill at most 20 rows, in which every code has its most frequent cause', () => {
  const links = Array.from({ length: 500 }, (_, index) => link('a.md', `x${index}`, index))
  const { lines, rest } = screen([...links, macro])
  expect(lines).toHaveLength(19)
  expect(lines.at(-1)).toContain('cssxref')
  expect(rest).toBe('… and 482 more causes')
  const narrow = screen([...links, macro], 40)
  expect(narrow.lines.reduce((rows, line) => rows + Math.ceil((line.length + 4) / 40), 1)).toBeLessThanOrEqual(20)
})

test('names from the docs cannot control the terminal', () => {
  expect(screen([link('\u001B[2J.md', '\u001B]0;x', 1)]).lines.join('')).not.toContain('\u001B')
})

test('the text and the JSON have every place', () => {
  const problems = [{ ...link('a.md', 'x', 3), also: [5] }, link('b.md', 'x', 4)]
  expect(problemText(problems)).toEqual([
    'The link "x" is broken; correct it.  broken-link, 3 uses',
    '  a.md:3',
    '  a.md:5',
    '  b.md:4',
    '',
  ])
  expect(problemJson(problems)).toEqual([
    {
      code: 'broken-link',
      subject: 'x',
      count: 3,
      message: 'The link "x" is broken; correct it.',
      places: [
        { file: 'a.md', lines: [3, 5] },
        { file: 'b.md', lines: [4] },
      ],
    },
  ])
})

test('the file in the data folder has all problems, and is removed with the last one', () => {
  const data = folderOf()
  writeProblems(data, [macro])
  expect(readFileSync(join(data, 'problems.txt'), 'utf8').split('\n')).toHaveLength(9375)
  writeProblems(data, [])
  expect(existsSync(join(data, 'problems.txt'))).toBe(false)
})
