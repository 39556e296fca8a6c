import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readOne } from '../testing/docs-folder.ts'
import { splitFrontMatter } from './front-matter.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const WORDS = [
  'title',
  'Page 7',
  'null',
  'true',
  'no',
  'a: b',
  'x',
  'C#',
  'a #b',
  "it's",
  '"quoted"',
  '~',
  '<<',
  '-',
  '[a',
  'b]',
].concat([
  '{c: d}',
  '*a',
  '&a',
  '!tag',
  '|',
  '>',
  '%',
  '@',
  '1',
  '1.5',
  '2026-01-01',
  '.inf',
  '',
  ' ',
  '\t',
  'é',
  '?',
  'a,b',
  'e:',
  ':',
])

test('without a first line of hyphens, as in older posts of Hexo; an underlined heading is none', () => {
  const report = (): void => expect.unreachable()
  expect(splitFrontMatter('title: A\ntags:\n- b\n  - c\n---\nText\n', report).body).toBe('\n\n\n\n\nText\n')
  expect(splitFrontMatter('index: true\n---', report)).toEqual({ data: { index: true }, body: '\n' })
  for (const text of ['Note: this\n---\nText\n', 'title: A\n\nText\n---\n', 'title: A\nText\n---\n'])
    expect(splitFrontMatter(text, report)).toEqual({ data: {}, body: text })
})

test('with the line endings of Windows, also after a quoted last value', () => {
  const report = (): void => expect.unreachable()
  expect(splitFrontMatter('---\r\ntitle: "A: b"\r\nlist:\r\n  - "c"\r\n---\r\nText\r\n', report).data).toEqual({
    title: 'A: b',
    list: ['c'],
  })
  expect(splitFrontMatter('+++\r\ntitle = "A"\r\n+++\r\nText\r\n', report).data).toEqual({ title: 'A' })
})

test('front matter of plain words equals the result of the YAML parser', () => {
  const key = fc.constantFrom('title', 'sidebar_label', 'a', 'Null', 'true', 'a b', 'x-y', '? a', '__proto__', '- a')
  const value = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' '))
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(key, fc.constantFrom(': ', ':', ':  '), value).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.oneof(value, fc.constantFrom('', '  more', '# a remark', '- one', '...')) },
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const source = lines.join('\n')
      const faults: string[] = []
      const { data } = splitFrontMatter(`---\n${source}\n---\n`, (_, __, message) => void faults.push(message))
      if (faults.length > 0) return
      expect(data).toEqual(parse(source, { uniqueKeys: false, logLevel: 'silent' }) ?? {})
    }),
    propertyRuns(0.3),
  )
})

test('keys and plain words are read without surrounding space', () => {
  const { data } = splitFrontMatter(
    '---\ntitle: Page 7\n\ndescription: What it says, and why.\n---\nText\n',
    () => undefined,
  )
  expect(data).toEqual({ title: 'Page 7', description: 'What it says, and why.' })
})

test('blank lines above the front matter', async () => {
  const { docs, html } = await readOne('\n\n---\ntitle: Named\ndescription: About\n---\n\nText.\n')
  expect(docs.pages[0]?.title).toBe('Named')
  expect(html).not.toContain('description')
  const line = await readOne('\n---\nplain words\n\n---\n\nText.\n')
  expect(line.html).toContain('plain words')
})

test.each([
  ['a value that contains itself', '---\na: &a\n  b: *a\n---\n', 'a value contains itself'],
  ['a list that contains itself often', '---\na: &a [*a, *a, *a, *a]\n---\n', 'a value contains itself'],
  ['many levels of TOML', `+++\n${'a.'.repeat(20_000)}b = 1\n+++\n`, 'it has more than 100 levels'],
  ['many levels of YAML', `---\na: ${'['.repeat(200)}${']'.repeat(200)}\n---\n`, 'it has more than 100 levels'],
])('front matter with %s is a problem and counts as empty', (_, source, reason) => {
  const faults: string[] = []
  const { data } = splitFrontMatter(source, (_kind, _line, message) => void faults.push(message))
  expect(data).toEqual({})
  expect(faults).toEqual([expect.stringContaining(`(Error: ${reason})`)])
})

test('front matter may repeat a value by aliases', () => {
  const { data } = splitFrontMatter('---\na: &a [1]\nb: [*a, *a]\n---\n', () => expect.fail())
  expect(data).toEqual({ a: [1], b: [[1], [1]] })
})

test('an escaped apostrophe between double quotes, which the parsers of Go and Python read', () => {
  const problems: string[] = []
  const { data } = splitFrontMatter('---\ntitle: "It\\\'s \\"so\\""\nweight: 2\n---\nText', (code) =>
    problems.push(code),
  )
  expect([data, problems]).toEqual([{ title: 'It\'s "so"', weight: 2 }, []])
  splitFrontMatter('---\ntitle: "a \\q"\n---\n', (code) => problems.push(code))
  expect(problems).toEqual(['front-matter'])
})
