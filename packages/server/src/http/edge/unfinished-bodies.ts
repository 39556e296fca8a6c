/**
 * Bodies that have begun to arrive and are not whole: how many there may be, of one address and of all, how many bytes
 * they may hold, and how slowly they may come. A search is counted as one only when its body is whole, so a client that
 * does not finish takes no place of those that do; here it is closed, the oldest first.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import {
  BODY_WINDOW_BYTES,
  BODY_WINDOW_MS,
  UNFINISHED_BODIES,
  UNFINISHED_BODIES_BYTES,
  UNFINISHED_BODIES_PER_ADDRESS,
} from '../../wire/limits.ts'

/** How often (ms) the bodies are looked at, while there are some. */
const LOOK_MS = 250

/** The defaults of `limits.ts`; other values are for tests. */
export const BODY_LIMITS = {
  bodies: UNFINISHED_BODIES,
  bodiesPerAddress: UNFINISHED_BODIES_PER_ADDRESS,
  bodiesBytes: UNFINISHED_BODIES_BYTES,
  bodyWindowMs: BODY_WINDOW_MS,
  bodyWindowBytes: BODY_WINDOW_BYTES,
}

/** A body on its way. Bytes are what its socket has read. */
interface Body {
  incoming: IncomingMessage
  bytesBefore: number
  /** What had been read when the running window began, and how often the body was looked at since. */
  windowBytes: number
  looks: number
}

/** Whether a request has a body (RFC 9112, 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether it is this side that does not read on. */
const isHeldHere = ({ readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  readableLength >= readableHighWaterMark

const bytesOf = ({ incoming, bytesBefore }: Body): number => incoming.socket.bytesRead - bytesBefore

/** The bodies that are arriving at one server. */
export class Bodies {
  /** Oldest first, as are those of each client. */
  readonly #bodies = new Set<Body>()
  readonly #byClient = new Map<string, Set<Body>>()
  readonly #limits: typeof BODY_LIMITS
  readonly #close: (socket: Socket) => void
  #looking: NodeJS.Timeout | undefined

  /** `close` ends a connection whose body is one too many, or too slow. */
  constructor(limits: typeof BODY_LIMITS, close: (socket: Socket) => void) {
    this.#limits = limits
    this.#close = close
  }

  /**
   * Takes in the body of a request that has just begun, and closes an older one where that is one too many. Returns false
   * for a request without a body; else `whole` is called when all of it has been read.
   * @param client who sends it; `undefined` where that is a proxy, whose bodies are everybody's.
   */
  add(incoming: IncomingMessage, client: string | undefined, whole: () => void): boolean {
    if (!hasBody(incoming)) return false
    const { bytesRead } = incoming.socket
    const body: Body = { incoming, bytesBefore: bytesRead, windowBytes: bytesRead, looks: 0 }
    const own = client === undefined ? undefined : (this.#byClient.get(client) ?? new Set())
    this.#bodies.add(body)
    if (client !== undefined && own !== undefined) this.#byClient.set(client, own.add(body))
    incoming.once('end', whole)
    incoming.once('close', () => {
      this.#bodies.delete(body)
      own?.delete(body)
      if (client !== undefined && own?.size === 0 && this.#byClient.get(client) === own) this.#byClient.delete(client)
    })
    if (own !== undefined) this.#closeOldest(own, this.#limits.bodiesPerAddress)
    this.#closeOldest(this.#bodies, this.#limits.bodies)
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return true
  }

  #closeOldest(bodies: Set<Body>, most: number): void {
    for (const body of bodies) {
      if (bodies.size <= most) return
      bodies.delete(body)
      // One that is whole waits only for being let go of.
      if (!body.incoming.complete) this.#close(body.incoming.socket)
    }
  }

  /** Closes those that are too slow, and where all hold too many bytes together, the oldest. */
  #look(): void {
    let bytes = 0
    for (const body of this.#bodies) {
      if (this.#isTooSlow(body)) this.#close(body.incoming.socket)
      else bytes += bytesOf(body)
    }
    for (const body of this.#bodies) {
      if (bytes <= this.#limits.bodiesBytes) break
      bytes -= bytesOf(body)
      if (!body.incoming.complete) this.#close(body.incoming.socket)
    }
    if (this.#bodies.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  /** Time is counted in looks: while this thread was held up by something else, no body could come. */
  #isTooSlow(body: Body): boolean {
    const { bodyWindowMs, bodyWindowBytes } = this.#limits
    const { incoming, windowBytes } = body
    const { bytesRead } = incoming.socket
    if (incoming.complete) return false
    if (bytesRead - windowBytes < bodyWindowBytes && !isHeldHere(incoming))
      return ++body.looks * LOOK_MS >= bodyWindowMs
    body.windowBytes = bytesRead
    body.looks = 0
    return false
  }
}
