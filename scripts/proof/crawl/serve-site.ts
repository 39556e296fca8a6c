/** Serves the files of a built site as static hosts do, with the server's own address in place of `ORIGIN`. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { startHttp } from '../../../packages/crawl/src/testing/start-http.ts'
import { ORIGIN } from './recipe.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/** A running server. */
export interface ServedSite extends AsyncDisposable {
  /** Without a slash at the end. */
  origin: string
}

/** Serves `folder` below `base` (which begins and ends with `/`) on a free port of 127.0.0.1. */
export async function serveSite(folder: string, base: string): Promise<ServedSite> {
  let origin = ''
  const { url, close } = await startHttp((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = pathname.startsWith(base) ? fileOf(folder, decodeURIComponent(pathname.slice(base.length))) : undefined
    if (file === 'slash') return void response.writeHead(301, { location: `${pathname}/` }).end()
    if (file === undefined)
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    const type = TYPES[extname(file)]
    const body = type === undefined ? readFileSync(file) : readFileSync(file, 'utf8').replaceAll(ORIGIN, origin)
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body)
  })
  origin = url
  return { origin, [Symbol.asyncDispose]: close }
}

/** The file of a path; `slash` for a folder whose address has none. */
function fileOf(folder: string, path: string): string | undefined {
  const file = join(folder, '/', path)
  if (file !== join(folder, '/') && !file.startsWith(join(folder, '/'))) return undefined
  if (existsSync(file) && statSync(file).isFile()) return file
  if (existsSync(`${file}.html`)) return `${file}.html`
  if (!existsSync(join(file, 'index.html'))) return undefined
  return path === '' || path.endsWith('/') ? join(file, 'index.html') : 'slash'
}
