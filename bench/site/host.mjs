/**
 * A static host: serves the files of a folder, compresses texts by gzip at level 9, and records every answer. The bytes of
 * a page are counted from these records, which include the requests of workers and prefetches.
 */
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
}

/** Serves a folder. `taken()` returns the answers since the last call: `{ path, kind, bytes }`, bytes of the compressed body. */
export async function startHost(folder) {
  let notes = []
  const packed = new Map()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname)
    const file = findFile(folder, path)
    if (!file) return void response.writeHead(404).end()
    const type = TYPES[extname(file)]
    if (!packed.has(file)) packed.set(file, type ? gzipSync(readFileSync(file), { level: 9 }) : readFileSync(file))
    const body = packed.get(file)
    notes.push({ path, kind: extname(file).slice(1), bytes: body.length })
    response.writeHead(200, {
      'content-type': type ?? 'application/octet-stream',
      'content-length': body.length,
      // Names of built files change with their content on all of these sites; pages are revalidated.
      'cache-control': extname(file) === '.html' ? 'no-cache' : 'max-age=3600',
      ...(type && { 'content-encoding': 'gzip' }),
    })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    taken() {
      const since = notes
      notes = []
      return since
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function findFile(folder, path) {
  const plain = join(folder, path)
  return [plain, join(plain, 'index.html'), `${plain}.html`].find((file) => isFile(file))
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
