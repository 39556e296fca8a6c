/** A site on this machine for tests: pages by path, and the requests that it received. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { startHttp } from './start-http.ts'

/** The answer of a path: HTML, or a function that writes any answer. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A running site. */
export interface SiteServer {
  /** `http://127.0.0.1:PORT`. */
  origin: string
  /** Path and query of each request, those for a WebSocket included, in order. */
  requests: string[]
  /** Changes while the site runs. */
  answers: Map<string, Answer>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Serves answers by path with query; other paths are 404. `*` answers all paths without an answer of their own. */
export async function serveSite(answers: Readonly<Record<string, Answer>>): Promise<SiteServer> {
  const table = new Map(Object.entries(answers))
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const answer = table.get(path) ?? table.get('*')
    if (typeof answer === 'function') answer(request, response)
    else {
      response.statusCode = answer === undefined ? 404 : 200
      response.setHeader('content-type', typeOf(path))
      response.end(answer ?? 'Not found')
    }
  }
  const { server, url, close } = await startHttp(listener)
  server.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '/')
    socket.destroy()
  })
  return {
    origin: url,
    requests,
    answers: table,
    [Symbol.asyncDispose]: close,
  }
}

function typeOf(path: string): string {
  if (path.endsWith('.xml')) return 'application/xml'
  return path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
}

/** A small docs page with a title, a text and links. */
export function docPage(title: string, text: string, links: readonly string[] = [], head = ''): string {
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav><ul>${list}</ul></nav>
<main><h1>${title}</h1><p>${text}</p></main></body></html>`
}
