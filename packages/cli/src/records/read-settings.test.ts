import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { readSettingsFile } from './read-settings.ts'

const folder = folderOf()

function fileOf(text: string): string {
  const file = join(folder, 'settings.json')
  writeFileSync(file, text)
  return file
}

test('settings of an index are read as its API reads them: an older name is that of today, null is the default', async () => {
  const file = fileOf('{"hitsPerPage": 5, "attributesToIndex": ["title"], "distinct": null}')
  expect(await readSettingsFile(file, {})).toEqual({ hitsPerPage: 5, searchableAttributes: ['title'] })
})

test.each([
  ['["hitsPerPage"]', 'it must be an object'],
  ['"hitsPerPage"', 'it must be an object'],
  ['null', 'it must be an object'],
  ['{"hitsPerPage": "many"}', 'hitsPerPage'],
  ['{"nothing": 1}', 'Unknown parameter: nothing.'],
])('settings that an index cannot have are refused by the name of the file: %s', async (text, reason) => {
  const reading = readSettingsFile(fileOf(text), {})
  await expect(reading).rejects.toThrow(UsageError)
  await expect(reading).rejects.toThrow(/settings\.json holds /)
  await expect(reading).rejects.toThrow(reason)
})

test('settings for another host are passed on, since that host may have others; a list is refused', async () => {
  const to = 'https://search.example'
  expect(await readSettingsFile(fileOf('{"nothing": 1}'), { to })).toEqual({ nothing: 1 })
  await expect(readSettingsFile(fileOf('[]'), { to })).rejects.toThrow('it must be an object')
})
