/** Sends HTTP requests to the attacked server, with paths and headers unchanged. */

import { Agent, request } from 'node:http'

export interface SentRequest {
  method: string
  /** With the query string; not normalised. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
}

export interface ReceivedAnswer {
  /** 0 if the connection ended without an answer. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  ms: number
}

/** A request without an answer after this time (ms) is a finding. The server's longest limit for a search is 10 s. */
const PATIENCE_MS = 30_000

/** An agent with this number of connections, which are kept open for further requests. */
export const createAgent = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections })

/** Sends a request; never rejects. @param from local address of the connection. */
export function sendRequest(
  port: number,
  { method, path, headers = {}, body }: SentRequest,
  { agent, from }: { agent?: Agent; from?: string } = {},
): Promise<ReceivedAnswer> {
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
