import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { loadMessages, messagesNow } from './load-messages.ts'
import { english } from './messages.ts'
import { plural } from './plural.ts'

const names = readdirSync(import.meta.dirname).flatMap((file) => /^([a-z]{2}(?:-[a-z]+)?)\.ts$/.exec(file)?.[1] ?? [])

describe('languages', () => {
  test('are at least 23, English and Arabic among them', () => {
    expect(names.length + 1).toBeGreaterThanOrEqual(23)
    expect(names).toContain('ar')
  })

  test('are those that the guide names', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guide/search-box.md'), 'utf8')
    const named = /### `language`\n\n(.*?)\n\n/s.exec(guide)?.[1] ?? ''
    expect([...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name?.toLowerCase())).toEqual([...names, 'en'].sort())
  })

  test.each(names)('%s has every string, none of them English or empty', async (name) => {
    expect(messagesNow(name)).toBeUndefined()
    const messages = await loadMessages(`${name}-XX`)
    expect(messagesNow(name)).toBe(messages)
    expect(Object.keys(english).filter((key) => !(key in messages))).toEqual([])
    const text = (value: unknown): string =>
      typeof value === 'function' ? String((value as (...values: unknown[]) => string)(7, 12)) : String(value)
    for (const [key, value] of Object.entries(messages)) expect([key, text(value).trim()]).not.toEqual([key, ''])
    const same = Object.entries(english).filter(
      ([key, value]) => text(value) === text(messages[key as keyof typeof messages]),
    )
    expect(same.map(([key]) => key)).toEqual([])
  })

  test('Chinese has the characters of its region', async () => {
    const traditional = await loadMessages('zh-TW')
    expect(await loadMessages('zh-Hant-HK')).toBe(traditional)
    expect(await loadMessages('zh-CN')).not.toBe(traditional)
  })

  test('an unknown or missing language falls back to English', async () => {
    expect(messagesNow(undefined)).toBe(english)
    expect(await loadMessages('xx')).toBe(english)
    expect(messagesNow('xx')).toBe(english)
    expect(await loadMessages('constructor')).toBe(english)
  })
})

test.each([
  ['en', ['# result', '# results'], { 0: '0 results', 1: '1 result', 1234: '1,234 results' }],
  ['ja', ['# 件'], { 1: '1 件', 1234: '1,234 件' }],
  ['ru', ['# one', '# few', '# many', '# other'], { 1: '1 one', 3: '3 few', 11: '11 many', 21: '21 one' }],
  ['pl', ['# one', '# few', '# many', '# other'], { 1: '1 one', 22: '22 few', 25: '25 many' }],
  ['cs', ['# one', '# few', '# many', '# other'], { 1: '1 one', 4: '4 few', 5: '5 other' }],
  ['he', ['one', 'two', '# other'], { 1: 'one', 2: 'two', 10: '10 other' }],
  ['fr', ['# one', '# other'], { 0: '0 one', 2: '2 other' }],
])('%s: numbers select the plural form of the language', (language, forms, expected) => {
  for (const [count, text] of Object.entries(expected)) expect(plural(language, ...forms)(Number(count))).toBe(text)
})
