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
  ['templates that begin with the sign', '{ a && <code>{`<${b}>`}</code> } '.repeat(20)],
  ['comparisons', `{ ${'a<b && '.repeat(100)} c }`],
  ['comparisons with blanks', `{ ${'a < b && '.repeat(100)} c } ${'<i>'.repeat(100)}`],
  ['tags outside of expressions', `${'<a>'.repeat(100)} {b}`],
  ['code', `\`\`\`js\n{ ${'<a>'.repeat(100)}\n\`\`\``],
])('a page with %s is not', (_, source) => {
  expect(check(source)).toBeUndefined()
})

test.each([
  ['in one line', 'x <b>y</b>'.repeat(10_000)],
  ['never closed', '<b>\n\n'.repeat(8000)],
])('a page with thousands of tags is refused if they are %s', (_, source) => {
  expect(check(source)?.message).toBe('too many tags are in one line or never closed')
})

test.each([
  ['lines of highlighted code', '<pre class="code">\n<b>a</b> <i>c</i>\n</pre>\n\n'.repeat(5000)],
  ['code in fences and spans', `\`\`\`html\n${'<b>\n'.repeat(9000)}\`\`\`\n${'`<b>`\n'.repeat(9000)}`],
  ['attributes with tags', '<A b="<i>" c={<i/>} />\n\n'.repeat(5000)],
])('a page with thousands of tags is not refused if they are %s', (_, source) => {
  expect(check(source)).toBeUndefined()
})
