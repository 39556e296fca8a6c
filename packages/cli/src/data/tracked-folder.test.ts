import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { makeDataFolder } from './data-folder.ts'

let docs = ''
beforeEach(() => {
  const home = folderOf()
  docs = join(home, 'docs')
  mkdirSync(docs)
  git('init', '--quiet')
})

const git = (...args: string[]): unknown => execFileSync('git', ['-C', docs, ...args])

test('a data folder that an author committed is refused: its database may hold a key of that author', () => {
  mkdirSync(join(docs, '.docent'))
  writeFileSync(join(docs, '.docent/docent.db'), 'x')
  git('add', '--force', '.')
  for (const mode of ['serve', 'dev'] as const)
    expect(() => makeDataFolder(docs, mode)).toThrow(/docs\/\.docent is tracked by git/)
})

test('a committed link is not written through', () => {
  const outside = join(docs, '../outside')
  mkdirSync(outside)
  symlinkSync(outside, join(docs, '.docent'))
  git('add', '--force', '.')
  expect(() => makeDataFolder(docs, 'dev')).toThrow('is tracked by git')
  expect(readdirSync(outside)).toEqual([])
})

test('an own data folder is accepted, in a repository and without one', () => {
  for (const time of ['first', 'second']) {
    expect(makeDataFolder(docs, 'dev'), time).toBe(join(docs, '.docent/dev'))
    git('add', '.')
  }
  rmSync(join(docs, '.git'), { recursive: true })
  expect(existsSync(makeDataFolder(docs, 'serve'))).toBe(true)
})
