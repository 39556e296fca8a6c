import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../testing/folder-of.ts'
import { draftOf } from './draft-file.ts'

test('a draft that a killed process has left is removed; those of running ones and other files are not', () => {
  const folder = folderOf()
  for (const name of ['pages.bin', 'pages.bin.7', 'pages.bin.8', 'pages.bin.old', 'other.bin.7'])
    writeFileSync(join(folder, name), '')
  const before = new Date(Date.now() - 7_200_000)
  for (const name of ['pages.bin', 'pages.bin.7', 'pages.bin.old', 'other.bin.7'])
    utimesSync(join(folder, name), before, before)
  expect(draftOf(join(folder, 'pages.bin'))).toBe(join(folder, `pages.bin.${process.pid}`))
  expect(readdirSync(folder).toSorted()).toEqual(['other.bin.7', 'pages.bin', 'pages.bin.8', 'pages.bin.old'])
})
