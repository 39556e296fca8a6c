/** Serves the files of the search in a dev server that takes Connect middleware, as Vite's does. */

import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import type { LiveIndex } from './live-index.ts'

/** Connect middleware. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
])

/** Names of the files, in their folder or one below it. */
const FILE = /\/(docent-search(?:\/[0-9a-f]+)?\/[\w-]+\.(?:js|css|bin))$/

/** Answers requests below `docent-search` at any base path; those before the first index wait for it. */
export function serveSearch(index: LiveIndex): Middleware {
  return (request, response, next) => {
    const [, name] = FILE.exec((request.url ?? '').split('?', 1)[0] ?? '') ?? []
    if (name === undefined) return next()
    void answer(join(index.folder, name), request, response)
  }

  async function answer(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = () => statSync(file, { throwIfNoEntry: false })
    if (!found()) await index.settled()
    const stats = found()
    if (!stats?.isFile()) return void response.writeHead(404).end()
    const etag = `"${stats.size}-${stats.mtimeMs}"`
    const headers = {
      'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      etag,
    }
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end()
    response.writeHead(200, { ...headers, 'content-length': stats.size })
    if (request.method === 'HEAD') return void response.end()
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  }
}
