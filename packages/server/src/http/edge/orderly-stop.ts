/**
 * Stops a server so that each request has an answer: no connection is accepted, each open one ends with the answer to its present
 * request, and a request that is not answered in time is refused. Without the end of kept connections, a client that sends one
 * request after the other would keep the server open until its last request is cut off.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refuseSocket, STOPPED } from './refuse-socket.ts'

/** Time (ms) for running requests when the server stops: a large write takes a second or two. */
const GRACE_MS = 5000

/** Time (ms) for sending the refusals; a client that reads nothing by then is cut off. */
const REFUSAL_MS = 250

/**
 * Follows the answers of a server, which has no listener for requests yet. The result stops it and resolves when all connections are
 * closed: connections that wait for no answer at once, because browsers open some in advance, which Node counts as busy.
 */
export function orderlyStop(server: Server): (graceMs?: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  let isStopping = false
  const closeIfDone = (): void => {
    if (isStopping && open.size === 0) server.closeAllConnections()
  }
  server.on('request', (_, response: ServerResponse) => {
    open.add(response)
    if (isStopping) endConnectionAfter(response)
    response.once('close', () => {
      open.delete(response)
      closeIfDone()
    })
  })
  return async (graceMs = GRACE_MS) => {
    isStopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const response of open) endConnectionAfter(response)
    closeIfDone()
    const refusing = setTimeout(() => refuseAll(open), graceMs)
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs + REFUSAL_MS)
    await closed
    clearTimeout(refusing)
    clearTimeout(cutting)
  }
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/** Refuses the requests that have no answer yet; an answer that was sent in part is cut off. */
function refuseAll(open: ReadonlySet<ServerResponse>): void {
  const sockets = new Map<Socket, ServerResponse>()
  // Answers are sent in the order of the requests: the first open one of a connection decides.
  for (const response of open)
    if (response.socket && !sockets.has(response.socket)) sockets.set(response.socket, response)
  for (const [socket, response] of sockets) {
    if (socket.writable && !response.headersSent) refuseSocket(socket, STOPPED, response.req.method === 'HEAD')
    else socket.destroy()
  }
}
