/** Highlights in scripts without spaces: whole words of the query, or the typed string, and no pieces of other words. */
import { expect, test } from 'vitest'

import { DOCS_SETTINGS } from '../base/settings.ts'
import { search, searchWritten } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { readSynonyms } from '../query/synonyms.ts'
import type { Synonym } from '../wire-rules.ts'
import type { Hit } from '../wire-answers.ts'

/** The content of one record, with the marked parts in brackets. */
function marked(content: string, query: string, synonyms: readonly Synonym[] = []): string {
  const record = { objectID: '1', url: '/a', hierarchy: { lvl1: query }, content }
  const index = openIndex(buildIndex([record], DOCS_SETTINGS), DOCS_SETTINGS)
  const params = { query, highlightPreTag: '[', highlightPostTag: ']' }
  const options = { synonyms: readSynonyms(synonyms) }
  const shown = ({ _highlightResult: shown }: Hit): string =>
    (shown?.['content'] as { value: string } | undefined)?.value ?? ''
  const [hit] = search(index, params, options).hits
  const written = JSON.parse(Buffer.from(searchWritten(index, params, options).hits.json).toString()) as Hit[]
  expect(shown(written[0] as Hit)).toBe(shown(hit as Hit))
  return shown(hit as Hit)
}

test('a part of another word is not marked', () => {
  expect(marked('コンポーネントをインポートする', 'コンポーネント')).toBe('[コンポーネント]をインポートする')
})

test('a word that is being typed is marked as far as it is typed', () => {
  expect(marked('コンポーネントをインポートする', 'コンポ')).toBe('[コンポ]ーネントをインポートする')
  expect(marked('安装容器', '容')).toBe('安装[容]器')
})

test('each word of the query is marked where it is apart from the others, but no pair across two words', () => {
  expect(marked('容器的镜像，机器镜', '容器镜像')).toBe('[容器]的[镜像]，机器镜')
  expect(marked('容器镜像', '容器镜像')).toBe('[容器镜像]')
})

test('words between spaces are marked by themselves', () => {
  expect(marked('배열 렌더링, 조건부', '조건부 렌더링')).toBe('배열 [렌더링], [조건부]')
})

test('a word of Korean is marked with other particles', () => {
  expect(marked('컴포넌트는 렌더링됩니다', '컴포넌트를 렌더링하는')).toBe('[컴포넌트]는 [렌더링]됩니다')
  expect(marked('컴포지션', '컴포넌트를')).toBe('컴포지션')
})

test('a word of Japanese is marked where the query is cut at another script', () => {
  expect(marked('渡し方を選ぶ', 'propsの渡し方')).toBe('[渡し]方を選ぶ')
})

test('a word of Thai is marked where it is a word, and no syllable of another one', () => {
  expect(marked('การจัดการ และเหตุการณ์', 'จัดการฟอร์ม')).toBe('การ[จัดการ] และเหตุการณ์')
  expect(marked('เหตุการณ์ของการห่อ', 'การจัด')).toBe('เหตุการณ์ของ[การ]ห่อ')
})

test('a synonym is marked whole', () => {
  const synonyms: Synonym[] = [{ objectID: 's', type: 'synonym', synonyms: ['k8s', 'クーベネティス'] }]
  expect(marked('クーベネティスとベネチア', 'k8s', synonyms)).toBe('[クーベネティス]とベネチア')
})

test('characters with marks keep them, and runs are marked by themselves', () => {
  expect(marked('กำหนดค่า กำหนดเอง', 'กำหนดค่า')).toBe('[กำหนดค่า] [กำหนด]เอง')
  expect(marked('が、がが x 容器', 'がが')).toBe('が、[がが] x 容器')
})
