/** Writes sets to the embedded backend. */

import { openEmbeddedBackend } from '@docent/server'
import { describe } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { writeSetCases } from '../testing/write-set-cases.ts'

describe('in the embedded backend', () => {
  writeSetCases(async () => {
    const folder = folderOf()
    const backend = await openEmbeddedBackend({ dataDir: folder, searchWorkers: 1 })
    const close = async (): Promise<void> => {
      await backend.close()
    }
    return { backend, close }
  })
})
