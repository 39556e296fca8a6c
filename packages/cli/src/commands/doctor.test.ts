import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { doctorCommand } from './doctor.ts'
import type { DoctorOptions } from './doctor-findings.ts'

const FILES: Record<string, string> = {
  'mkdocs.yml': 'site_name: Gears\ntheme: material\n',
  'docs/index.md': '# Gears\n\nSee\n[it](gone.md), {{ macro("a") }}\nand {{ macro("b") }}.\n',
  'docs/chains.md': '# Chains\n\n{{ macro("c") }}\n\n<!--@include: ./_part.md-->\n',
  'docs/_part.md': 'A part.\n',
  'docs/draft.md': '---\ndraft: true\n---\n# Draft\n\n[x](gone-too.md)\n',
  'docs/notes.rst': 'Notes',
}

let folder = ''
let printed: string[] = []

beforeEach(() => {
  folder = folderOf(FILES)
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
})
afterEach(() => vi.restoreAllMocks())

async function doctor(options: DoctorOptions = {}): Promise<{ code: number; text: string }> {
  printed = []
  const code = await doctorCommand(folder, options)
  return { code, text: printed.join('\n') }
}

test('the generator, the problems by cause and the counts of files', async () => {
  const { code, text } = await doctor()
  expect(code).toBe(1)
  expect(text).toMatch(/^Generator MkDocs, from mkdocs\.yml/m)
  expect(text).toMatch(/^ {2}index\.md:4: The link "gone\.md" leads to no page and no file; correct it\.$/m)
  expect(text).toMatch(/^ {2}chains\.md:3: .*macro.* \(3 uses in 2 files\)$/m)
  expect(text).toMatch(/^Files +5 files: 3 pages, 1 partial, 1 left out: in another format$/m)
  expect(text).toMatch(/^ {2}notes\.rst {2}documentation in a format that is not read/m)
})

test('--files lists every file with its role, as a build has it', async () => {
  const { code, text } = await doctor({ files: true })
  expect(code).toBe(0)
  expect(text).toContain('5 files: 2 pages, 1 partial, 2 left out: 1 draft, 1 in another format')
  expect(text).toMatch(/^ {2}draft\.md +`draft: true` in its front matter/m)
  expect(text).toMatch(/^ {2}_part\.md {2}used by 1 page$/m)
  const json = JSON.parse((await doctor({ files: true, json: true })).text)
  expect(json.generator).toMatchObject({ kind: 'mkdocs', file: 'mkdocs.yml' })
  expect(json.files).toContainEqual({ file: 'notes.rst', role: 'left-out', reason: 'unread-format' })
})

test('--problems lists every place of every cause', async () => {
  const { code, text } = await doctor({ problems: true })
  expect(code).toBe(1)
  expect(text).toMatch(/macro.*, 3 uses\n {2}chains\.md:3\n {2}index\.md:4\n {2}index\.md:5\n/)
  const json = JSON.parse((await doctor({ problems: true, json: true })).text)
  expect(json.causes.map(({ code: one, count }: { code: string; count: number }) => [one, count])).toEqual([
    ['unread-format', 1],
    ['broken-link', 1],
    ['broken-link', 1],
    ['expression', 3],
  ])
})
