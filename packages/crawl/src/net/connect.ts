/** Connections that are checked where they are made, so that neither names nor redirects lead into private networks. */
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** An address of a host. `family`: 4 or 6. */
export interface HostAddress {
  address: string
  family: number
}

/** The addresses of a host name. The system's resolver, or one of a test. */
export type Resolver = (hostname: string) => Promise<HostAddress[]>

/** The host has no address that may be connected to. */
export class AddressError extends Error {
  override name = 'AddressError'
}

/** Connections of a crawl. */
export interface Connections {
  agent: Agent
  /** Whether the last connection to the host led to a private network or to this machine. */
  isPrivate: (hostname: string) => boolean
}

/** The rules for connections. */
export interface ConnectionRules {
  allowPrivate: boolean
  /** Ports of the start addresses; without `allowPrivate`, only these, 80 and 443 are connected to. */
  ports: ReadonlySet<string>
  /** Default: the system's. */
  resolve?: Resolver | undefined
}

/** Ports of http and https; undici names the default port by an empty text. */
const WEB_PORTS = new Set(['', '80', '443'])

/** Time (ms) for a connection including TLS. */
const CONNECT_TIMEOUT = 10_000

const fromSystem: Resolver = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' })

/**
 * Makes the connections of a crawl. The address that is connected to comes from the lookup that is checked, so a name
 * that changes between check and connection has no effect.
 */
export function openConnections({ allowPrivate, ports, resolve = fromSystem }: ConnectionRules): Connections {
  const privateHosts = new Set<string>()
  const look: LookupFunction = async (hostname, { all }, callback) => {
    try {
      const found = await allowedAddresses(hostname, allowPrivate, resolve)
      const [first] = found
      if (all === true || first === undefined) callback(null, found)
      else callback(null, first.address, first.family)
    } catch (error) {
      callback(error as Error, [])
    }
  }
  const connector = buildConnector({
    timeout: CONNECT_TIMEOUT,
    lookup: (hostname, options, callback) => void look(hostname, options, callback),
  })
  const agent = new Agent({
    connect: (options, callback) => {
      const host = plainHost(options.hostname)
      if (!allowPrivate && !WEB_PORTS.has(options.port) && !ports.has(options.port)) {
        callback(new AddressError(`port ${options.port} of ${host} is no port of the web`), null)
        return
      }
      if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host)) {
        callback(new AddressError(`${host} is no public address`), null)
        return
      }
      connector(options, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null)
          return
        }
        const isPublic = isPublicAddress(socket.remoteAddress ?? '')
        if (!isPublic) privateHosts.add(host)
        if (isPublic || allowPrivate) callback(null, socket)
        else {
          socket.destroy()
          callback(new AddressError(`${host} has the address ${socket.remoteAddress}, which is not public`), null)
        }
      })
    },
    // Deadlines for a whole page are in `request.ts`.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32 * 1024,
  })
  return { agent, isPrivate: (hostname) => privateHosts.has(plainHost(hostname)) }
}

async function allowedAddresses(hostname: string, allowPrivate: boolean, resolve: Resolver): Promise<HostAddress[]> {
  const found = await resolve(hostname)
  const allowed = allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address))
  if (allowed.length > 0) return allowed
  const addresses = found.map(({ address }) => address).join(', ')
  throw new AddressError(
    addresses === '' ? `${hostname} has no address` : `${hostname} has the address ${addresses}, which is not public`,
  )
}

const plainHost = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')
