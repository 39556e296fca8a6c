/** One HTTP request to one node. Every failure is a `ClusterError`. */
import { Buffer } from 'node:buffer'
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ClusterError } from './cluster-error.ts'

interface Call {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  content?: { type: string; bytes: Uint8Array } | undefined
}

interface SendLimits {
  /** For a new connection (ms). Waiting for a free connection of the node counts towards `timeoutMs`. */
  connectMs: number
  /** For the whole request (ms). */
  timeoutMs: number
  answerBytes: number
}

/** Resolves with the answer's JSON, `undefined` for an empty one. Throws `ClusterError`, also for statuses from 300 on. */
export function send({ agent }: { agent: Agent }, call: Call, limits: SendLimits): Promise<unknown> {
  const { method, url, content } = call
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const isSecure = url.protocol === 'https:'
  let connected = false
  let failure: 'timeout' | 'answer_too_large' | undefined
  const name = `${method} ${url.host}${url.pathname}`

  const sent = (isSecure ? httpsRequest : httpRequest)(url, {
    method,
    agent,
    headers: {
      ...call.headers,
      ...(content && { 'content-type': content.type, 'content-length': content.bytes.length }),
    },
  })
  const fail = (cause: Error): void =>
    reject(
      new ClusterError(0, failure ?? (connected ? 'connection_lost' : 'not_sent'), `${name}: ${cause.message}`, {
        cause,
      }),
    )
  const giveUp = (ms: number): void => {
    failure = connected ? 'timeout' : undefined
    sent.destroy(new Error(connected ? `no answer within ${Math.round(ms)} ms` : 'no connection'))
  }
  const overall = setTimeout(giveUp, Math.max(0, limits.timeoutMs), limits.timeoutMs)
  let connecting: NodeJS.Timeout | undefined

  sent.on('socket', (socket) => {
    const ready = (): void => {
      connected = true
      clearTimeout(connecting)
    }
    if (sent.reusedSocket) ready()
    else {
      connecting = setTimeout(giveUp, limits.connectMs, limits.connectMs)
      socket.once(isSecure ? 'secureConnect' : 'connect', ready)
    }
  })
  sent.on('error', fail)
  sent.on('close', () => {
    clearTimeout(overall)
    clearTimeout(connecting)
  })
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.answerBytes) {
        failure = 'answer_too_large'
        fail(new Error(`an answer of more than ${limits.answerBytes} bytes`))
        response.destroy()
      } else chunks.push(chunk)
    })
    response.on('error', fail)
    response.on('end', () => {
      try {
        resolve(read(name, response, Buffer.concat(chunks, bytes).toString()))
      } catch (error) {
        reject(error as ClusterError)
      }
    })
  })
  sent.end(content?.bytes)
  return promise
}

/** Maximum length of the reason of a refusal in a message. */
const REASON_CHARS = 1000

/** A reason that whatever answers has written, as one line of a log. */
const oneLine = (reason: string): string => reason.slice(0, REASON_CHARS).replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** The JSON of an answer. Throws `ClusterError` for a status from 300 on, and for other content than JSON. */
function read(name: string, response: IncomingMessage, text: string): unknown {
  const status = response.statusCode ?? 0
  let answer: unknown
  try {
    answer = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    // A page of a proxy, or a truncated answer. The status of an error is more precise.
    throw new ClusterError(status < 400 ? 0 : status, 'not_json', `${name}: status ${status}, and no JSON`, { cause })
  }
  if (status >= 200 && status < 300) return answer
  const error = (answer as { error?: { type?: unknown; reason?: unknown } | string } | null | undefined)?.error
  const { type, reason } = typeof error === 'object' && error !== null ? error : { type: undefined, reason: error }
  const after = Number(response.headers['retry-after'])
  throw new ClusterError(
    status,
    String(type ?? 'unknown'),
    `${name}: ${oneLine(String(reason ?? `status ${status}`))}`,
    {
      ...(Number.isInteger(after) && { retryAfter: after }),
      details: error,
    },
  )
}
