import { expect, test } from 'vitest'
import { codeLines } from './code-lines.ts'
import type { Token } from './tokenizer.ts'

const plain = (text: string): Token => ({ text, className: [] })
const keyword = (text: string): Token => ({ text, className: ['t-keyword'] })

test('a token with a style is a span, and text stays text', () => {
  expect(codeLines([[keyword('let'), plain(' a = "<b>&amp;</b>"')], []])).toEqual([
    '<span class="t-keyword">let</span> a = "&#x3C;b>&#x26;amp;&#x3C;/b>"',
    '',
  ])
})

test('marked ranges cut tokens, also within markup', () => {
  const html = codeLines([[keyword('a<b'), plain('cd</x>')]], () => [
    [1, 4],
    [6, 7],
  ])
  expect(html).toEqual([
    '<span class="t-keyword">a</span><span class="t-keyword"><mark class="marked">&#x3C;b</mark></span><mark class="marked">c</mark>d&#x3C;<mark class="marked">/</mark>x>',
  ])
})
