import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['a Persian and an Arabic keyboard', 'رویدادهای کلیک', 'رويدادهاي كليك'],
  ['an Urdu keyboard', 'کہہ', 'كهه'],
  ['digits of Arabic and Persian', '٤٠٤ ۴۰۴', '404 404'],
  ['digits of Devanagari', '४०४', '404'],
  ['with and without the dot below', 'फ़ाइल', 'फाइल'],
  ['two signs of a nasal vowel', 'कहाँ', 'कहां'],
])('%s give the same text', (_what, typed, written) => {
  expect(fold(typed)).toBe(fold(written))
})

test('a digit is itself without its script', () => {
  expect(fold('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
})
