/**
 * Reports new builds to connected browsers, by server-sent events. The first event of a connection contains the current
 * build, so that a browser that reconnects misses none.
 */
import type { LiveUpdate } from '../../shared/page-data.ts'

/** Interval of comments that keep the connection open through proxies (ms). */
const HEARTBEAT_MS = 25_000

/** Maximum number of connections, which stay open; one more ends the oldest. An author has a few tabs. */
export const LIVE_CONNECTIONS = 64

/** Maximum number of unread updates of one browser. Its connection then ends; when it reconnects it gets the latest. */
const UNTAKEN_UPDATES = 100

/** The open connections. */
export interface LiveConnections {
  /** Opens a connection. */
  connect(current: LiveUpdate): Response
  /** Sends an update to all connections. */
  send(update: LiveUpdate): void
  /** Ends all connections. */
  close(): void
}

/** An empty set of connections. */
export function createLiveConnections(): LiveConnections {
  const connections = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  let heartbeat: NodeJS.Timeout | undefined

  function write(text: string, only?: ReadableStreamDefaultController<Uint8Array>): void {
    for (const connection of only ? [only] : connections) {
      try {
        if ((connection.desiredSize ?? 0) < -UNTAKEN_UPDATES) end(connection)
        else connection.enqueue(encoder.encode(text))
      } catch {
        drop(connection)
      }
    }
  }

  function drop(connection: ReadableStreamDefaultController<Uint8Array>): void {
    connections.delete(connection)
    if (connections.size > 0) return
    clearInterval(heartbeat)
    heartbeat = undefined
  }

  function end(connection: ReadableStreamDefaultController<Uint8Array>): void {
    drop(connection)
    connection.close()
  }

  return {
    connect(current) {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(connection) {
          own = connection
          connections.add(connection)
          const [oldest] = connections
          if (oldest && connections.size > LIVE_CONNECTIONS) end(oldest)
          heartbeat ??= setInterval(() => write(': still here\n\n'), HEARTBEAT_MS).unref()
          write(`retry: 1000\n${eventOf(current)}`, connection)
        },
        cancel() {
          if (own) drop(own)
        },
      })
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      })
    },
    send(update) {
      write(eventOf(update))
    },
    close() {
      connections.forEach(end)
    },
  }
}

function eventOf(update: LiveUpdate): string {
  return `data: ${JSON.stringify(update)}\n\n`
}
