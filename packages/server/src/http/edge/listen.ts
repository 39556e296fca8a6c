/** Serves a fetch handler over HTTP: a server of `node:http` with limits on connections, refusals and an orderly stop. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'
import type { Log } from '../../system/log.ts'
import { HTTP_SERVER_OPTIONS } from '../../wire/limits.ts'
import { bindPort } from './bind-port.ts'
import { limitConnections, type ConnectionEnd, type ConnectionLimits } from './connections.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { plainText } from './plain-text.ts'
import { orderlyStop } from './orderly-stop.ts'
import { refuseAmbiguous } from './refuse-ambiguous.ts'

/** Answers a request; `env` has the connection. */
export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** Refuses a request before a `Request` is made, and returns true; returns false for all others. */
export type RefuseEarly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** A bound server. */
export interface Listening {
  /** The bound port, which may differ from the wanted one. */
  port: number
  /** Accepts no more connections and resolves when the last answer is sent; after `graceMs` open requests are refused. */
  close(graceMs?: number): Promise<void>
}

/** Options of `listen`. */
export interface ListenOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Addresses and CIDR ranges of proxies, whose connections are not limited per address. */
  trustedProxies?: readonly string[] | undefined
  /** Receives handlers that failed, and connections that were closed because of the limits. */
  log?: Log | undefined
  /** Counts connections that ended before their answers. */
  countEnd?: ((end: ConnectionEnd) => void) | undefined
  /** Called before a `Request` is made; a request for which it returns true is answered. */
  refuseEarly?: RefuseEarly
  /** Other limits on connections than the defaults: for tests. */
  connectionLimits?: Partial<ConnectionLimits>
}

/**
 * Listens on the port, or on the next free one. Throws a `ListenError` if none of the next twenty is free, or the host is
 * not an address of this machine.
 */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { log = () => undefined, trustedProxies = [], refuseEarly = () => false, connectionLimits, countEnd } = options
  // The listener keeps the platform's own Request and Response; it would replace them for the whole process. It would also close a
  // connection half a second after an answer if the body is not complete: the sender would not get a refusal (`connections.ts`).
  const answer = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: (error) => answerFailure(error, log),
  })
  const inTurn = oneAtATime((incoming, outgoing) => {
    if (!refuseAmbiguous(incoming, outgoing) && !refuseEarly(incoming, outgoing)) void answer(incoming, outgoing)
  })
  const server = createServer(HTTP_SERVER_OPTIONS)
  // Before a request reaches its handler.
  const stop = orderlyStop(server)
  server.on('request', inTurn)
  limitConnections(server, { trustedProxies, log, ...(countEnd && { countEnd }) }, connectionLimits)
  return { port: await bindPort(server, options), close: stop }
}

/** Answers a request with an invalid host or path, or one whose handler failed. */
function answerFailure(error: unknown, log: Log): Response {
  const isRequest = error instanceof RequestError
  if (!isRequest) log({ level: 'error', event: 'request-failed', message: `A request failed: ${inspect(error)}` })
  return plainText(isRequest ? 400 : 500, isRequest ? `The request is wrong: ${error.message}.` : 'Internal error.')
}
