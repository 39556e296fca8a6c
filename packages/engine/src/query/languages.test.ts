/** Questions in other languages than English. */
import { expect, test } from 'vitest'
import { DOCS_SETTINGS } from '../base/settings.ts'
import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import type { SearchParams } from '../wire.ts'
import { parseQuery } from './parse-query.ts'

/** The titles that are found, best first, of pages with these titles and texts. */
function found(
  query: string,
  pages: readonly (readonly [title: string, content: string])[],
  params: SearchParams = {},
): string[] {
  const records = pages.map(([title, content], at) => ({
    objectID: String(at),
    url: `/${at}`,
    hierarchy: { lvl1: title },
    content,
  }))
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return search(index, { ...params, query }).hits.map(({ objectID }) => pages[Number(objectID)]?.[0] ?? '')
}

test.each([
  ['wie kann ich eine Datei hochladen?', ['datei', 'hochladen']],
  ['как загрузить файл на сервер ', ['загрузить', 'фаил', 'сервер']],
  ['nasıl dosya yüklerim ', ['dosya', 'yuklerim']],
  ['cómo subir un archivo ', ['subir', 'archivo']],
  ['کامپوننت ها چیست ', ['كامپوننت']],
  ['फ़ाइल अपलोड कैसे करें ', ['फाइल', 'अपलोड']],
  ['làm thế nào để cập nhật mảng ', ['cap', 'nhat', 'mang']],
  ["qu'est-ce que le routage ", ['routage']],
  ["c'est quoi l'index ", ['index']],
  ["cos'è un componente ", ['componente']],
  ['jak działa komponent ', ['komponent']],
  ['apa itu komponen ', ['komponen']],
  ['컴포넌트를 어떻게 사용하나요', ['컴포', '넌트', '사용']],
])('of "%s" only the content words are required', (query, required) => {
  const { words } = parseQuery(query, { removeStopWords: true })
  expect(words.filter(({ optional }) => !optional).map(({ term }) => term)).toEqual(required)
})

test('another form of a Russian word is found', () => {
  const pages = [
    ['Фоновые задачи', 'Отправка писем после ответа.'],
    ['Шаблоны', 'Страницы из шаблонов.'],
  ] as const
  expect(found('фоновая задача', pages)).toEqual(['Фоновые задачи'])
})

test('an unknown compound finds those with the same beginning, if too few records have the words', () => {
  const pages = [
    ['Hintergrundtasks', 'Nach der Antwort ausführen.'],
    ['Vorlagen', 'Eine Antwort rendern.'],
  ] as const
  expect(found('Hintergrundaufgabe Antwort ', pages)).toEqual(['Hintergrundtasks', 'Vorlagen'])
  expect(found('Hintergrundaufgabe', pages)).toEqual(['Hintergrundtasks'])
  expect(found('Hinweise', pages)).toEqual([])
})

test.each([
  ['de', 'Seiten ', 'Seite'],
  ['pt-br', 'enviando ', 'Enviar'],
  ['tr', 'dosyada ', 'Dosyalar'],
  ['pl', 'trasami ', 'Trasy'],
  ['cs', 'trasou ', 'Trasy'],
])('%s: another form of a word is found where a query names the language', (language, typed, title) => {
  const pages = [[title, '-']] as const
  expect(found(typed, pages, { typoTolerance: false })).toEqual([])
  expect(found(typed, pages, { typoTolerance: false, queryLanguages: [language, 'en'] })).toEqual([title])
  expect(found(typed, pages, { typoTolerance: false, ignorePlurals: [language] })).toEqual([title])
  expect(found(typed, pages, { typoTolerance: false, queryLanguages: [language], ignorePlurals: false })).toEqual([])
})

test('a form of a named language is after the word as typed', () => {
  const pages = [
    ['Komponenten', 'Teile.'],
    ['Komponente', 'Teil.'],
  ] as const
  expect(found('Komponente ', pages, { queryLanguages: ['de', 'en'] })).toEqual(['Komponente', 'Komponenten'])
})

test.each(['컴', '컴ㅍ', '컴포', '컴폰', '컴포너', '컴포넌', '컴포넌ㅌ', '컴포넌트'])(
  'the page is found with "%s", a state of an input method while its title is typed',
  (typed) => {
    const pages = [
      ['컴포넌트', '-'],
      ['라우팅', '-'],
    ] as const
    expect(found(typed, pages)).toEqual(['컴포넌트'])
  },
)

test('a syllable as typed is before those that an input method may make of it', () => {
  const pages = [
    ['설정 문서화', '-'],
    ['설정 문서', '-'],
  ] as const
  expect(found('설정 문서', pages)).toEqual(['설정 문서', '설정 문서화'])
  const finals = [
    ['모델', '-'],
    ['모데', '-'],
  ] as const
  expect(found('모데', finals)).toEqual(['모데', '모델'])
})

test('a syllable that a space ends is no beginning', () => {
  expect(found('모데 ', [['모델', '-']])).toEqual([])
})

test('a quoted phrase keeps a word before an apostrophe', () => {
  const pages = [
    ['Index', "La taille de l'index."],
    ['Autre', 'La taille de cet index.'],
  ] as const
  expect(found('"taille de l\'index"', pages)).toEqual(['Index'])
})
