/** A plain web server for the files of a built site, on a free port of 127.0.0.1. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

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
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = join(root, decodeURIComponent(pathname.slice(base.length)))
    const candidates = pathname.startsWith(base) ? [path, `${path}.html`, join(path, 'index.html')] : []
    const file = candidates.find((one) => existsSync(one) && statSync(one).isFile())
    response.statusCode = file ? 200 : 404
    response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'application/octet-stream')
    response.end(file ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
