/** A source of imports for tests: a real server over a real backend, behind a handler that can answer in its place. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { IndexSettings, SearchRecord } from '@docent/engine'
import { createApi, DEFAULT_KEY_FIELDS, type EmbeddedBackend, listen, openEmbeddedBackend } from '@docent/server'

/** A request to the source, with its path without the query string, and its number among those of this path (from 1). */
export interface SourceRequest {
  path: string
  number: number
  request: Request
}

export interface SourceServer {
  url: string
  backend: EmbeddedBackend
  /** May browse and read settings, as the documentation demands. */
  key: string
  /** All requests, in order. */
  paths: string[]
  /** Replaces the answer; `undefined` passes the request on. */
  fault: (request: SourceRequest) => Response | undefined | Promise<Response | undefined>
  /** Removes the fault and the counts of requests. */
  reset: () => void
  close: () => Promise<void>
}

/** Starts a source with one index. */
export async function startSource(
  index: string,
  records: readonly SearchRecord[],
  settings: IndexSettings,
): Promise<SourceServer> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-source-'))
  const backend = await openEmbeddedBackend({ dataDir: folder, searchWorkers: 1 })
  await backend.waitForTask((await backend.replaceRecords(index, records, settings)).taskID)
  const { value: key } = await backend.keys.add({
    ...DEFAULT_KEY_FIELDS,
    acl: ['browse', 'settings', 'listIndexes', 'seeUnretrievableAttributes'],
  })
  const api = createApi(backend)
  const counts = new Map<string, number>()
  const source: SourceServer = {
    url: '',
    backend,
    key,
    paths: [],
    fault: () => undefined,
    reset: () => {
      counts.clear()
      source.paths.length = 0
      source.fault = () => undefined
    },
    close: async () => {
      await server.close(0)
      await backend.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  const server = await listen(
    async (request) => {
      const path = new URL(request.url).pathname
      const number = (counts.get(path) ?? 0) + 1
      counts.set(path, number)
      source.paths.push(path)
      return (await source.fault({ path, number, request })) ?? api.fetch(request)
    },
    { host: '127.0.0.1', port: 0 },
  )
  source.url = `http://127.0.0.1:${server.port}`
  return source
}
