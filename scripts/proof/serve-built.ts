/** A plain web server for the files of a built site, on a free port of 127.0.0.1. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { startHttp } from '../../packages/crawl/src/testing/start-http.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  // Next.js reads the data of its router from these.
  '.txt': 'text/plain',
}

/** Serves `root` below `base`, which begins and ends with a slash; an address may lack the ending `.html`. */
export async function serveBuilt(root: string, base: string): Promise<{ origin: string; close: () => void }> {
  const { url, close } = await startHttp((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = join(root, decodeURIComponent(pathname.slice(base.length)))
    const candidates = pathname.startsWith(base) ? [path, `${path}.html`, join(path, 'index.html')] : []
    const file = candidates.find((one) => existsSync(one) && statSync(one).isFile())
    response.statusCode = file ? 200 : 404
    response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'application/octet-stream')
    response.end(file ? readFileSync(file) : '')
  })
  return { origin: url, close: () => void close() }
}
