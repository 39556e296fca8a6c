import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { systemFailure } from './system-failure.ts'

function failureOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}

test('an error of the file system names the path, the fact and a remedy', () => {
  const folder = folderOf()
  const file = join(folder, 'a.md')
  writeFileSync(file, '')
  const below = join(file, 'b')
  expect(systemFailure(failureOf(() => readdirSync(below)))).toBe(
    `${below} is no folder, or lies below a file (ENOTDIR: not a directory, scandir '${below}'): name another one.`,
  )
})

test.runIf(process.platform === 'linux')('a folder that the system does not allow is named', () => {
  expect(systemFailure(failureOf(() => mkdirSync('/proc/docent')))).toBe(
    "/proc/docent cannot be created there (ENOENT: no such file or directory, mkdir '/proc/docent'): name another one.",
  )
})

test('a full disk, where a write knows no path, is named', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(systemFailure(full)).toBe(
    'A file cannot be written (ENOSPC: no space left on device, write): make room on the disk, or raise the quota, and run the command again.',
  )
})

test('any other error keeps its message', () => {
  expect(systemFailure(new Error('no such page'))).toBeUndefined()
  expect(systemFailure(failureOf(() => readdirSync('missing')))).toBeUndefined()
})
