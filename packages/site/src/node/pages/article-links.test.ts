import { expect, test } from 'vitest'
import { joinBase } from './article-links.ts'

test('root-relative links get the base; all others stay', () => {
  const article =
    '<a href="/a">a</a><img src="/i.png" alt="x > y"><video poster="/p.png"></video>' +
    '<a href="//cdn.example/x">b</a><a href="https://example.com/">c</a><a href="#d">d</a>'
  expect(joinBase(article, '/docs')).toBe(
    '<a href="/docs/a">a</a><img src="/docs/i.png" alt="x > y"><video poster="/docs/p.png"></video>' +
      '<a href="//cdn.example/x">b</a><a href="https://example.com/">c</a><a href="#d">d</a>',
  )
})

test('links inside code and inside attribute values stay', () => {
  const article = `<code>&#x3C;a href="/a"></code><a title='an href="/x" > here' href="/y">z</a>`
  expect(joinBase(article, '/docs')).toContain('<code>&#x3C;a href="/a"></code>')
  expect(joinBase(article, '/docs')).toContain('href="/docs/y"')
})

test('without a base the article is unchanged', () => {
  expect(joinBase('<a href="/a">', '')).toBe('<a href="/a">')
})
