/** HTTP servers on this machine for the tests of all packages. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens on a free port of 127.0.0.1. */
export interface HttpHost {
  server: Server
  port: number
  /** `http://127.0.0.1:PORT`. */
  url: string
  /** Ends its connections too. */
  close(): Promise<void>
}

/** Starts a server with this listener. */
export async function startHttp(listener: RequestListener): Promise<HttpHost> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
