import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../testing/folder-of.ts'
import { type ReadableFile, readArea } from './below-root.ts'
import { includeFiles } from './include-files.ts'

const folderWith = (files: Record<string, string>): string => folderOf(files)

test('a file that changes while the docs are read has one text for all pages', () => {
  const folder = folderWith({ 'a.md': 'before' })
  const files = includeFiles(readArea([folder], []))
  expect(files.text(files.find(folder, 'a.md') as ReadableFile)).toBe('before')
  expect(files.find(folder, 'b.md')).toBe('missing')
  writeFileSync(join(folder, 'a.md'), 'afterwards')
  writeFileSync(join(folder, 'b.md'), 'late')
  expect(files.text(files.find(folder, 'a.md') as ReadableFile)).toBe('before')
  expect(files.find(folder, 'b.md')).toBe('missing')
})

test('names and texts that are kept have a ceiling', () => {
  const folder = folderWith({ 'a.md': 'x'.repeat(600) })
  const files = includeFiles(readArea([folder], []), 1000)
  for (let index = 0; index < 100; index++) {
    expect(files.find(folder, `missing-${index}.md`)).toBe('missing')
    expect(files.real(join(folder, `${index}`))).toBe(join(folder, `${index}`))
    expect(files.text(files.find(folder, 'a.md') as ReadableFile)).toHaveLength(600)
    expect(files.units).toBeLessThanOrEqual(1000)
  }
})
