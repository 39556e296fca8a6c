import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { watchFolder } from './watch-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-watch-'))
  writeFileSync(join(folder, 'a.md'), '# A')
})
afterEach(() => rmSync(folder, { recursive: true }))

const openWatchers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length

test('a refresh that ends while the watcher closes leaves no watcher open, so that the process can end', async () => {
  const before = openWatchers()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const watcher = await watchFolder(folder, async () => {
    begun.resolve()
    await mayEnd.promise
    watcher.also({ sources: [join(folder, 'a.md')], missing: [join(folder, 'missing.png')] })
  })
  await begun.promise
  expect(openWatchers()).toBeGreaterThan(before)
  const closed = watcher.close()
  mayEnd.resolve()
  await closed
  // chokidar opens files in later turns of the event loop.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  expect(openWatchers()).toBe(before)
})
