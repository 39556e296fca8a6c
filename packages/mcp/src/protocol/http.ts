/** The server over HTTP: one handler for the stateless revision of 2026-07-28 and the revisions of 2025. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Docs } from '../tools/docs.ts'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

/** Streams of change notices that may be open at once. The tools have none to send. */
const MAX_STREAMS = 16

/** Answers a request over the docs that its sender may see. Origin, host and rights are checked before. */
export type McpEndpoint = (request: Request, docs: Docs, options: McpOptions) => Promise<Response>

/** The endpoint of a process. @param bodyBytes largest body of a request. @param onError receives faults of requests. */
export function createMcpEndpoint(bodyBytes: number, onError: (error: Error) => void): McpEndpoint {
  const sender = new AsyncLocalStorage<{ docs: Docs; options: McpOptions }>()
  const handler = createMcpHandler(
    () => {
      const own = sender.getStore()
      if (own === undefined) throw new Error('A request has no sender')
      return createMcpServer(own.docs, own.options)
    },
    { maxSubscriptions: MAX_STREAMS, maxRequestBodySize: bodyBytes, onerror: onError },
  )
  return (request, docs, options) => sender.run({ docs, options }, () => handler.fetch(request))
}
