/**
 * The server of `server.mjs` and `load.mjs`, in its own process: the API over an embedded backend, as in `docent serve`,
 * and one path that answers a constant. It receives messages of its parent process: `{ do: 'cpu' }`, `{ do: 'delays' }`
 * (since the last such message), `{ do: 'memory', collect }`, `{ do: 'constant', bytes }`, `{ do: 'close' }`.
 *
 * Arguments: folder with the sources of Docent, data folder, file of records (JSON lines, or nothing), the number of records to
 * make of them.
 */

import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'

import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { multiply } from './multiply.mjs'

const [checkout, dataDir, recordsFile, count] = process.argv.slice(2)
const packageOf = (name) => import(pathToFileURL(join(checkout, 'packages', name, 'src', 'index.ts')).href)
const { DOCS_SETTINGS } = await packageOf('engine')
const { createApi, isAdmin, listen, openEmbeddedBackend } = await packageOf('server')
const log = ({ level, message }) => level !== 'info' && process.send({ log: message })

const started = performance.now()
const limits = process.env.DOCENT_BENCH_KEEPS_ANSWERS ? {} : { answerCacheBytes: 0 }
const backend = await openEmbeddedBackend({ dataDir, log, limits })
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

/** The delay of the event loop of the HTTP thread. */
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
// Ends with its parent process.
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
