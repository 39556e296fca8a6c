/** One HTTP request to an attacked server, as it goes over the wire: paths and headers are sent as they are given. */

import { Agent, request } from 'node:http'

export interface Asked {
  method: string
  /** With the query string; not normalised. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
}

export interface Answered {
  /** 0 where the connection ended without an answer. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  ms: number
}

/** After this (ms) a request without an answer is a finding: the longest promise of the server is a search of 1.5 s. */
const PATIENCE_MS = 30_000

/** Connections that are kept open for the next request. */
export const createAgent = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections })

/** Sends it; never rejects. `from` is the address of this machine that it comes from. */
export function ask(
  port: number,
  { method, path, headers = {}, body }: Asked,
  { agent, from }: { agent?: Agent; from?: string } = {},
): Promise<Answered> {
  const started = performance.now()
  return new Promise((resolve) => {
    const failed = (error: Error): void =>
      resolve({ status: 0, headers: {}, body: error.message, ms: performance.now() - started })
    try {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
          timeout: PATIENCE_MS,
          ...(agent && { agent }),
          ...(from !== undefined && { localAddress: from }),
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', failed)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(parts).toString('utf8'),
              ms: performance.now() - started,
            }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`No answer in ${PATIENCE_MS} ms`)))
      sent.on('error', failed)
      sent.end(body)
    } catch (error) {
      // Node itself refuses to send some headers and paths.
      failed(error as Error)
    }
  })
}
