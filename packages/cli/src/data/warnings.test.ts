import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { noteWarning, readWarnings } from './warnings.ts'

const data = folderOf()

test('the latest warning is kept after any number of earlier ones, and the files stay small', async () => {
  for (let start = 0; start < 600; start++) noteWarning(data, `start ${start}: ${'x'.repeat(1000)}`)
  noteWarning(data, 'the latest')
  expect((await readWarnings(data)).map(({ message }) => message)).toContain('the latest')
  const sizes = readdirSync(data).map((name) => statSync(join(data, name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300 * 1024)
})
