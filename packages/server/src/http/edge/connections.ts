/**
 * Limits the connections of clients, the requests of one connection, and incomplete bodies (`unfinished-bodies.ts`). Node itself
 * closes connections that are slow to send headers (`HTTP_SERVER_OPTIONS`), but would keep connections that do not read their
 * answer (`unread-answers.ts`). A connection with an open answer and no unread data (a stream of events) is left open.
 *
 * Beyond the limit of an address or of the server, a new connection closes the least useful one: the connection that has waited
 * for the longest time without a running request, idle or with an incomplete request; else the oldest that does not read its
 * answer; else the new one. So an office behind one address loses idle connections, and a client that only opens connections
 * closes its own.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressRanges, clientOf, LOOPBACK, type AddressRanges } from '../address-ranges.ts'
import { senderAddress } from '../sender-address.ts'
import { BODY_LIMITS, UnfinishedBodies } from './unfinished-bodies.ts'
import { ANSWER_LIMITS, UnreadAnswers } from './unread-answers.ts'
import { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS, REQUESTS_PER_CONNECTION, WRITE_STALL_MS } from '../../wire/limits.ts'
import type { Log } from '../../system/log.ts'
import { refuseMalformed, refuseSocket, TOO_SLOW } from './refuse-socket.ts'
import { groupWarnings } from '../../system/grouped-warning.ts'

/** Why the server closed a connection, or lost its client; a label of `docent_connections_ended_total`. */
export type ConnectionEnd = 'too-many' | 'slow-body' | 'unread-answer' | 'client-left'

/** The proxies, whose connections are not limited per address, and the log of closed connections. */
export interface ConnectionOptions {
  /** Addresses and CIDR ranges of proxies, beside this machine. */
  trustedProxies?: readonly string[]
  log?: Log
  /** Counts connections that ended before their answers. */
  countEnd?: (end: ConnectionEnd) => void
}

/** The defaults of `limits.ts`; other values are for tests. */
export type ConnectionLimits = typeof CONNECTION_LIMITS

const CONNECTION_LIMITS = {
  ...BODY_LIMITS,
  ...ANSWER_LIMITS,
  connections: MAX_CONNECTIONS,
  perAddress: CONNECTIONS_PER_ADDRESS,
  requests: REQUESTS_PER_CONNECTION,
  writeStallMs: WRITE_STALL_MS,
  own: LOOPBACK,
}

/** Connections that share a limit: all, or those of one client; in the order of their opening. */
class Group {
  readonly open = new Set<Socket>()
  /** Connections without a running request, in the order in which they became so. */
  readonly waiting = new Set<Socket>()

  /** The connection to close when `newcomer` exceeds the limit. */
  leastUseful(newcomer: Socket): Socket {
    for (const socket of this.waiting) if (socket !== newcomer) return socket
    for (const socket of this.open) if (socket.writableLength > 0) return socket
    return newcomer
  }
}

/** Applies the limits to a server. */
export function limitConnections(
  server: Server,
  { trustedProxies = [], log = () => undefined, countEnd = () => undefined }: ConnectionOptions = {},
  limits: Partial<ConnectionLimits> = {},
): void {
  new Connections({ trustedProxies, log, countEnd }, { ...CONNECTION_LIMITS, ...limits }).watch(server)
}

class Connections {
  readonly #limits: ConnectionLimits
  /** Proxies whose forwarded addresses are trusted. */
  readonly #isProxy: AddressRanges
  /** Addresses of many clients, whose connections are not limited per address. */
  readonly #isShared: AddressRanges
  readonly #all = new Group()
  readonly #byClient = new Map<string, Group>()
  readonly #groups = new WeakMap<Socket, readonly Group[]>()
  /** The open answers of a connection. */
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>()
  readonly #bodies: UnfinishedBodies
  readonly #unread: UnreadAnswers
  readonly #countEnd: (end: ConnectionEnd) => void
  readonly #warnTooMany: () => void
  readonly #warnTooSlow: () => void
  readonly #warnUnread: () => void

