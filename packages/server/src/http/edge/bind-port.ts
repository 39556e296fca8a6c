/** Binds a server to the wanted port, or to the next free one. */
import { createServer, type Server } from 'node:http'
import { MAX_CONNECTIONS } from '../../wire/limits.ts'

/** Number of ports that are tried after the wanted one. */
const PORT_TRIES = 20

/** The host or the port cannot be used. The message is one sentence with a remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Resolves with the bound port. Throws a `ListenError` if no port is free or the host is not an address of this machine. */
export async function bindPort(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + PORT_TRIES, 65_535)
  for (let candidate = port; candidate <= last; candidate++) {
    // Ports are tried one after the other until one is free.
    const error = await tryPort(server, host, candidate)
    if (!error) return boundPort(server)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new ListenError(
        `${host} is not an address of this machine: give --host one that is, such as 127.0.0.1 or 0.0.0.0.`,
      )
    }
    if (error.code === 'EACCES')
      throw new ListenError(`Port ${candidate} is reserved for the administrator: give --port a number from 1024 on.`)
    if (error.code !== 'EADDRINUSE') throw error
  }
  throw new ListenError(`Ports ${port} to ${last} are all taken: give --port another one.`)
}

function tryPort(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error)
    server.once('error', failed)
    server.listen({ host, port, backlog: MAX_CONNECTIONS }, () => {
      server.off('error', failed)
      resolve(undefined)
    })
  })
}

/** Whether a port of this machine could be listened on now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const error = await tryPort(server, '127.0.0.1', port)
  server.close()
  return error === undefined
}

function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address once it listens.')
  return address.port
}
