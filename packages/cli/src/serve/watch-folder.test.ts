import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { beforeEach, expect, test } from 'vitest'

import { folderOf, putFiles } from '../../../ingest/src/testing/folder-of.ts'
import { watchFolder } from './watch-folder.ts'

let folder = ''
beforeEach(() => void (folder = folderOf({ 'a.md': '# A' })))

const openWatchers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length

test('a refresh that ends while the watcher closes leaves no watcher open, so that the process can end', async () => {
  const before = openWatchers()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const refresh = async (): Promise<void> => {
    begun.resolve()
    await mayEnd.promise
    watcher.also({ sources: [join(folder, 'a.md')], missing: [join(folder, 'missing.png')] })
  }
  const watcher = await watchFolder(folder, refresh, () => undefined)
  await begun.promise
  expect(openWatchers()).toBeGreaterThan(before)
  const closed = watcher.close()
  mayEnd.resolve()
  await closed
  // chokidar opens files in later turns of the event loop.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  expect(openWatchers()).toBe(before)
})

test('symbolic links that lead into each other are followed once, and saves are noticed', async () => {
  const beside = folderOf()
  for (const name of ['x', 'y']) mkdirSync(join(beside, name))
  symlinkSync('.', join(folder, 'loop'))
  symlinkSync('missing.md', join(folder, 'broken.md'))
  symlinkSync(join(beside, 'x'), join(folder, 'x'))
  symlinkSync('../y', join(beside, 'x', 'to-y'))
  symlinkSync('../x', join(beside, 'y', 'to-x'))
  const warnings: string[] = []
  let refreshed = Promise.withResolvers<void>()
  const watcher = await watchFolder(
    folder,
    async () => refreshed.resolve(),
    (message) => warnings.push(message),
  )
  for (const file of [join(folder, 'b.md'), join(beside, 'y', 'c.md')]) {
    await refreshed.promise
    refreshed = Promise.withResolvers()
    writeFileSync(file, '# B')
  }
  await refreshed.promise
  await watcher.close()
  expect(warnings).toEqual([])
})

test('a file that cannot be watched gives one warning, and saves of others are noticed', async () => {
  // A link to itself fails with ELOOP, also for the user root.
  for (const name of ['self.md', 'own.md']) symlinkSync(name, join(folder, name))
  const warnings: string[] = []
  let refreshed = Promise.withResolvers<void>()
  const refresh = async (): Promise<void> => refreshed.resolve()
  const watcher = await watchFolder(folder, refresh, (message) => warnings.push(message))
  await refreshed.promise
  refreshed = Promise.withResolvers()
  writeFileSync(join(folder, 'b.md'), '# B')
  await refreshed.promise
  await watcher.close()
  expect(warnings).toEqual([
    expect.stringMatching(/^Some saves will not be noticed, because a file cannot be watched: ELOOP.*\.md'$/),
  ])
})

test('a file that is created while dependencies are added again is noticed', { tags: 'long' }, async () => {
  let seen = 0
  const refresh = async (): Promise<void> => void (seen = readdirSync(folder).length)
  const watcher = await watchFolder(folder, refresh, () => undefined)
  for (let count = 2; count <= 100; count++) {
    watcher.also({ sources: [folder], missing: [] })
    await delay(count % 4)
    writeFileSync(join(folder, `${count}.md`), '# B')
    await expect.poll(() => seen).toBe(count)
  }
  await watcher.close()
})

test(
  'a hidden file that is a dependency is noticed after it was removed and made again',
  { tags: 'long' },
  async () => {
    const file = join(folder, '.hidden/config.ts')
    putFiles(folder, { '.hidden/config.ts': '0' })
    let seen = ''
    const refresh = async (): Promise<void> => {
      const isThere = existsSync(file)
      seen = isThere ? readFileSync(file, 'utf8') : 'none'
      watcher.also(isThere ? { sources: [folder, file], missing: [] } : { sources: [folder], missing: [file] })
    }
    const watcher = await watchFolder(folder, refresh, () => undefined)
    await expect.poll(() => seen).toBe('0')
    for (const text of ['1', '2', '3']) {
      rmSync(file)
      await expect.poll(() => seen).toBe('none')
      for (const step of ['a', 'b']) {
        writeFileSync(file, text + step)
        await expect.poll(() => seen).toBe(text + step)
      }
    }
    // An editor may replace a file.
    writeFileSync(`${file}.new`, 'replaced')
    renameSync(`${file}.new`, file)
    await expect.poll(() => seen).toBe('replaced')
    writeFileSync(file, 'after')
    await expect.poll(() => seen).toBe('after')
    await watcher.close()
  },
)

test('a second save of a file is noticed, however soon it follows the first', { tags: 'long' }, async () => {
  const file = join(folder, 'a.md')
  let seen = ''
  const refresh = async (): Promise<void> => void (seen = readFileSync(file, 'utf8'))
  const watcher = await watchFolder(folder, refresh, () => undefined)
  const replace = (text: string): void => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  for (const save of [(text: string) => writeFileSync(file, text), replace]) {
    for (let gap = 1; gap < 60; gap += 3) {
      save(`${gap}, first`)
      await delay(gap)
      save(`${gap}, second`)
      await expect.poll(() => seen).toBe(`${gap}, second`)
    }
  }
  await watcher.close()
})
