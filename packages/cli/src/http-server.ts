/** Serves a fetch handler over HTTP on this machine. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { inspect } from 'node:util'

import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'

import { limitConnections, type Log, MAX_CONNECTIONS } from '@docent/server'

import { UsageError } from './usage-error.ts'

/** How many ports after the wanted one are tried. */
const PORT_TRIES = 20

/** How long (ms) answers that are under way may take when the server stops: a large write takes a second or two. */
const GRACE_MS = 5000

/** Answers a request; `env` holds the connection it came by. */
export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** Answers a request that is to be refused before a `Request` is made of it, and returns true; false for all others. */
export type RefuseEarly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

export interface Listening {
  /** The port that was free, which may not be the one that was asked for. */
  port: number
  /** Stops accepting and resolves when the last answer is out; what is open after `graceMs` is cut off. */
  close(graceMs?: number): Promise<void>
}

interface ListenOptions {
  host: string
  port: number
  /** Proxies whose connections are not counted together (`limitConnections`). */
  trustedProxies?: readonly string[] | undefined
  /** Gets handlers that failed, and connections that were closed because there were too many or they were too slow. */
  log?: Log | undefined
}

/**
 * Listens on the port, or on the next free one. Throws a UsageError if none of the next twenty is free, or the host is
 * not an address of this machine.
 */
export async function listen(
  fetch: Fetch,
  { host, port, trustedProxies = [], log = () => undefined }: ListenOptions,
  serverOptions: Parameters<typeof createServer>[0] = {},
  refuseEarly: RefuseEarly = () => false,
): Promise<Listening> {
  // The listener keeps the platform's own Request and Response, so that nothing else in the process sees another one.
  const answer = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler: (error) => answerFailure(error, log),
  })
  const server = createServer(serverOptions, (incoming, outgoing) => {
    if (!refuseEarly(incoming, outgoing)) void answer(incoming, outgoing)
  })
  limitConnections(server, { trustedProxies, log })
  return { port: await bind(server, { host, port }), close: stopping(server) }
}

/** A request that no `Request` can be made of (its host, its path), or a handler that failed. */
function answerFailure(error: unknown, log: Log): Response {
  const isRequest = error instanceof RequestError
  if (!isRequest) log({ level: 'error', event: 'request-failed', message: `A request failed: ${inspect(error)}` })
  return sentence(isRequest ? 400 : 500, isRequest ? `The request is wrong: ${error.message}.` : 'Internal error.')
}

/** Headers of an answer that is a sentence. */
export const SENTENCE_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** An answer that is a sentence. */
export function sentence(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { ...SENTENCE_HEADERS, ...headers } })
}

/**
 * Stops a server when its last answer is out. Connections without one are closed then: browsers open some ahead of time,
 * and Node takes those for busy.
 */
function stopping(server: Server): Listening['close'] {
  let answering = 0
  let isStopping = false
  const closeIfDone = (): void => {
    if (isStopping && answering === 0) server.closeAllConnections()
  }
  server.on('request', (_, response: ServerResponse) => {
    answering++
    response.once('close', () => {
      answering--
      closeIfDone()
    })
  })
  return (graceMs = GRACE_MS) =>
    new Promise((resolve) => {
      isStopping = true
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      closeIfDone()
    })
}

async function bind(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + PORT_TRIES, 65_535)
  for (let candidate = port; candidate <= last; candidate++) {
    // Ports are tried one after the other, until one is free
    const error = await tryPort(server, host, candidate)
    if (!error) return boundPort(server)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new UsageError(
        `${host} is not an address of this machine: give --host one that is, such as 127.0.0.1 or 0.0.0.0.`,
      )
    }
    if (error.code === 'EACCES')
      throw new UsageError(`Port ${candidate} is reserved for the administrator: give --port a number from 1024 on.`)
    if (error.code !== 'EADDRINUSE') throw error
  }
  throw new UsageError(`Ports ${port} to ${last} are all taken: give --port another one.`)
}

function tryPort(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error)
    server.once('error', failed)
    server.listen({ host, port, backlog: MAX_CONNECTIONS }, () => {
      server.off('error', failed)
      resolve(undefined)
    })
  })
}

/** Whether a port of this machine could be listened on now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const error = await tryPort(server, '127.0.0.1', port)
  server.close()
  return error === undefined
}

function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address once it listens.')
  return address.port
}
