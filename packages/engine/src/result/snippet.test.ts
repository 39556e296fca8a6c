import { expect, test } from 'vitest'

import { snippetOf } from './snippet.ts'

const TAGS = { pre: '[', post: ']' }

function cut(text: string, marked: string, words: number): string {
  const start = text.indexOf(marked)
  return snippetOf(text, [{ start, end: start + marked.length, word: 0 }], words, TAGS, '…')
}

test('Korean is cut between words, which have spaces', () => {
  expect(cut('사용자는 컴포넌트를 조건부로 렌더링할 수 있습니다', '조건부', 3)).toBe('…컴포넌트를 [조건부]로 렌더링할…')
})

test('words of Chinese have two characters', () => {
  expect(cut('設定方法容器運行設定方法', '容器', 3)).toBe('…方法[容器]運行…')
})

test('they are cut beside words, and not before a full stop or after an opening bracket', () => {
  expect(cut('このコンポーネントは表示されません', '表示', 3)).toBe('…コンポーネントは[表示]され…')
  expect(cut('設定方法。容器運行「設定方法」', '容器', 3)).toBe('…[容器]運行…')
  expect(cut('コンポーネントが返すค่าของตัวแปรที่ประกาศไว้ในฟังก์ชัน', 'ตัวแปร', 4)).toBe('…ค่าของ[ตัวแปร]ที่ประกาศไว้ใน…')
})
