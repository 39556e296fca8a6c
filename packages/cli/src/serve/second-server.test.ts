/** A second server on one docs folder. */

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { serveFolder } from './serve-folder.ts'

test('is refused with the address of the first', async () => {
  const folder = folderOf({ 'index.md': '# Home\n\nText.\n' })
  const serve = () => serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  const first = await serve()
  try {
    await expect(serve()).rejects.toThrow(
      `These docs are already served at ${first.url} by process ${process.pid}: open that address, end the process, or choose another data folder with --data.`,
    )
  } finally {
    await first.close()
  }
})
