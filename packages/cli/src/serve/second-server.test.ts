/** A second server on one docs folder. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { serveFolder } from './serve-folder.ts'

test('is refused with the address of the first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-second-'))
  writeFileSync(join(folder, 'index.md'), '# Home\n\nText.\n')
  const serve = () => serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  const first = await serve()
  try {
    await expect(serve()).rejects.toThrow(
      `These docs are already served at ${first.url} by process ${process.pid}: open that address, end the process, or choose another data folder with --data.`,
    )
  } finally {
    await first.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
