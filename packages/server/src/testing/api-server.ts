/**
 * A server for the tests of the API: an embedded backend in a temporary folder with three records, and the API over HTTP on a free
 * port of 127.0.0.1.
 */
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from '../embedded/backend.ts'
import { DEFAULT_KEY_FIELDS, isAdmin, type ApiKey, type KeyFields } from '../keys/key.ts'
import { createApi } from '../http/edge/api.ts'
import { listen, type ListenOptions } from '../http/edge/listen.ts'
import type { Limits } from '../wire/limits.ts'
import type { LogEvent } from '../system/log.ts'
import type { ApiOptions } from '../http/handle-request.ts'

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
  /** All log events since the start. */
  events: LogEvent[]
  /** The URL of a path, with credentials in the query string; `key` defaults to the search key. */
  urlOf: (path: string, key?: string) => string
  /** A body that is not a string is sent as JSON. */
  post: (path: string, body: unknown, init?: RequestInit, key?: string) => Promise<Response>
  /** One search of the index `docs`. */
  query: (params: object, key?: string) => Promise<Response>
  newKey: (fields: Partial<KeyFields>) => Promise<ApiKey>
  close: () => Promise<void>
}

/**
 * Starts a server with the index `docs`; `/page` represents a website. Log events are collected. With `connectionLimits` of
 * `{ own: [] }`, the connections of this machine are limited like those of other addresses.
 */
export async function startApiServer(
  options: ApiOptions = {},
  limits: Partial<Limits> = {},
  connectionLimits: NonNullable<ListenOptions['connectionLimits']> = {},
): Promise<ApiServer> {
  const dataDir = folderOf()
  const events: LogEvent[] = []
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, limits })
  const keys = await backend.keys.list()
  const valueOf = (key: ApiKey | undefined): string => key?.value ?? ''
  const adminKey = valueOf(keys.find(isAdmin))
  const searchKey = valueOf(keys.find((key) => !isAdmin(key)))
  const publicUrl = 'https://docs.example/base/'
  const log = (event: LogEvent): number => events.push(event)
  const api = createApi(backend, { publicUrl, log, ...options })
  const server = await listen(
    (request, env) =>
      new URL(request.url).pathname === '/page' ? new Response('the website') : api.fetch(request, env),
    {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: options.trustedProxies,
      log,
      refuseEarly: (incoming, outgoing) => api.shed(incoming, outgoing, incoming.url ?? ''),
      connectionLimits,
      countEnd: api.countEnd,
    },
  )
  const { port } = server
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
      await server.close(0)
      await backend.close()
    },
  }
}

/** Status and message of a refusal. Throws if it does not have the wire's form or the headers that browsers need. */
export async function refusal(response: Response): Promise<[number, string]> {
  const body = (await response.json()) as { message: string; status: number }
  if (body.status !== response.status) throw new Error(`The body says ${body.status}, the answer ${response.status}`)
  if (response.headers.get('access-control-allow-origin') !== '*') throw new Error('A refusal without CORS headers')
  return [response.status, body.message]
}
