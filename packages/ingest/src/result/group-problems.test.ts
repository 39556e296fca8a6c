import { expect, test } from 'vitest'
import { countUses, groupProblems, newProblems, subjectOf } from './group-problems.ts'
import type { Problem } from './page.ts'

const broken = (file: string, target: string, line = 1): Problem => ({
  file,
  line,
  code: 'broken-link',
  message: `The link "${target}" leads to no page and no file; correct it.`,
})
const lost = (file: string): Problem => ({ file, code: 'duplicate-url', message: `It has the URL "/${file}" too.` })

test.each([
  ['missing-image', 'The image "a b.png" is missing.', 'a b.png'],
  ['unknown-component', '<Foo.Bar> is not known here.', 'Foo.Bar'],
  ['unclosed-container', '"::: tip" is never closed; write ":::" after its content.', '::: tip'],
  ['unknown-shortcode', 'The shortcode "relref "/docs/a"" is not known.', 'relref'],
  ['unknown-shortcode', 'The shortcode "link docs/a.md" is not known.', 'link'],
  ['expression', 'The expression {{ cssxref("display") }} is not run.', 'cssxref'],
  ['expression', 'The expression {{ site.title }} is not run.', 'site.title'],
  ['math', 'This formula is not valid TeX and is shown as its source; correct it.', undefined],
])('the subject of %s: %s', (code, message, subject) => {
  expect(subjectOf({ code, message })).toBe(subject)
})

test('problems are grouped by cause: the most harmful first, then the most frequent', () => {
  const groups = groupProblems([
    broken('a.md', 'x'),
    { ...broken('b.md', 'y'), also: [4, 9] },
    broken('c.md', 'y'),
    lost('d.md'),
  ])
  expect(groups.map(({ code, subject, count, first, problems }) => [code, subject, count, first.file, problems.length]))
    .toEqual([
      ['duplicate-url', '/d.md', 1, 'd.md', 1],
      ['broken-link', 'y', 4, 'b.md', 2],
      ['broken-link', 'x', 1, 'a.md', 1],
    ]) // prettier-ignore
})

test('every use is counted', () => {
  expect(countUses([broken('a.md', 'x'), { ...broken('b.md', 'y'), also: [4, 9] }])).toBe(4)
})

test('a problem is new if its file had none of that code and subject; another line is no new problem', () => {
  const before = [broken('a.md', 'x', 3)]
  expect(newProblems(before, [broken('a.md', 'x', 7), broken('a.md', 'y', 3), broken('b.md', 'x', 3)])).toEqual([
    broken('a.md', 'y', 3),
    broken('b.md', 'x', 3),
  ])
})
