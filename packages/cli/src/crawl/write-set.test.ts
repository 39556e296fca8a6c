/** Writes sets to the embedded backend. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openEmbeddedBackend } from '@docent/server'
import { describe } from 'vitest'

import { writeSetCases } from '../testing/write-set-cases.ts'

describe('in the embedded backend', () => {
  writeSetCases(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-write-set-'))
    const backend = await openEmbeddedBackend({ dataDir: folder, searchWorkers: 1 })
    const close = async (): Promise<void> => {
      await backend.close()
      await rm(folder, { recursive: true, force: true })
    }
    return { backend, close }
  })
})
