import { expect, test } from 'vitest'
import { cleanLine, cleanText, withoutComments } from './clean.ts'

test.each([
  ['zero width characters', 'ig\u200Bno\uFEFFre', 'ignore', 2],
  ['language tags, which can spell a text', `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, 'ab', 2],
  ['variation selectors, which can hold bytes', 'a\uFE0F\u{E0100}b', 'ab', 2],
  ['controls of direction', '\u202Etxt\u2066.exe\u2069', 'txt.exe', 3],
  ['escape sequences', '\u001B[31mred\u0007', '[31mred', 2],
  ['fillers and private characters', 'a\u3164\u2800\uE000b', 'ab', 3],
  ['lone halves of pairs', 'a\uD800b', 'ab', 1],
])('%s are removed and counted', (_, text, clean, removed) => {
  expect(cleanText(text)).toEqual({ text: clean, removed })
})

test('text of any language keeps its letters, marks and line breaks', () => {
  const text = 'Größe\tnaïve\n日本語 한국어 العربية Ελληνικά 👩 क्षेत्र'
  expect(cleanText(text)).toEqual({ text, removed: 0 })
  expect(cleanText('a\r\nb\rc').text).toBe('a\nb\nc')
})

test('a joiner stays in a word of a script that needs it, and nowhere else', () => {
  expect(cleanText('می\u200Cخواهم').text).toBe('می\u200Cخواهم')
  expect(cleanText('pass\u200Cword\u200D').text).toBe('password')
})

test('a title is one line', () => {
  expect(cleanLine(' a\n\u200B b\tc ')).toBe('a b c')
})

test('comments are removed, except in code that shows them', () => {
  const markdown = 'a <!-- one --> b\n<!--\ntwo\n-->\nc\n```html\n<!-- three -->\n```\nd <!-- open\nfour'
  const { text, removed } = withoutComments(markdown)
  expect(text).toBe('a  b\nc\n```html\n<!-- three -->\n```\nd ')
  expect(removed).toBeGreaterThan(0)
})

test('code ends at a fence of its own sign and length only', () => {
  const inner = '````\n```\n<!-- kept -->\n~~~~\n````js\n<!-- kept -->\n````'
  expect(withoutComments(`${inner}\na<!-- x -->`).text).toBe(`${inner}\na`)
})

test('a fence inside a comment opens no code', () => {
  expect(withoutComments('<!--\n```\n-->\nvisible\n<!-- x -->').text).toBe('visible')
})
