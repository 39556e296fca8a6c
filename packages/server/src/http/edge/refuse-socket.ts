/**
 * Refuses requests that get no answer of a handler: invalid HTTP, requests that are too slow, and those of a server that stops. The answers have the form and the headers of
 * all others, which Node's own answers do not have.
 */
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { ANSWER_HEADERS } from '../headers.ts'

/** Status and message for the codes of the parser (`error.code`); any other code is a 400. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  STOPPED: [503, 'The server stopped before it answered; a write may have been stored'],
}
const MALFORMED = [400, 'The request is not valid HTTP/1.1'] as const

/** The code of a request that took too long: `refuseSocket` answers it with 408. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The code of a request that a stopping server did not answer in time: `refuseSocket` answers it with 503. */
export const STOPPED = 'STOPPED'

/** The answer to a request with this code of the parser. Its connection ends. */
export function refusalFor(code: string): { status: number; headers: Record<string, string | number>; body: string } {
  const [status, message] = REFUSALS[code] ?? MALFORMED
  const body = JSON.stringify({ message, status })
  return {
    status,
    headers: { ...ANSWER_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' },
    body,
  }
}

/**
 * Sends the refusal for a code of the parser and closes the connection. No other answer may have been sent in part.
 * @param isHead omits the body: after `HEAD` a client would read it as the next answer.
 */
export function refuseSocket(socket: Socket, code: string, isHead = false): void {
  const { status, headers, body } = refusalFor(code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`)
  socket.destroySoon()
}

/** Answers the requests that Node's parser refuses. `isClean` returns whether no answer has been sent in part. */
export function refuseMalformed(server: Server, isClean: (socket: Socket) => boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, stream) => {
    // The stream of a server of `node:http` is a socket of `node:net`.
    const socket = stream as Socket
    if (!socket.writable || error.code === 'ECONNRESET' || !isClean(socket)) socket.destroy()
    else refuseSocket(socket, error.code ?? '', error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ')
  })
  // Any expectation except `100-continue`.
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify({ message: 'The expectation in "Expect" cannot be met', status: 417 })
    response.writeHead(417, { ...ANSWER_HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
  })
}
