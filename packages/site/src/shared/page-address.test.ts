import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test('the addresses of a page and of its Markdown are encoded, and no text of them is a pattern', () => {
  const page = { origin: 'https://docs.example.com', base: '/a', url: '/b$&', markdown: '/b$&.md' }
  expect(pageAddress('https://x.example/?q=Read%20{markdown}&u={url}', page)).toBe(
    'https://x.example/?q=Read%20https%3A%2F%2Fdocs.example.com%2Fa%2Fb%24%26.md&u=https%3A%2F%2Fdocs.example.com%2Fa%2Fb%24%26',
  )
})
