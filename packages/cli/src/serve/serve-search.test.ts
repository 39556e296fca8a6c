import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { serveSearch } from './serve-search.ts'

test('a start that waits for a cluster ends when it is aborted', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const stop = new AbortController()
  const starting = serveSearch(folderOf(), {
    mode: 'serve',
    host: '127.0.0.1',
    port: 0,
    backend: 'opensearch',
    opensearch: [`http://127.0.0.1:${port}`],
    signal: stop.signal,
  })
  const ended = expect(starting).rejects.toThrow(/cannot be used/)
  await asked.promise
  const aborted = performance.now()
  stop.abort()
  await ended
  // A request without an answer takes 10 s.
  expect(performance.now() - aborted).toBeLessThan(5000)
  silent.closeAllConnections()
  silent.close()
})
