/**
 * The model of an operator: one request of the OpenAI-compatible protocol of embeddings (`POST …/v1/embeddings`). Nothing of an
 * answer is trusted: its size, the number of vectors, their lengths and values are checked.
 */
import { MAX_DIMENSIONS } from './quantise.ts'

/** A model at an address. */
export interface SemanticModel {
  /** Address of the endpoint, as in `https://models.example/v1/embeddings`. */
  url: string
  model: string
  /** Sent as a bearer token. Never logged. */
  key?: string | undefined
}

/** An answer of an endpoint that cannot be used. `status` is that of the answer; 0 without one. */
export class EndpointError extends Error {
  readonly status: number
  constructor(message: string, status = 0) {
    super(message)
    this.name = 'EndpointError'
    this.status = status
  }
}

/** Returns one vector for each text, in order, each of the same length. Throws an `EndpointError`. */
export type Embed = (
  texts: readonly string[],
  limits: { timeoutMs: number; signal?: AbortSignal },
) => Promise<number[][]>

/** Maximum length of a vector: twice that of the largest common models. */
const MAX_VALUES = 8192
/** Bytes of a number as text, with the comma: 17 digits, sign, point and exponent. */
const NUMBER_BYTES = 26
/** Bytes of an answer beside its numbers. */
const OTHER_BYTES = 64 * 1024
/** Maximum length of the reason of a refusal in a message. */
const REASON_CHARS = 200

/** Whether an address can be that of an endpoint; the reason why not. */
export function whyNoEndpoint(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https address'
  if (url.username !== '' || url.password !== '') return 'must not hold credentials'
  if (url.hash !== '') return 'must not have a part after #'
  if (url.pathname === '/') return 'must be the address of the endpoint, as in "https://models.example/v1/embeddings"'
  return undefined
}

/** Opens an endpoint. No request is sent before the first call. */
export function openEndpoint({ url, model, key }: SemanticModel): Embed {
  // Some servers do not know the parameter, and some models have one length only.
  let sendsDimensions = true
  const ask: Embed = async (texts, { timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const body = { model, input: texts, ...(sendsDimensions && { dimensions: MAX_DIMENSIONS }) }
    try {
      const response = await fetch(url, {
        method: 'POST',
        // A redirect would send texts to an address that the operator did not name.
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
      const text = await readText(response, texts.length * MAX_VALUES * NUMBER_BYTES + OTHER_BYTES)
      if (!response.ok) throw new EndpointError(`status ${response.status}${reasonIn(text, key)}`, response.status)
      return vectorsIn(text, texts.length)
    } catch (error) {
      if (error instanceof EndpointError) throw error
      if (timeout.aborted) throw new EndpointError(`no answer within ${timeoutMs} ms`)
      const { cause, message } = error as Error
      throw new EndpointError(withoutKey(cause instanceof Error ? cause.message : message, key))
    }
  }
  return async (texts, limits) => {
    try {
      return await ask(texts, limits)
    } catch (error) {
      const isRefused = error instanceof EndpointError && (error.status === 400 || error.status === 422)
      if (!isRefused || !sendsDimensions) throw error
      sendsDimensions = false
      try {
        return await ask(texts, limits)
      } catch (again) {
        // Refused for another reason.
        if (again instanceof EndpointError && again.status === error.status) sendsDimensions = true
        throw again
      }
    }
  }
}

async function readText(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw new EndpointError(`an answer of more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes).toString()
}

/** The reason of a refusal, in one line and without the key. */
function reasonIn(text: string, key: string | undefined): string {
  const parsed = parse(text) as { error?: { message?: unknown } | string; message?: unknown } | null | undefined
  const error = parsed?.error
  const reason = typeof error === 'object' ? error?.message : (error ?? parsed?.message)
  if (typeof reason !== 'string') return ''
  return `: ${withoutKey(reason, key)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, REASON_CHARS)}`
}

const withoutKey = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, '…')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The vectors of an answer, in the order of the texts. */
function vectorsIn(text: string, count: number): number[][] {
  const data = (parse(text) as { data?: unknown } | null | undefined)?.data
  if (!Array.isArray(data)) throw new EndpointError('no list of vectors in the answer')
  if (data.length !== count) throw new EndpointError(`${data.length} vectors for ${count} texts`)
  const vectors: number[][] = []
  for (const [at, item] of data.entries()) {
    const { embedding, index = at } = (item ?? {}) as { embedding?: unknown; index?: unknown }
    if (!isVector(embedding)) throw new EndpointError('a vector that is not a list of finite numbers')
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count || vectors[index as number])
      throw new EndpointError('vectors whose numbers do not name the texts')
    vectors[index as number] = embedding
  }
  const [first] = vectors
  if (vectors.some(({ length }) => length !== first?.length)) throw new EndpointError('vectors of different lengths')
  return vectors
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES && value.every((one) => Number.isFinite(one))
