/** A static host: serves a folder's `index.html`, redirects to the address with a slash, serves `404.html`. */
import { readFile, stat } from 'node:fs/promises'
import { type Server } from 'node:http'
import { extname, join } from 'node:path'
import { startHttp } from '../packages/crawl/src/testing/start-http.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** The three behaviours of hosts: add a missing slash to a folder's address, serve both forms, or remove the slash. */
export type Slash = 'added' | 'either' | 'removed'

/** Serves `folder` below `base`, which begins and ends with a slash. */
export async function serveFiles(
  folder: string,
  base: string,
  slash: Slash = 'added',
): Promise<{ server: Server; url: string }> {
  const host = await startHttp(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!pathname.startsWith(base)) return void response.writeHead(404).end()
    const path = join(folder, '/', decodeURIComponent(pathname.slice(base.length)))
    if (path !== join(folder, '/') && !path.startsWith(join(folder, '/'))) return void response.writeHead(404).end()
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
    const hasSlash = pathname.endsWith('/')
    if (isFolder && slash === 'added' && !hasSlash)
      return void response.writeHead(301, { location: `${pathname}/${search}` }).end()
    if (isFolder && slash === 'removed' && hasSlash && pathname !== base)
      return void response.writeHead(301, { location: pathname.slice(0, -1) + search }).end()
    const file = isFolder ? join(path, 'index.html') : path
    const body = await readFile(file).catch(() => undefined)
    if (body) {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body)
    } else {
      const missing = await readFile(join(folder, '404.html'))
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(missing)
    }
  })
  return { server: host.server, url: host.url + base }
}
