/**
 * What one client may hold of the server: a bounded number of connections, and none that stands still. Node ends clients
 * that are slow to send (`HTTP_SERVER_OPTIONS`); those that do not take their answer it would keep for ever, and the
 * answer's memory with them. A connection on which an answer is open but nothing waits to be taken (a stream of events)
 * is left alone.
 *
 * Nobody fills all places alone: of an address that has too many connections, the oldest on which nothing is answered goes
 * when another comes. So a large office behind one address loses idle ones, and a client that only opens connections
 * takes them from itself.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { AddressRanges } from './address-ranges.ts'
import { addressRanges, plainAddress } from './address-ranges.ts'
import { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS, WRITE_STALL_MS } from './limits.ts'

/** A proxy on the same machine brings everybody. */
const LOOPBACK = ['127.0.0.0/8', '::1']

/** Whose connections are not counted. */
interface ConnectionOptions {
  /** Addresses and CIDR ranges of proxies, beside this machine. */
  trustedProxies?: readonly string[]
}

/** Sets the ceilings on a server. Values other than the defaults are for tests. */
export function limitConnections(
  server: Server,
  { trustedProxies = [] }: ConnectionOptions = {},
  {
    connections = MAX_CONNECTIONS,
    perAddress = CONNECTIONS_PER_ADDRESS,
    writeStallMs = WRITE_STALL_MS,
    own = LOOPBACK,
  } = {},
): void {
  const answering = new WeakSet<Socket>()
  limitPerAddress(server, perAddress, addressRanges([...own, ...trustedProxies]), answering)
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

function limitPerAddress(
  server: Server,
  most: number,
  isProxy: AddressRanges,
  answering: { has: (socket: Socket) => boolean },
): void {
  /** Oldest first. */
  const byAddress = new Map<string, Set<Socket>>()
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    // It may be gone already.
    if (address === '' || isProxy(address)) return
    const open = byAddress.get(address) ?? new Set()
    byAddress.set(address, open.add(socket))
    if (open.size > most) [...open].find((each) => !answering.has(each))?.destroy()
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && byAddress.get(address) === open) byAddress.delete(address)
    })
  })
}
