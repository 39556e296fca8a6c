/**
 * An open loop: sends `rate` requests per second without waiting for answers, each on a free or a new connection. So
 * latencies are those that clients would see. Returns one sample for each request.
 *
 * It shares the cores with the server, so it has its own minimal HTTP client on sockets, which takes a tenth of the CPU
 * of Node's client. `constantAnswers` in `load.mjs` measures its cost.
 */

import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The interval in ms at which requests are sent, those of one interval together. */
const TICK_MS = 5

const READ_BYTES = 64 * 1024
const HEAD_END = '\r\n\r\n'

/**
 * Samples `{ status, at, ms, retryAfter }`, in the order in which they were sent, at `at` of `performance.now()`; status 0 is
 * a broken connection. It ends after `seconds` or by `signal`.
 */
export async function openLoop({ url, requests, rate, seconds, signal }) {
  const connections = createConnections(url)
  const texts = requests.map((request) => requestText(url, request))
  const started = performance.now()
  const isOver = endOf(started, seconds, signal)
  const waiting = []
  let sent = 0
  while (!isOver()) {
    const due = Math.floor(((performance.now() - started) / 1000) * rate)
    for (; sent < due; sent++) waiting.push(connections.send(texts[(sent * 37) % texts.length]))
    await delay(TICK_MS)
  }
  const samples = await Promise.all(waiting)
  connections.close()
  return samples
}

/** One request after the other on `clients` connections, which take turns at the list. */
export async function closedLoop({ url, requests, clients, seconds, signal }) {
  const connections = createConnections(url)
  const texts = requests.map((request) => requestText(url, request))
  const isOver = endOf(performance.now(), seconds, signal)
  const samples = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let i = client; !isOver(); i += clients) samples.push(await connections.send(texts[i % texts.length]))
    }),
  )
  connections.close()
  return samples
}

const endOf = (started, seconds, signal) => () =>
  signal?.aborted === true || (seconds !== undefined && performance.now() - started > seconds * 1000)

function requestText(url, { method, path, headers = {}, body = '' }) {
  const all = { host: new URL(url).host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${body}`)
}

/** Connections to the server; those that are free are used again, the latest first. */
function createConnections(url) {
  const { hostname, port } = new URL(url)
  const free = []
  const open = new Set()

  function add() {
    const connection = { exchange: undefined, head: '', left: -1 }
    const finish = (status, retryAfter) => {
      const { started, resolve } = connection.exchange ?? {}
      connection.exchange = undefined
      resolve?.({ status, at: started, ms: performance.now() - started, retryAfter })
    }
    const read = (length, buffer) => {
      let from = 0
      if (connection.left === -1) {
        const before = connection.head.length
        connection.head += buffer.latin1Slice(0, length)
        const end = connection.head.indexOf(HEAD_END)
        if (end === -1) return true
        from = end + HEAD_END.length - before
        connection.head = connection.head.slice(0, end)
        const size = /\ncontent-length: *(\d+)/i.exec(connection.head)
        if (size === null) throw new Error('The generator reads answers of a declared length only')
        connection.left = Number(size[1])
      }
      connection.left -= length - from
      if (connection.left > 0) return true
      const { head } = connection
      connection.head = ''
      connection.left = -1
      free.push(connection)
      finish(Number(head.slice(9, 12)), /\nretry-after: *(\S+)/i.exec(head)?.[1])
      return true
    }
    const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: read }
    connection.socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
    connection.socket.on('error', () => undefined)
    connection.socket.on('close', () => {
      open.delete(connection)
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1)
      finish(0)
    })
    open.add(connection)
    return connection
  }

  return {
    send: (text) =>
      new Promise((resolve) => {
        const connection = free.pop() ?? add()
        connection.exchange = { started: performance.now(), resolve }
        connection.socket.write(text)
      }),
    close: () => open.forEach(({ socket }) => socket.destroy()),
  }
}

/** Times of answers, in whole ms: the median, the 99th percentile, and the longest; 0 without samples. */
export function percentiles(samples) {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const below = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { p50: below(0.5), p99: below(0.99), longest: below(1) }
}
