import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WORDS, wordsFor } from './words-for.ts'

const ENGLISH = Object.entries(wordsFor('en'))
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(Object.entries(WORDS))('%s', (lang, words) => {
  test('has every word with all placeholders', () => {
    const own = new Map(Object.entries(words))
    expect([...own.keys()].sort()).toEqual(ENGLISH.map(([name]) => name).sort())
    for (const [name, english] of ENGLISH) {
      const text = own.get(name) ?? ''
      expect(text.trim(), name).toBe(text)
      expect(text, name).not.toBe('')
      expect(placeholders(text), name).toEqual(placeholders(english))
    }
  })

  test('has no untranslated sentence', () => {
    if (lang === 'en') return
    const english = new Map(ENGLISH)
    const same = Object.entries(words).filter(([name, text]) => text.length > 15 && text === english.get(name))
    expect(same).toEqual([])
  })
})

test('a region uses its language’s words, Chinese those of its script, an unknown language English', () => {
  expect(wordsFor('pt-BR')).toBe(WORDS.pt)
  expect(wordsFor('zh-TW')).toBe(WORDS['zh-Hant'])
  expect(wordsFor('zh-CN')).toBe(WORDS.zh)
  expect(wordsFor('tlh')).toBe(WORDS.en)
  expect(wordsFor('not a tag')).toBe(WORDS.en)
})

test('the reference names every language', () => {
  const page = readFileSync(new URL('../../../../../docs/reference/configuration.md', import.meta.url), 'utf8')
  const [, section = ''] = /\n## Languages\n([^]*?)\n## /.exec(page) ?? []
  const names = new Intl.DisplayNames('en', { type: 'language' })
  for (const language of Object.keys(WORDS)) {
    expect(section).toContain(language === 'zh-Hant' ? 'Chinese (both scripts)' : names.of(language))
  }
})
