import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { type ReadableFile, readArea } from './below-root.ts'
import { includeFiles } from './include-files.ts'

function folderWith(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docent-include-')))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

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
