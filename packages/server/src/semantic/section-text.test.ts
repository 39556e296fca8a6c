import { DOCS_SETTINGS, type SearchRecord } from '@docent/engine'
import { expect, test } from 'vitest'
import { sectionText, textPaths } from './section-text.ts'

const hierarchy = { lvl0: 'Guide', lvl1: 'Install', lvl2: 'Linux', lvl3: null }

test('the text of a section is its headings and its text, each once', () => {
  const record = { objectID: '1', url: '/install#linux', hierarchy, content: ' Run it. ', code: 'run', type: 'lvl2' }
  expect(sectionText(record, textPaths(DOCS_SETTINGS))).toBe('Install\nLinux\nGuide\nRun it.\nrun')
  expect(sectionText({ objectID: '1', hierarchy: { lvl1: 'Same' }, content: 'Same' }, textPaths(DOCS_SETTINGS))).toBe(
    'Same',
  )
})

test('attributes that answers hide are not sent', () => {
  const settings = { searchableAttributes: ['title', 'unordered(notes.private)'], unretrievableAttributes: ['notes'] }
  expect(textPaths(settings)).toEqual(['title'])
})

test('without searchable attributes all texts are sent, without the objectID', () => {
  const record = { objectID: '1', title: 'A', tags: ['b', 'c'], size: 3, more: { text: 'd' } }
  expect(sectionText(record, textPaths({}))).toBe('A\nb\nc\nd')
})

test('lists of objects are read', () => {
  const record: SearchRecord = { objectID: '1', faq: [{ q: 'Why?' }, { q: 'How?' }, { a: 'x' }] }
  expect(sectionText(record, ['faq.q'])).toBe('Why?\nHow?')
})

test('a long text is cut, and a record without text has none', () => {
  expect(sectionText({ objectID: '1', content: 'x'.repeat(5000) }, ['content'])).toHaveLength(2000)
  expect(sectionText({ objectID: '1', content: '  ' }, ['content', 'constructor.name'])).toBe('')
})
