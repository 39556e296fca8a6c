/**
 * Refuses requests that a proxy before the server may have read as others: with two hosts, or with a body whose end the two
 * may see at different places. Node's parser refuses the other forms, such as a length beside chunks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalFor } from './refuse-socket.ts'

/** Refuses a request with 400 and ends its connection, and returns true; returns false for all others. */
export function refuseAmbiguous(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (!isAmbiguous(incoming)) return false
  const { status, headers, body } = refusalFor('')
  outgoing.writeHead(status, headers).end(body)
  return true
}

function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  // RFC 9112, 6.1: an older server does not know chunks, and this one undoes no other coding.
  if (coding !== undefined && (httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked')) return true
  // RFC 9112, 3.2. Node uses the first one.
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
