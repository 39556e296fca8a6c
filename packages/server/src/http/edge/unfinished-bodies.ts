/**
 * Limits incomplete bodies: their number per address and in total, their bytes, and their minimum rate. A search takes a place in
 * the queue only when its body is complete, so slow senders take no places; beyond a limit the connection of the oldest body is
 * closed. The rest of a refused body is discarded: its bytes take no memory, and have a limit of their own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  BODY_WINDOW_BYTES,
  BODY_WINDOW_MS,
  REFUSED_BODY_BYTES,
  UNFINISHED_BODIES,
  UNFINISHED_BODIES_BYTES,
  UNFINISHED_BODIES_PER_ADDRESS,
} from '../../wire/limits.ts'

/** Interval (ms) of the checks, while there are incomplete bodies. */
const CHECK_MS = 250

/** The defaults of `limits.ts`; other values are for tests. */
export const BODY_LIMITS = {
  bodies: UNFINISHED_BODIES,
  bodiesPerAddress: UNFINISHED_BODIES_PER_ADDRESS,
  bodiesBytes: UNFINISHED_BODIES_BYTES,
  refusedBodyBytes: REFUSED_BODY_BYTES,
  bodyWindowMs: BODY_WINDOW_MS,
  bodyWindowBytes: BODY_WINDOW_BYTES,
}

/** An incomplete body. Bytes are those that its socket has read. */
interface Body {
  incoming: IncomingMessage
  client: string | undefined
  bytesBefore: number
  /** `bytesRead` of the socket when the current window began. */
  windowBytes: number
  /** Number of checks in the current window. */
  checks: number
  /** Whether the request was answered before the end of its body. */
  isRefused: boolean
}

/** Whether a request has a body (RFC 9112, 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether the body waits because this process does not read it. */
const isPaused = ({ readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  readableLength >= readableHighWaterMark

const bytesOf = ({ incoming, bytesBefore }: Body): number => incoming.socket.bytesRead - bytesBefore

/** Reads on without keeping anything: many clients read no answer before they have sent their body. */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) return
  // A stream over the body, which the handler of the request has left, would pause it.
  incoming.removeAllListeners('data')
  incoming.resume()
}

/** The incomplete bodies of one server. */
export class UnfinishedBodies {
  /** In the order of their beginning, as are those of each client. */
  readonly #bodies = new Set<Body>()
  readonly #byClient = new Map<string, Set<Body>>()
  readonly #limits: typeof BODY_LIMITS
  readonly #close: (socket: Socket) => void
  #timer: NodeJS.Timeout | undefined

  /** `close` ends the connection of a body beyond a limit. */
  constructor(limits: typeof BODY_LIMITS, close: (socket: Socket) => void) {
    this.#limits = limits
    this.#close = close
  }

  /**
   * Adds the body of a request that has just begun, and closes older ones beyond the limits. Returns false for a request without a
   * body; else `onComplete` is called when all of it has been read.
   * @param client the sender; `undefined` for a proxy that does not forward addresses.
   */
  add(
    incoming: IncomingMessage,
    response: ServerResponse,
    client: string | undefined,
    onComplete: () => void,
  ): boolean {
    if (!hasBody(incoming)) return false
    const { bytesRead } = incoming.socket
    const body: Body = {
      incoming,
      client,
      bytesBefore: bytesRead,
      windowBytes: bytesRead,
      checks: 0,
      isRefused: false,
    }
    response.once('finish', () => {
      body.isRefused = true
      discardRest(incoming)
    })
    const own = client === undefined ? undefined : (this.#byClient.get(client) ?? new Set())
    this.#bodies.add(body)
    if (client !== undefined && own !== undefined) this.#byClient.set(client, own.add(body))
    incoming.once('end', onComplete)
    incoming.once('close', () => this.#remove(body))
    if (own !== undefined) this.#closeOldest(own, this.#limits.bodiesPerAddress)
    this.#closeOldest(this.#bodies, this.#limits.bodies)
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref()
    return true
  }

  #remove(body: Body): void {
    this.#bodies.delete(body)
    if (body.client === undefined) return
    const own = this.#byClient.get(body.client)
    own?.delete(body)
    if (own?.size === 0) this.#byClient.delete(body.client)
  }

  #closeOldest(bodies: Set<Body>, most: number): void {
    for (const body of bodies) {
      if (bodies.size <= most) return
      bodies.delete(body)
      // A complete one is removed without closing its connection.
      if (!body.incoming.complete) this.#close(body.incoming.socket)
    }
  }

  /** Closes bodies that are too slow, and the oldest ones while the total of bytes is too large. */
  #check(): void {
    let bytes = 0
    for (const body of this.#bodies) {
      // The body of a refused request, which nobody reads, has no event when its connection ends.
      if (body.incoming.socket.destroyed) this.#remove(body)
      else if (this.#isTooSlow(body) || this.#isTooLong(body)) this.#close(body.incoming.socket)
      else if (!body.isRefused) bytes += bytesOf(body)
    }
    for (const body of this.#bodies) {
      if (bytes <= this.#limits.bodiesBytes) break
      if (body.isRefused) continue
      bytes -= bytesOf(body)
      if (!body.incoming.complete) this.#close(body.incoming.socket)
    }
    if (this.#bodies.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #isTooLong(body: Body): boolean {
    return body.isRefused && !body.incoming.complete && bytesOf(body) > this.#limits.refusedBodyBytes
  }

  /** Measures time in checks, because no body can arrive while this thread is blocked. */
  #isTooSlow(body: Body): boolean {
    const { bodyWindowMs, bodyWindowBytes } = this.#limits
    const { incoming, windowBytes } = body
    const { bytesRead } = incoming.socket
    if (incoming.complete) return false
    if (bytesRead - windowBytes < bodyWindowBytes && !isPaused(incoming))
      return ++body.checks * CHECK_MS >= bodyWindowMs
    body.windowBytes = bytesRead
    body.checks = 0
    return false
  }
}
