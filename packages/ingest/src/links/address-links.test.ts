import { expect, test } from 'vitest'
import { withAddresses } from './address-links.ts'

/** Marks the targets; those that begin with `#` or a scheme stay. */
const marked = (markdown: string): string =>
  withAddresses(markdown, (target) => (/^(?:#|https?:)/.test(target) ? undefined : `/to/${target}`))

test.each([
  ['see [a](b.md) and [c](d.md "title")', 'see [a](/to/b.md) and [c](/to/d.md "title")'],
  ['[a](<b c.md>) ![d](e.png)', '[a](</to/b c.md>) ![d](/to/e.png)'],
  ['[a](b_(c).md)', '[a](/to/b_(c).md)'],
  ['[![a](b.png)](c.md)', '[![a](/to/b.png)](/to/c.md)'],
  ['[a](#here) [b](https://example.com/)', '[a](#here) [b](https://example.com/)'],
  ['[a]: b.md "title"', '[a]: /to/b.md "title"'],
  ['[^a]: b.md', '[^a]: b.md'],
  ['<a href="b.md">c</a>', '<a href="/to/b.md">c</a>'],
  ['`[a](b.md)` [a](b.md) ``[a](`b.md)``', '`[a](b.md)` [a](/to/b.md) ``[a](`b.md)``'],
  ['one ` [a](b.md)', 'one ` [a](/to/b.md)'],
  ['```md\n[a](b.md)\n```\n[a](b.md)', '```md\n[a](b.md)\n```\n[a](/to/b.md)'],
  ['~~~\n```\n[a](b.md)\n~~~\n[a](b.md)', '~~~\n```\n[a](b.md)\n~~~\n[a](/to/b.md)'],
  ['[a]( and ](', '[a]( and ]('],
])('%j', (markdown, expected) => {
  expect(marked(markdown)).toBe(expected)
})

test('a long line of brackets and backticks is read in linear time', () => {
  const line = '[](`'.repeat(50_000)
  expect(marked(line)).toBe(line)
})
