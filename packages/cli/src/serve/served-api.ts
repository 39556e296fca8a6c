/** The search API of a server, with the endpoint of assistants. */

import type { Docs } from '@docent/ingest'
import { type Api, type ApiOptions, type Backend, createApi, type Log } from '@docent/server'

import { servedAssistants } from '../assistants/served-assistants.ts'
import { storeUnanswered } from '../assistants/unanswered.ts'
import type { Config } from '../config/schema.ts'
import type { ServeOptions } from './serve-options.ts'

/** The server of an API. */
export interface ApiServer extends Pick<ApiOptions, 'semantic' | 'folderIndex' | 'crawl'> {
  options: ServeOptions
  backend: Backend
  /** The name of the index of the docs. */
  index: string
  /** Has a slash at both ends. */
  base: string
  /** The data folder. */
  data: string
  log: Log
  /** The configuration as it is now. */
  config: () => Config
  /** The search key of the website's pages. */
  publicKey: () => string
  /** The docs folder as it is now; absent where all records come through the API. */
  docs?: () => Docs
}

/** Makes the API. @throws UsageError for a configuration of assistants that lacks the address of the site. */
export function createServedApi({ options, backend, index, base, data, log, ...server }: ApiServer): Api {
  const { config, publicKey, docs, semantic, folderIndex, crawl } = server
  const logsQueries = options.logQueries ?? false
  const onUnanswered = logsQueries ? storeUnanswered(data) : undefined
  const assistants = servedAssistants({
    index,
    base,
    host: options.host,
    config,
    publicKey,
    ...(docs && { docs }),
    onUnanswered,
    log,
  })
  const { trustedProxies = [] } = config()
  return createApi(backend, {
    publicUrl: base,
    log,
    logsQueries,
    trustedProxies,
    semantic,
    assistants,
    ...(folderIndex !== undefined && { folderIndex }),
    ...(crawl && { crawl }),
  })
}
