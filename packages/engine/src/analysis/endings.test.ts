import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { stem } from './stem.ts'

test.each([
  ['ошибка ошибки ошибку ошибок ошибками'],
  ['зависимость зависимости зависимостей зависимостью'],
  ['фоновая фоновые фоновых фоновой'],
  ['загрузить загрузка загрузки'],
  ['тестировать тестирование тестирования'],
  ['залежності залежностей'],
  ['کامپوننت کامپوننت‌ها کامپوننتها کامپوننت‌های'],
  ['مكون مكونات'],
  ['संस्करण संस्करणों'],
  ['विकल्प विकल्पों'],
])('%s are forms of one word', (forms) => {
  expect(new Set(forms.split(' ').map((form) => stem(fold(form)))).size).toBe(1)
})

test.each(['код', 'токен', 'bağımlılık', 'über'])('%s has no ending', (word) => {
  expect(stem(fold(word))).toBe(fold(word))
})
