import { expect, test } from 'vitest'
import { directed, directedArticle, directedData, isRightToLeft } from './direction.ts'

const MARK = '\u200f'

test('a text that begins with another script but has its own letters gets a mark', () => {
  expect(directed('Vue چیست؟')).toBe(`${MARK}Vue چیست؟`)
  expect(directed('--host הפקודה')).toBe(`${MARK}--host הפקודה`)
  for (const text of ['چیست Vue', 'ref()', 'Not translated yet.', '12 سال', '', '—', `${MARK}Vue چیست؟`])
    expect(directed(text)).toBe(text)
})

test('titles in the data of a page and of a navigation get it; addresses and pages from left to right do not', () => {
  const data = {
    title: 'Vue چیست',
    url: '/Vue چیست',
    children: [{ title: 'A ב', headings: [{ text: 'B ג', id: 'B ג' }] }],
  }
  expect(directedData(data, 'fa')).toEqual({
    title: `${MARK}Vue چیست`,
    url: '/Vue چیست',
    children: [{ title: `${MARK}A ב`, headings: [{ text: `${MARK}B ג`, id: 'B ג' }] }],
  })
  expect(directedData(data, 'en')).toBe(data)
})

test('each block of an article gets it, without code and formulas', () => {
  const html =
    '<h2 id="a">Vue چیست؟</h2><p title="a > b">Run <code>x</code>: اجرا</p><ul><li>One<ul><li>B ג</li></ul>C ג</li></ul>' +
    '<figure class="code"><pre><code>x = "ג"</code></pre></figure><p>English.</p><td><code>a</code></td>'
  expect(directedArticle(html, 'rtl')).toBe(
    html
      .replace('Vue', `${MARK}Vue`)
      .replace('Run', `${MARK}Run`)
      .replace('B ג', `${MARK}B ג`)
      .replace('C ג', `${MARK}C ג`),
  )
  expect(directedArticle(html, 'ltr')).toBe(html)
})

test('an article is from right to left if most of its letters are, without code', () => {
  const code = '<pre><code>const everything = inEnglish</code></pre>'
  expect(isRightToLeft(`<h1>آموزش: Vue</h1>${code}<p>شروع کنید.</p>`)).toBe(true)
  expect(isRightToLeft(`<h1>Tutorial</h1><p>In Persian: شروع.</p>`)).toBe(false)
  expect(isRightToLeft(`<p title="شروع کنید">Tutorial</p><pre>شروع کنید</pre>`)).toBe(false)
  expect(isRightToLeft('')).toBe(false)
})
