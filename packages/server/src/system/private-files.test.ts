import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'

let root = ''
beforeEach(() => (root = folderOf()))

const modeOf = (...names: string[]): string => (statSync(join(root, ...names)).mode & 0o777).toString(8)

function file(mode: number, ...names: string[]): void {
  writeFileSync(join(root, ...names), 'text')
  chmodSync(join(root, ...names), mode)
}

function directory(mode: number, ...names: string[]): void {
  mkdirSync(join(root, ...names))
  chmodSync(join(root, ...names), mode)
}

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  test('is created with its parent folders, accessible to its owner only', () => {
    makePrivateFolder(join(root, 'a/b'))
    expect([modeOf('a'), modeOf('a/b')]).toEqual(['700', '700'])
  })

  test.runIf(process.platform === 'linux')(
    'is refused where the system allows none, instead of never returning',
    () => {
      const script = `import { makePrivateFolder } from ${JSON.stringify(new URL('private-files.ts', import.meta.url).href)}
      makePrivateFolder('/proc/docent/data')`
      // A process of its own: a call that never returns would end the tests with it.
      const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        timeout: 20_000,
        encoding: 'utf8',
      })
      expect({ signal, refused: /ENOENT[^\n]*mkdir '\/proc\/docent'/.test(stderr) }).toEqual({
        signal: null,
        refused: true,
      })
    },
  )

  test('of an older version becomes private, with its content', () => {
    directory(0o755, 'data')
    directory(0o755, 'data', 'indexes')
    file(0o644, 'data', 'indexes', '1.idx')
    for (const name of ['docent.db', 'lock.db', 'lock.pid', 'parsed-pages.bin']) file(0o644, 'data', name)
    makePrivateFolder(join(root, 'data'))
    expect(modeOf('data')).toBe('700')
    expect(modeOf('data/indexes')).toBe('700')
    for (const name of ['docent.db', 'lock.db', 'lock.pid', 'parsed-pages.bin', 'indexes/1.idx'])
      expect(modeOf('data', name)).toBe('600')
  })

  test('with files of others keeps its mode and theirs; Docent’s files become private', () => {
    directory(0o755, 'shared')
    file(0o644, 'shared', 'notes.txt')
    file(0o644, 'shared', 'docent.db')
    makePrivateFolder(join(root, 'shared'))
    expect([modeOf('shared'), modeOf('shared/notes.txt'), modeOf('shared/docent.db')]).toEqual(['755', '644', '600'])
  })

  test('does not change the targets of links in it', () => {
    file(0o644, 'elsewhere')
    directory(0o755, 'data')
    symlinkSync(join(root, 'elsewhere'), join(root, 'data', 'docent.db'))
    makePrivateFolder(join(root, 'data'))
    expect([modeOf('data'), modeOf('elsewhere')]).toEqual(['700', '644'])
  })

  test('an existing private file remains unchanged', () => {
    file(0o640, 'there')
    makePrivateFile(join(root, 'there'))
    makePrivateFile(join(root, 'new'))
    expect([readFileSync(join(root, 'there'), 'utf8'), modeOf('there'), modeOf('new')]).toEqual(['text', '640', '600'])
  })
})
