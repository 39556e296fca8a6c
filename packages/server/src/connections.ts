/**
 * What one client may hold of the server: a bounded number of connections, and none that stands still. Node ends clients
 * that are slow to send (`HTTP_SERVER_OPTIONS`); those that do not take their answer it would keep for ever, and the
 * answer's memory with them. A connection on which an answer is open but nothing waits to be taken (a stream of events)
 * is left alone.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_CONNECTIONS, WRITE_STALL_MS } from './limits.ts'

/** Sets the ceilings on a server. Values other than the defaults are for tests. */
export function limitConnections(
  server: Server,
  { connections = MAX_CONNECTIONS, writeStallMs = WRITE_STALL_MS } = {},
): void {
  const answering = new WeakSet<Socket>()
  server.maxConnections = connections
  server.timeout = writeStallMs
  server.on('request', ({ socket }, response) => {
    answering.add(socket)
    response.on('close', () => answering.delete(socket))
  })
  // Also emitted when a kept connection has been idle for as long as it may be: without a listener Node ends both.
  server.on('timeout', (socket: Socket) => {
    if (!answering.has(socket) || socket.writableLength > 0) socket.destroy()
  })
}
