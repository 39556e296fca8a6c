/**
 * The server that `server.mjs` and `load.mjs` ask, in a process of its own: the API over an embedded backend, as
 * `docent serve` sets it up, and one path that answers a constant. It speaks with its parent by messages:
 * `{ do: 'cpu' }`, `{ do: 'delays' }` (since it was last asked), `{ do: 'memory', collect }`, `{ do: 'constant', bytes }`, `{ do: 'close' }`.
 *
 * Arguments: data folder, file of records (JSON lines, or nothing), how many records to make of them.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks'

import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { DOCS_SETTINGS } from '../packages/engine/src/index.ts'
import { createApi, isAdmin, listen, openEmbeddedBackend } from '../packages/server/src/index.ts'
import { multiply } from './multiply.mjs'

const [dataDir, recordsFile, count] = process.argv.slice(2)
const log = ({ level, message }) => level !== 'info' && process.send({ log: message })

const started = performance.now()
const backend = await openEmbeddedBackend({ dataDir, log })
const openMs = performance.now() - started
if (recordsFile) {
  const records = multiply(
    (await readJsonLines(recordsFile)).map(({ value }) => value),
    Number(count),
  )
  await backend.waitForTask((await backend.replaceRecords('docs', records, DOCS_SETTINGS)).taskID)
}

let constant = Buffer.alloc(0)
const api = createApi(backend, { log })
const headers = { 'content-type': 'application/json; charset=utf-8' }
const answer = (request, env) =>
  request.url.endsWith('/constant') ? new Response(constant, { headers }) : api.fetch(request, env)
const server = await listen(answer, {
  host: '127.0.0.1',
  port: 0,
  refuseEarly: (incoming, outgoing) => api.shed(incoming, outgoing, incoming.url),
})

/** How late the thread that speaks HTTP comes to what waits for it. */
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()

const keys = await backend.keys.list()
process.on('message', async (message) => {
  switch (message.do) {
    case 'cpu':
      process.send({ cpu: process.cpuUsage() })
      break
    case 'delays':
      process.send({ delays: [50, 99, 100].map((share) => delays.percentile(share) / 1e6) })
      delays.reset()
      break
    case 'memory':
      if (message.collect) globalThis.gc?.()
      process.send({ memory: process.memoryUsage() })
      break
    case 'constant':
      constant = Buffer.alloc(message.bytes, 0x20)
      process.send({ constant: message.bytes })
      break
    case 'close':
      await server.close(0)
      await backend.close()
      process.disconnect()
  }
})
// A parent that is gone asks nothing more.
process.on('disconnect', () => process.exit())
process.send({
  port: server.port,
  adminKey: keys.find(isAdmin).value,
  searchKey: keys.find((key) => !isAdmin(key)).value,
  openMs,
  // From the start of the process.
  readyMs: performance.now(),
  bytes: (await backend.listIndexes()).reduce((sum, { fileSize }) => sum + fileSize, 0),
})
