import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Store } from '../store/store.ts'
import { matchRecords } from './index-job.ts'

let dataDir = ''
let database = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'docent-jobs-'))
  database = join(dataDir, 'docent.db')
  new Store(database).close()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('an invalid filter is refused as such when the events of the error and of the exit come in one turn', async () => {
  const job = {
    kind: 'match',
    database,
    indexID: 1,
    params: { filters: 'a:b AND' },
    settings: {},
    served: undefined,
  } as const
  const matching = expect(matchRecords(job, new AbortController().signal)).rejects.toMatchObject({
    code: 'bad-request',
  })
  // The thread ends while this one is blocked.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  await matching
})
