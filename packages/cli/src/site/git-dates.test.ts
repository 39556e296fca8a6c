import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, putFiles } from '../../../ingest/src/testing/folder-of.ts'
import { gitDates } from './git-dates.ts'

const folder = folderOf()

function commit(date: string, files: Record<string, string>): void {
  putFiles(folder, files)
  const git = (...args: string[]): void => {
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    }
    const env = { ...process.env, ...identity, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }
    execFileSync('git', ['-C', folder, ...args], { env })
  }
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'x')
}

test('the last commit of each file below the folder, by its path from there', async () => {
  mkdirSync(join(folder, 'docs'))
  commit('2026-01-01T00:00:00Z', { 'README.md': 'a', 'docs/a.md': 'a', 'docs/日本 語.md': 'b' })
  commit('2026-02-02T00:00:00Z', { 'README.md': 'b', 'docs/a.md': 'c' })
  expect(
    [...(await gitDates(join(folder, 'docs')))].map(([file, date]) => [file, new Date(date).toISOString()]),
  ).toEqual([
    ['a.md', '2026-02-02T00:00:00.000Z'],
    ['日本 語.md', '2026-01-01T00:00:00.000Z'],
  ])
})

test('a folder outside a repository has no dates', async () => {
  expect(await gitDates(folderOf())).toEqual(new Map())
})
