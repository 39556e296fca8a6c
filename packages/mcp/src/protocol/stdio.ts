/** The server over standard input and output, for an assistant that starts it as a process. */
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Docs } from '../tools/docs.ts'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

/** Serves the docs; resolves when the assistant closes standard input. */
export function serveMcp(docs: Docs, options: McpOptions): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport()
    const server = serveStdio(() => createMcpServer(docs, options), {
      transport,
      onerror: (error) => options.onError?.(error),
    })
    process.stdin.once('end', () => void server.close().then(resolve))
  })
}
