/**
 * A real server for the tests of the API: an embedded backend in a temporary folder, three records, the API over HTTP
 * on a free port of 127.0.0.1.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { openEmbeddedBackend } from '../embedded/backend.ts'
import type { EmbeddedBackend } from '../embedded/backend.ts'
import { DEFAULT_KEY_FIELDS, isAdmin } from '../keys/key.ts'
import type { ApiKey, KeyFields } from '../keys/key.ts'
import { limitConnections } from '../http/connections.ts'
import { HTTP_SERVER_OPTIONS } from '../wire/limits.ts'
import type { Limits } from '../wire/limits.ts'
import type { LogEvent } from '../node/log.ts'
import { createApi } from '../http/app.ts'
import type { ApiOptions } from '../http/app.ts'

const RECORDS = [
  { objectID: '1', title: 'Install the server', url: '/install#linux', url_without_anchor: '/install', lang: 'en' },
  { objectID: '2', title: 'Configure the server', url: 'https://elsewhere.example/', lang: 'en' },
  { objectID: '3', title: 'Server einrichten', url: '//x', lang: 'de' },
]
const SETTINGS = { searchableAttributes: ['title'], attributesForFaceting: ['searchable(lang)'] }

export interface ApiServer {
  backend: EmbeddedBackend
  dataDir: string
  port: number
  adminKey: string
  searchKey: string
  /** What the API has reported so far. */
  events: LogEvent[]
  /** The address of a path, with credentials in the query string; the search key unless another is given. */
  urlOf: (path: string, key?: string) => string
  /** A body that is no text is sent as JSON. */
  post: (path: string, body: unknown, init?: RequestInit, key?: string) => Promise<Response>
  /** One search of the index `docs`. */
  query: (params: object, key?: string) => Promise<Response>
  newKey: (fields: Partial<KeyFields>) => Promise<ApiKey>
  close: () => Promise<void>
}

/**
 * Starts it with the index `docs`; `/page` stands for a website beside the API. Log lines are collected. With `own: []` of
 * `connections` the addresses of this machine count as those of strangers.
 */
export async function startApiServer(
  options: ApiOptions = {},
  limits: Partial<Limits> = {},
  connections: Parameters<typeof limitConnections>[2] = {},
): Promise<ApiServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'docent-api-'))
  const events: LogEvent[] = []
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, limits })
  const keys = await backend.keys.list()
  const valueOf = (key: ApiKey | undefined): string => key?.value ?? ''
  const adminKey = valueOf(keys.find(isAdmin))
  const searchKey = valueOf(keys.find((key) => !isAdmin(key)))
  const publicUrl = 'https://docs.example/base/'
  const api = createApi(backend, { publicUrl, log: (event) => events.push(event), ...options })
  api.get('/page', (context) => context.text('the website'))
  const answer = getRequestListener(api.fetch)
  const server = createServer(HTTP_SERVER_OPTIONS, (incoming, outgoing) => {
    if (!api.shed(incoming, outgoing, incoming.url ?? '')) void answer(incoming, outgoing)
  })
  const { trustedProxies = [] } = options
  limitConnections(server, { trustedProxies, log: (event) => events.push(event) }, connections)
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }), 'listening')
  const { port } = server.address() as AddressInfo
  await backend.waitForTask((await backend.replaceRecords('docs', RECORDS, SETTINGS)).taskID)

  const urlOf = (path: string, key = searchKey): string => {
    const credentials = `x-algolia-api-key=${encodeURIComponent(key)}&x-algolia-application-id=any`
    return `http://127.0.0.1:${port}${path}${path.includes('?') ? '&' : '?'}${credentials}`
  }
  const post: ApiServer['post'] = (path, body, init = {}, key = searchKey) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(urlOf(path, key), { method: 'POST', body: text, ...init })
  }
  return {
    backend,
    dataDir,
    port,
    adminKey,
    searchKey,
    events,
    urlOf,
    post,
    query: (params, key = searchKey) => post('/1/indexes/docs/query', params, {}, key),
    newKey: (fields) => backend.keys.add({ ...DEFAULT_KEY_FIELDS, ...fields }),
    close: async () => {
      server.close()
      await backend.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Status and message of a refusal. Throws when it lacks the wire's form or the headers that browsers need. */
export async function refusal(response: Response): Promise<[number, string]> {
  const body = (await response.json()) as { message: string; status: number }
  if (body.status !== response.status) throw new Error(`The body says ${body.status}, the answer ${response.status}`)
  if (response.headers.get('access-control-allow-origin') !== '*') throw new Error('A refusal without CORS headers')
  return [response.status, body.message]
}
