import { expect, test } from 'vitest'
import { sizedImages } from './sized-images.ts'

const sized = (html: string): string =>
  sizedImages(html, (url) => (url.startsWith('/a&b.png') ? { width: 300, height: 200 } : undefined))

test.each([
  ['<img src="/a&#x26;b.png" alt=">">', '<img src="/a&#x26;b.png" alt=">" width="300" height="200">'],
  ['<img src="/a&#x26;b.png" width="150">', '<img src="/a&#x26;b.png" width="150" height="100">'],
  ['<img src="/a&#x26;b.png" height="40">', '<img src="/a&#x26;b.png" height="40" width="60">'],
])('a picture of the site gets its size: %s', (html, expected) => {
  expect(sized(`<p>${html}${html}</p>`)).toBe(`<p>${expected}${expected}</p>`)
})

test.each([
  '<img src="/a&#x26;b.png" width="50%">',
  '<img src="/a&#x26;b.png" width="10" height="20">',
  '<img src="/a&#x26;b.png" srcset="/c.png 2x">',
  '<img src="/unknown.png">',
  '<img src="https://example.com/a.png" alt="">',
  '<img alt="">',
  '<code>&#x3C;img src="/a&#x26;b.png"></code>',
])('other tags are unchanged: %s', (html) => {
  expect(sized(html)).toBe(html)
})
