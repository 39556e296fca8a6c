import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { noteWarning, readWarnings } from './warnings.ts'

const data = mkdtempSync(join(tmpdir(), 'docent-warnings-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('the latest warning is kept after any number of earlier ones, and the files stay small', async () => {
  for (let start = 0; start < 600; start++) noteWarning(data, `start ${start}: ${'x'.repeat(1000)}`)
  noteWarning(data, 'the latest')
  expect((await readWarnings(data)).map(({ message }) => message)).toContain('the latest')
  const sizes = readdirSync(data).map((name) => statSync(join(data, name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300 * 1024)
})
