/**
 * Builds the harness page with Vite and serves it, and starts a search host under control of a test: it delays, fails,
 * reorders and cuts answers. Both listen on 127.0.0.1.
 */

import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

import { build } from 'vite'
import { startHttp } from '../../packages/crawl/src/testing/start-http.ts'

const root = join(import.meta.dirname, '../..')

/** One request of a multi-query, as received by the search host. */
export interface AskedRequest {
  query: string
  indexName: string
  [parameter: string]: unknown
}

/** A search host under the test's control. */
export interface SearchHost {
  url: string
  /** The first request of each call so far, oldest first. */
  asked: AskedRequest[]
  /** Names of the indices in the requests. */
  indices: Set<string>
  /** Answers the next calls; `all` are the requests of the call. */
  behave: (request: AskedRequest, response: ServerResponse, number: number, all: AskedRequest[]) => void
}

export interface Harness {
  /** The address of the page. */
  url: string
  /** The folder of the built page. */
  folder: string
  host: SearchHost
  close(): Promise<void>
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A strict policy: nothing inline, nothing from other origins, no HTML from strings. */
const POLICY =
  "default-src 'self'; connect-src http://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types 'none'"

/** The variants of the page: the repository's React, React 18, or the single file without React. */
export interface HarnessKind {
  react?: 18
  vanilla?: boolean
  /** The folder of another page, instead of the harness's own. */
  root?: string
}

/** Builds and starts both. The page has no policy if its address contains `without-policy`. */
export async function startHarness(kind: HarnessKind = {}): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-dialog-'))
  if (kind.vanilla) {
    // In a separate process, as in `npm run build`: in the process of a test, Vite builds for tests.
    const { VITEST: _, NODE_ENV: __, ...env } = process.env
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build-vanilla.ts'), folder], { env })
    await copyFile(join(import.meta.dirname, 'vanilla.html'), join(folder, 'index.html'))
    await copyFile(join(import.meta.dirname, 'vanilla-page.js'), join(folder, 'page.js'))
  } else {
    const react18 = join(import.meta.dirname, '../react-18/node_modules')
    await build({
      root: kind.root ?? import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      ...(kind.react && {
        resolve: { alias: [{ find: /^(react(?:-dom)?)(?=\/|$)/, replacement: `${react18}/$1` }] },
      }),
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
    })
  }
  const pages = await startHttp(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://harness')
    const file = extname(path) === '' ? '/index.html' : path
    const content = await readFile(join(folder, file)).catch(() => undefined)
    if (content === undefined) response.writeHead(404).end()
    else {
      const policy = searchParams.has('without-policy') ? {} : { 'content-security-policy': POLICY }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '', ...policy })
      response.end(content)
    }
  })
  const host: SearchHost = { url: '', asked: [], indices: new Set(), behave: () => undefined }
  const search = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', '*')
      const { requests } = JSON.parse(body) as { requests: AskedRequest[] }
      const [asked] = requests
      if (!asked) throw new Error('A multi-query without a request.')
      host.asked.push(asked)
      for (const { indexName } of requests) host.indices.add(indexName)
      host.behave(asked, response, host.asked.length, requests)
    })
  })
  host.url = search.url
  return {
    url: pages.url,
    folder,
    host,
    async close() {
      await pages.close()
      await search.close()
      await rm(folder, { recursive: true })
    },
  }
}
