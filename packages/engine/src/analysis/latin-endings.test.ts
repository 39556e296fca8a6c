import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { languagesWithEndings, rootIn } from './latin-endings.ts'

test.each([
  ['de', 'Komponente Komponenten'],
  ['de', 'Länder Ländern'],
  ['pt', 'atualizar atualização atualizações'],
  ['tr', 'bileşen bileşenler bileşenleri bileşenlerin'],
  ['tr', 'bağımlılık bağımlılığı'],
])('%s: %s are forms of one word', (language, forms) => {
  expect(new Set(forms.split(' ').map((form) => rootIn(language, fold(form)))).size).toBe(1)
})

test('languages are known by their primary subtag; names of properties are no languages', () => {
  expect(languagesWithEndings(['pt-BR', 'PT', 'en', 'fr', 'constructor'])).toEqual(['pt'])
})
