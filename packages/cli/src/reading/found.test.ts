import type { DocsFile } from '@docent/ingest'
import { expect, test } from 'vitest'

import { filesLine, fileTable, generatorLine } from './found.ts'

const pages = (number: number): DocsFile[] =>
  Array.from({ length: number }, (_, index) => ({ file: `${index}.md`, role: 'page' }))

test('the generator is named with the file by which it was recognised, and its theme', () => {
  expect(generatorLine({ kind: 'hugo', file: 'hugo.toml', theme: 'Docsy' })).toBe('Hugo, from hugo.toml; theme Docsy')
  expect(generatorLine({ kind: 'mdbook', file: 'book.toml' })).toBe('mdBook, from book.toml')
  expect(generatorLine({ kind: 'plain' })).toBe('Markdown without a generator')
})

test('the files are counted by role, those left out by reason', () => {
  const files: DocsFile[] = [
    ...pages(1290),
    { file: '_a.md', role: 'partial', pages: 2 },
    { file: 'b.md', role: 'left-out', reason: 'draft' },
    { file: 'c.md', role: 'left-out', reason: 'draft' },
    { file: '.git/', role: 'left-out', reason: 'hidden' },
  ]
  expect(filesLine({ files })).toBe('1,293 files: 1,290 pages, 1 partial, 2 left out: drafts')
  const more: DocsFile[] = [...files, { file: 'AGENTS.md', role: 'left-out', reason: 'agent-notes' }]
  expect(filesLine({ files: more })).toBe(
    '1,294 files: 1,290 pages, 1 partial, 3 left out: 2 drafts, 1 note for coding agents',
  )
  expect(filesLine({ files: pages(1) })).toBe('1 file: 1 page')
})

test('the table begins with the files that are left out, each with its reason', () => {
  const lines = fileTable([
    { file: 'a.md', role: 'page' },
    { file: '_part.md', role: 'partial', pages: 2 },
    { file: 'b.rst', role: 'left-out', reason: 'unread-format' },
  ])
  expect(lines).toEqual([
    'left out (1): not on the site, with a reason',
    '  b.rst  documentation in a format that is not read, such as reStructuredText',
    '',
    'partials (1): included or imported by pages, and no page itself',
    '  _part.md  used by 2 pages',
    '',
    'pages (1): a page of the site',
    '  a.md',
    '',
  ])
})
