/**
 * A model server for tests: the protocol of embeddings over HTTP on 127.0.0.1. A vector is a hashed bag of words, in which
 * words of the same meaning (`meanings`) are one word; so vectors are deterministic, and texts without a common word can be near.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** A wrong answer. */
export type ModelFault =
  | { kind: 'slow'; ms: number }
  | { kind: 'status'; status: number; body?: string }
  | { kind: 'dimensions'; dimensions: number }
  | { kind: 'value'; json: string }
  | { kind: 'few' }
  | { kind: 'huge' }
  | { kind: 'closed' }
  | { kind: 'cut' }
  | { kind: 'text' }
  | { kind: 'redirect'; to: string }
  | { kind: 'same-index' }

export interface ModelRequest {
  model: string
  input: string[]
  dimensions?: number
  key: string | undefined
}

export interface ModelServer {
  /** Address of the endpoint. */
  url: string
  /** All requests since the start. */
  requests: ModelRequest[]
  /** All texts since the start, those of refused requests included. */
  texts: () => string[]
  /** The wrong answer to requests from now on; `undefined` for right ones. */
  fault: ModelFault | undefined
  /** The number of requests with right answers before the fault. Default: 0. */
  rightRequests: number
  close: () => Promise<void>
}

export interface ModelServerOptions {
  /** Length of the vectors where a request names none. Default: 300. */
  dimensions?: number
  /** Whether requests may name a length. Default: true. */
  takesDimensions?: boolean
  /** Words with the word that they mean. */
  meanings?: Readonly<Record<string, string>>
  /** The key that requests must have. Default: any. */
  key?: string
  /** A text that is refused with 400. */
  refuses?: string
}

const HUGE_BYTES = 64 * 1024 * 1024

/** Starts a server on a free port. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const model: ModelServer = {
    url: `http://127.0.0.1:${port}/v1/embeddings`,
    requests,
    texts: () => requests.flatMap(({ input }) => input),
    fault: undefined,
    rightRequests: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<ModelRequest, 'key'>
    const key = incoming.headers.authorization?.replace(/^Bearer /, '')
    requests.push({ ...body, key })
    const refuse = (status: number, message: string): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    }
    if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings') return refuse(404, 'No such path')
    if (options.key !== undefined && key !== options.key) return refuse(401, `Wrong key: ${key ?? 'none'}`)
    if (body.dimensions !== undefined && options.takesDimensions === false)
      return refuse(400, 'This model does not support "dimensions"')
    if (options.refuses !== undefined && body.input.some((text) => text.includes(options.refuses as string)))
      return refuse(400, 'The input is too long')
    await writeAnswer(outgoing, body)
  }

  async function writeAnswer(
    outgoing: ServerResponse,
    { input, dimensions }: Omit<ModelRequest, 'key'>,
  ): Promise<void> {
    const fault = requests.length > model.rightRequests ? model.fault : undefined
    const length = fault?.kind === 'dimensions' ? fault.dimensions : (dimensions ?? options.dimensions ?? 300)
    const data = input.map((text, index) => {
      return { object: 'embedding', index, embedding: bagOfWords(text, length, options.meanings ?? {}) }
    })
    const json = JSON.stringify({ object: 'list', data, model: 'words' })
    const head = { 'content-type': 'application/json' }
    switch (fault?.kind) {
      case 'slow':
        await delay(fault.ms)
        break
      case 'status':
        outgoing.writeHead(fault.status, head).end(fault.body ?? '{}')
        return
      case 'value':
        outgoing.writeHead(200, head).end(json.replace(/"embedding":\[[^,\]]*/, `"embedding":[${fault.json}`))
        return
      case 'few':
        outgoing.writeHead(200, head).end(JSON.stringify({ data: data.slice(1) }))
        return
      case 'same-index':
        outgoing.writeHead(200, head).end(JSON.stringify({ data: data.map((each) => ({ ...each, index: 0 })) }))
        return
      case 'huge':
        outgoing.writeHead(200, head).end(Buffer.alloc(HUGE_BYTES, 0x20))
        return
      case 'closed':
        outgoing.destroy()
        return
      case 'cut':
        outgoing.writeHead(200, { ...head, 'content-length': json.length }).write(json.slice(0, 100))
        setImmediate(() => outgoing.destroy())
        return
      case 'text':
        outgoing.writeHead(200, head).end('<html>not JSON</html>')
        return
      case 'redirect':
        outgoing.writeHead(307, { location: fault.to }).end()
        return
      default:
    }
    // In another order than the texts: `index` names them.
    outgoing.writeHead(200, head).end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'words' }))
  }

  return model
}

/** Each word adds 1 to a dimension that its hash names. */
function bagOfWords(text: string, dimensions: number, meanings: Readonly<Record<string, string>>): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const means = Object.hasOwn(meanings, word) ? (meanings[word] as string) : word
    const place = createHash('sha256').update(means).digest().readUInt32LE(0) % dimensions
    vector[place] = (vector[place] as number) + 1
  }
  return vector
}
