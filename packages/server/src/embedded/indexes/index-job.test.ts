import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { Store } from '../store/store.ts'
import { matchRecords } from './index-job.ts'

let dataDir = ''
let database = ''

beforeEach(() => {
  dataDir = folderOf()
  database = join(dataDir, 'docent.db')
  new Store(database).close()
})

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

test.each([
  ['that has not begun', (stop: AbortController) => stop.abort()],
  ['that is running', (stop: AbortController) => void setImmediate(() => stop.abort())],
])('a search for records %s is refused when the server stops', async (_, end) => {
  const stop = new AbortController()
  end(stop)
  const job = {
    kind: 'match',
    database,
    indexID: 1,
    params: { filters: 'a:b' },
    settings: {},
    served: undefined,
  } as const
  await expect(matchRecords(job, stop.signal)).rejects.toMatchObject({ code: 'closed', status: 503 })
})
