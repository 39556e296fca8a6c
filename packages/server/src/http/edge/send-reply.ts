/** Writes a reply to the socket of its request. */
import type { ServerResponse } from 'node:http'
import { lengthOf, type Reply } from '../reply.ts'

/**
 * Releases memory at once. The garbage collector would release it only after hundreds of replies, and the system would have to
 * provide and clear new pages of memory for each reply.
 */
function release(owned: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of owned) buffer.transfer(0)
}

/** Sends all parts with one write. */
export function sendReply(outgoing: ServerResponse, reply: Reply): void {
  const { status, headers, parts, owned = [] } = reply
  outgoing.writeHead(status, { ...headers, 'content-length': lengthOf(reply) })
  if (parts.length > 1) outgoing.cork()
  for (const part of parts.slice(0, -1)) outgoing.write(part)
  // Called when the system has accepted all bytes; after an early disconnect the collector releases the memory.
  outgoing.end(parts.at(-1), owned.length > 0 ? () => release(owned) : undefined)
}
