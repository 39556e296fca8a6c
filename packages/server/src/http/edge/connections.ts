/**
 * What clients may hold of the server: connections, requests on one of them, and bodies that do not end (`bodies.ts`).
 * Node ends clients that are slow to send headers (`HTTP_SERVER_OPTIONS`); those that do not take their answer it would
 * keep for ever, and the answer's memory with them. A connection on which an answer is open but nothing waits to be taken
 * (a stream of events) is left alone.
 *
 * No client fills all places: of an address that has too many connections, or of all when all places are taken, the least
 * useful goes when another comes. That is the one on which nothing has been answered for the longest time, whether it is
 * idle or has not sent its request whole; else the oldest that does not take its answer; else the one that comes. So an
 * office behind one address loses idle ones, and a client that only opens connections takes them from itself.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressRanges, clientOf, LOOPBACK } from '../address-ranges.ts'
import type { AddressRanges } from '../address-ranges.ts'
import { senderAddress } from '../sender-address.ts'
import { Bodies, BODY_LIMITS } from './unfinished-bodies.ts'
import { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS, REQUESTS_PER_CONNECTION, WRITE_STALL_MS } from '../../wire/limits.ts'
import type { Log } from '../../system/log.ts'
import { refuseMalformed, refuseSocket, TOO_SLOW } from './refuse-socket.ts'
import { groupWarnings } from '../../system/grouped-warning.ts'

/** Whose connections are not counted, and where those that are closed are logged. */
export interface ConnectionOptions {
  /** Addresses and CIDR ranges of proxies, beside this machine. */
  trustedProxies?: readonly string[]
  log?: Log
}

/** The defaults of `limits.ts`; other values are for tests. */
export type ConnectionLimits = typeof CONNECTION_LIMITS

const CONNECTION_LIMITS = {
  ...BODY_LIMITS,
  connections: MAX_CONNECTIONS,
  perAddress: CONNECTIONS_PER_ADDRESS,
  requests: REQUESTS_PER_CONNECTION,
  writeStallMs: WRITE_STALL_MS,
  own: LOOPBACK,
}

/** Connections that share a ceiling: all, or those of one client. Oldest first. */
class Group {
  readonly open = new Set<Socket>()
  /** Those on which nothing is answered, in the order in which that began. */
  readonly waiting = new Set<Socket>()

  /** The one to close when `newcomer` is one too many. */
  leastUseful(newcomer: Socket): Socket {
    for (const socket of this.waiting) if (socket !== newcomer) return socket
    for (const socket of this.open) if (socket.writableLength > 0) return socket
    return newcomer
  }
}

/** Sets the ceilings on a server. */
export function limitConnections(
  server: Server,
  { trustedProxies = [], log = () => undefined }: ConnectionOptions = {},
  limits: Partial<ConnectionLimits> = {},
): void {
  new Connections({ trustedProxies, log }, { ...CONNECTION_LIMITS, ...limits }).watch(server)
}

class Connections {
  readonly #limits: ConnectionLimits
  /** Proxies that say whose a request is. */
  readonly #isProxy: AddressRanges
  /** Those whose connections are not counted together. */
  readonly #isShared: AddressRanges
  readonly #all = new Group()
  readonly #byClient = new Map<string, Group>()
  readonly #groups = new WeakMap<Socket, readonly Group[]>()
  /** Answers of a connection that are not out. */
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>()
  readonly #bodies: Bodies
  readonly #tellTooMany: () => void
  readonly #tellTooSlow: () => void

  constructor({ trustedProxies, log }: Required<ConnectionOptions>, limits: ConnectionLimits) {
    this.#limits = limits
    this.#isProxy = addressRanges(trustedProxies)
    this.#isShared = addressRanges([...limits.own, ...trustedProxies])
    this.#bodies = new Bodies(limits, (socket) => this.#endSlow(socket))
    this.#tellTooMany = groupWarnings(
      log,
      'connections-closed',
      (count) => `Too many connections: ${count} closed that were idle or not finished`,
    )
    this.#tellTooSlow = groupWarnings(
      log,
      'bodies-closed',
      (count) => `Bodies that came too slowly, or too many at once: ${count} closed`,
    )
  }

  watch(server: Server): void {
    // What Node closes by itself, it closes before anything is known of it: only where closing does not keep up.
    server.maxConnections = 2 * this.#limits.connections
    server.timeout = this.#limits.writeStallMs
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('request', (incoming, response) => this.#begin(incoming, response))
    // Also emitted when a kept connection has been idle for as long as it may be: without a listener Node ends both.
    server.on('timeout', (socket: Socket) => {
      if (!this.#isAnswering(socket) || socket.writableLength > 0) socket.destroy()
    })
    refuseMalformed(server, (socket) => this.#isClean(socket))
  }

  #open(socket: Socket): void {
    const address = socket.remoteAddress
    // It may be gone already.
    if (address === undefined) return
    const groups = [this.#all]
    const client = clientOf(address)
    if (!this.#isShared(address)) groups.push(this.#groupOf(client))
    this.#groups.set(socket, groups)
    for (const group of groups) {
      group.open.add(socket)
      group.waiting.add(socket)
    }
    socket.once('close', () => {
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
    this.#tellTooMany()
    socket.destroy()
    // It counts no more, though its `close` comes only later.
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
      if (answers.size === 0 && !socket.destroyed) this.#wait(socket)
    })
    // A client with that many open requests reads no answers.
    if (answers.size > this.#limits.requests) {
      this.#tellTooMany()
      socket.destroy()
      return
    }
    const stopWaiting = (): void => {
      // A body that is refused unread ends after its answer.
      if (answers.size > 0) this.#groups.get(socket)?.forEach(({ waiting }) => waiting.delete(socket))
    }
    if (this.#bodies.add(incoming, this.#clientOf(incoming), stopWaiting)) this.#wait(socket)
    else stopWaiting()
  }

  /** From now on nothing is answered on the connection. */
  #wait(socket: Socket): void {
    for (const { waiting } of this.#groups.get(socket) ?? []) {
      waiting.delete(socket)
      waiting.add(socket)
    }
  }

  /** Whose a request is; `undefined` for a proxy that does not say it. */
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

  /** Whether nothing has been sent yet of the answers that are open on the connection. */
  #isClean(socket: Socket): boolean {
    return [...(this.#answers.get(socket) ?? [])].every((response) => !response.headersSent)
  }

  #endSlow(socket: Socket): void {
    this.#tellTooSlow()
    if (socket.writable && this.#isClean(socket)) refuseSocket(socket, TOO_SLOW)
    else socket.destroy()
  }
}