  constructor({ trustedProxies, log, countEnd }: Required<ConnectionOptions>, limits: ConnectionLimits) {
    this.#limits = limits
    this.#isProxy = addressRanges(trustedProxies)
    this.#isShared = addressRanges([...limits.own, ...trustedProxies])
    this.#bodies = new UnfinishedBodies(limits, (socket) => this.#endSlow(socket))
    this.#unread = new UnreadAnswers(limits, (socket) => this.#endUnread(socket))
    this.#countEnd = countEnd
    this.#warnTooMany = groupWarnings(
      log,
      'connections-closed',
      (count) => `Too many connections: ${count} closed that were idle or not finished`,
    )
    this.#warnTooSlow = groupWarnings(
      log,
      'bodies-closed',
      (count) => `Bodies that came too slowly, or too many at once: ${count} closed`,
    )
    this.#warnUnread = groupWarnings(
      log,
      'answers-closed',
      (count) => `Answers that their clients did not read: ${count} connections closed`,
    )
  }

  watch(server: Server): void {
    // Node closes connections beyond this number by itself: a reserve in case closing is too slow.
    server.maxConnections = 2 * this.#limits.connections
    server.timeout = this.#limits.writeStallMs
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('request', (incoming, response) => this.#begin(incoming, response))
    // Also emitted for an idle kept-alive connection. Without a listener, Node closes both.
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) this.#endUnread(socket)
      else if (!this.#isAnswering(socket)) socket.destroy()
    })
    refuseMalformed(server, (socket) => this.#isClean(socket))
  }

  #open(socket: Socket): void {
    const address = socket.remoteAddress
    // It may be closed already.
    if (address === undefined) return
    const groups = [this.#all]
    const client = clientOf(address)
    if (!this.#isShared(address)) groups.push(this.#groupOf(client))
    this.#groups.set(socket, groups)
    for (const group of groups) {
      group.open.add(socket)
      group.waiting.add(socket)
    }
    // Node ends its side too: the answer is lost.
    socket.once('end', () => {
      if (this.#isAnswering(socket)) this.#countEnd('client-left')
    })
    socket.once('close', () => {
      this.#unread.delete(socket)
      for (const group of groups) {
        group.open.delete(socket)
        group.waiting.delete(socket)
      }
      if (this.#byClient.get(client)?.open.size === 0) this.#byClient.delete(client)
    })
    const [all, own] = groups
    if (own !== undefined && own.open.size > this.#limits.perAddress) this.#endLeastUseful(own, socket)
    if (all !== undefined && all.open.size > this.#limits.connections) this.#endLeastUseful(all, socket)
  }

  #groupOf(client: string): Group {
    const group = this.#byClient.get(client) ?? new Group()
    this.#byClient.set(client, group)
    return group
  }

  #endLeastUseful(group: Group, newcomer: Socket): void {
    const socket = group.leastUseful(newcomer)
    this.#endTooMany(socket)
    // It no longer counts, although its `close` event follows later.
    for (const each of this.#groups.get(socket) ?? []) {
      each.open.delete(socket)
      each.waiting.delete(socket)
    }
  }

  #begin(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming
    const answers = this.#answers.get(socket) ?? new Set()
    this.#answers.set(socket, answers.add(response))
    response.on('close', () => {
      answers.delete(response)
      if (answers.size > 0) return
      this.#unread.delete(socket)
      if (!socket.destroyed) this.#wait(socket)
    })
    this.#unread.add(socket)
    // A client with this many open requests does not read answers.
    if (answers.size > this.#limits.requests) {
      // Its last packet may contain more of them.
      if (!socket.destroyed) this.#endTooMany(socket)
      return
    }
    const stopWaiting = (): void => {
      // The body of a refused request ends after its answer.
      if (answers.size > 0) this.#groups.get(socket)?.forEach(({ waiting }) => waiting.delete(socket))
    }
    if (this.#bodies.add(incoming, response, this.#clientOf(incoming), stopWaiting)) this.#wait(socket)
    else stopWaiting()
  }

  /** Notes that the connection has no running request from now on. */
  #wait(socket: Socket): void {
    for (const { waiting } of this.#groups.get(socket) ?? []) {
      waiting.delete(socket)
      waiting.add(socket)
    }
  }

  /** The client of a request; `undefined` for a proxy that does not forward the address of its client. */
  #clientOf({ socket, headers }: IncomingMessage): string | undefined {
    if (socket.remoteAddress === undefined) return undefined
    const forwarded = headers['x-forwarded-for']
    const address = senderAddress(
      socket.remoteAddress,
      forwarded === undefined ? null : String(forwarded),
      this.#isProxy,
    )
    return this.#isShared(address) ? undefined : clientOf(address)
  }

  #isAnswering(socket: Socket): boolean {
    return (this.#answers.get(socket)?.size ?? 0) > 0
  }

  /** Whether none of the connection's open answers has been sent in part. */
  #isClean(socket: Socket): boolean {
    return [...(this.#answers.get(socket) ?? [])].every((response) => !response.headersSent)
  }

  #endTooMany(socket: Socket): void {
    this.#countEnd('too-many')
    this.#warnTooMany()
    socket.destroy()
  }

  #endUnread(socket: Socket): void {
    this.#countEnd('unread-answer')
    this.#warnUnread()
    socket.destroy()
  }

  #endSlow(socket: Socket): void {
    this.#countEnd('slow-body')
    this.#warnTooSlow()
    if (socket.writable && this.#isClean(socket)) refuseSocket(socket, TOO_SLOW)
    else socket.destroy()
  }
}
