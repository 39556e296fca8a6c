/**
 * The API of the target of an import: a search host, the server that serves the data folder, or, where none runs, the API in this process
 * over the data folder or the cluster. All are asked in the wire format.
 */

import { createTransport, type Transport } from '@docent/client'
import { createApi, isAdmin } from '@docent/server'

import { openBackend } from '../backend/backend-choice.ts'
import { DEFAULT_PORT } from '../config/default-port.ts'
import { makeDataFolder } from '../data/data-folder.ts'
import { writeTransport } from '../records/send-records.ts'
import { withRetries } from '../records/with-retries.ts'
import { findStorage, hostOf, readTarget, refuseServed, SENDING, type TargetOptions } from './index-target.ts'

/** The open API of a target. */
export interface OpenTarget {
  transport: Transport
  /** The address that pages send their searches to. */
  url: string
  close: () => Promise<void>
}

/** Opens the API for writing the index; the caller closes it. @throws UsageError */
export async function openTarget(folder: string, index: string, options: TargetOptions): Promise<OpenTarget> {
  const close = async (): Promise<void> => undefined
  const host = readTarget(options)
  if (host) return { transport: withRetries(writeTransport(host), SENDING), url: host.url, close }
  const { config, cluster, server } = await findStorage(folder, options)
  if (server) {
    await refuseServed(folder, index, options)
    const own = { ...hostOf(server), url: new URL(server.url).origin }
    return { transport: withRetries(writeTransport(own), SENDING), url: own.url, close }
  }
  const data = makeDataFolder(folder, 'serve', options.data)
  const opened = await openBackend(cluster, data)
  const key = (await opened.backend.keys.list()).find(isAdmin)?.value ?? ''
  const api = createApi(opened.backend)
  const url = config.siteUrl ?? `http://127.0.0.1:${DEFAULT_PORT}`
  const transport = createTransport({
    hosts: ['http://127.0.0.1'],
    appId: 'docent',
    apiKey: key,
    credentials: 'headers',
    fetch: (input, init) => api.fetch(new Request(input, init)),
  })
  return { transport: withRetries(transport, SENDING), url, close: opened.close }
}
