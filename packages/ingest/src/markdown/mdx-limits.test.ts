import { expect, test } from 'vitest'
import { beyondMdx } from './mdx-limits.ts'

const check = (source: string) => beyondMdx(source.split('\n').map((text, at) => ({ text, line: at + 1 })))
const UNCLOSED = { line: 1, message: 'tags of expressions are never closed' }

test.each([
  ['in one expression', `{ ${'<a>'.repeat(17)} }`],
  ['behind an unclosed brace', `{{ [x](${'<math>'.repeat(17)}`],
  ['in many expressions', '{<a>} '.repeat(17)],
  ['in brackets', `{ ${'(<a>'.repeat(17)} }`],
  ['as fragments', `{ ${'<>'.repeat(17)} }`],
])('a page with 17 unclosed tags in expressions is refused: %s', (_, source) => {
  expect(check(source)).toEqual(UNCLOSED)
})

test('unclosed tags behind an expression with an unclosed tag are counted: they are its content', () => {
  expect(check(`{{< tabs >}}\n\n${'<b>'.repeat(17)}`)).toEqual({ ...UNCLOSED, line: 3 })
})

test.each([
  ['16 unclosed tags', `{ ${'<a>'.repeat(16)} }`],
  ['closed tags', `{ ${'<li><b>a</b></li>'.repeat(50)} }`],
  ['tags that close themselves', `{ ${'<A b="c" /> <br/>'.repeat(100)} }`],
  ['closed fragments', `{ ${'<>a</>'.repeat(100)} }`],
  ['comparisons', `{ ${'a<b && '.repeat(100)} c }`],
  ['comparisons with blanks', `{ ${'a < b && '.repeat(100)} c } ${'<i>'.repeat(100)}`],
  ['tags outside of expressions', `${'<a>'.repeat(100)} {b}`],
  ['code', `\`\`\`js\n{ ${'<a>'.repeat(100)}\n\`\`\``],
])('a page with %s is not', (_, source) => {
  expect(check(source)).toBeUndefined()
})
