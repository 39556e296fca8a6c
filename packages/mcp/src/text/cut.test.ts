import { expect, test } from 'vitest'
import { firstPart } from './cut.ts'
import { tokensOfJson } from './tokens.ts'

const cutOf = (text: string, share: number): string => {
  const most = Math.floor(tokensOfJson(text) * share)
  return text.slice(0, firstPart(text, most))
}
const words = (count: number): string => 'word '.repeat(count)

test('a text that fits is one part', () => {
  expect(firstPart('# A\n\nText.', 1000)).toBe('# A\n\nText.'.length)
})

test('a part ends before a heading, else after a paragraph, if it then has half of the longest possible length', () => {
  const paragraphs = `${words(40)}\n\n${words(20)}\n\n${words(40)}`
  expect(cutOf(paragraphs, 0.8)).toBe(`${words(40)}\n\n${words(20)}\n\n`)
  const heading = `${words(40)}\n## B\n\n${words(20)}\n\n${words(40)}`
  expect(cutOf(heading, 0.8)).toBe(`${words(40)}\n`)
})

test('a better place near the beginning would make the part too short', () => {
  const text = `# A\n\n## B\n\n${words(100)}`
  expect(cutOf(text, 0.5)).toMatch(/ B\n\n(?:word ){20,}$/)
})

test('a text without any place is cut anywhere', () => {
  expect(cutOf('x'.repeat(400), 0.5).length).toBeGreaterThan(100)
})
