/**
 * A proxy before a node, for properties that the test cluster does not have: TLS and basic authentication, which need a plugin of the
 * distribution; and slow, silent, broken or refused connections.
 */
import { createServer, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Certificate } from '../../../server/src/testing/certificate.ts'

/** The treatment of a request. */
export type Manner =
  | 'pass'
  /** Passed on after `slowMs`. */
  | { slowMs: number }
  /** Accepted and never answered. */
  | 'silent'
  /** Passed on; the connection breaks within the answer, or before it. */
  | 'cut'
  /** The connection breaks at once. */
  | 'reset'
  /** Answered with a page, without JSON, as by a load balancer without nodes. */
  | { status: number; headers?: Record<string, string> }

export interface ClusterProxy {
  url: string
  /** Applies to requests that start after it was set. */
  manner: Manner
  /** Number of requests so far. */
  readonly count: number
  /** Refuses connections, and ends the open ones. */
  stop(): Promise<void>
  /** Accepts connections again, at the same address. */
  start(): Promise<void>
}

export interface ProxyOptions {
  /** Address of the node. */
  target: string
  certificate?: Certificate
  /** The required basic authentication; otherwise the answer is a 401. */
  user?: { name: string; password: string }
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startClusterProxy({ target, certificate, user }: ProxyOptions): Promise<ClusterProxy> {
  const wanted = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
  let count = 0

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { manner } = proxy
    count++
    if (manner === 'silent') return
    if (manner === 'reset') return void incoming.socket.destroy()
    if (wanted !== undefined && incoming.headers.authorization !== wanted)
      return void outgoing.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized')
    if (typeof manner === 'object' && 'status' in manner)
      return void outgoing.writeHead(manner.status, manner.headers).end('<html>Bad gateway</html>')
    if (typeof manner === 'object') await delay(manner.slowMs)
    forward(target, incoming, outgoing, manner === 'cut')
  }
  const listener: RequestListener = (incoming, outgoing) => void handle(incoming, outgoing)
  const server = certificate
    ? createSecureServer({ key: certificate.key, cert: certificate.certificate }, listener)
    : createServer(listener)
  const listen = async (port: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
    await promise
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const proxy: ClusterProxy = {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    manner: 'pass',
    get count() {
      return count
    },
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await promise
    },
    start: () => listen(port),
  }
  return proxy
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, cuts: boolean): void {
  const { method, headers } = incoming
  const passed = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!cuts) return void answer.pipe(outgoing)
    answer.once('data', (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => outgoing.destroy())
      answer.destroy()
    })
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}
