/** Embeds queries: the latest vectors are cached, and a query that is being embedded is not sent again. */
import { SEMANTIC_LIMITS } from '../wire/limits.ts'
import { type Embed, EndpointError } from './endpoint.ts'
import { quantise, type Quantised } from './quantise.ts'

/** Longest time (ms) of a request: an answer that comes too late for its search is cached for the next one. */
const REQUEST_MS = 2000

/** `signal` ends requests; `dimensions` is the length of the vectors of sections. */
export interface QueryEmbedderContext {
  embed: Embed
  signal: AbortSignal
  dimensions: () => number
}

/** Queries by their text. */
export class QueryEmbedder {
  readonly #context: QueryEmbedderContext
  /** The order of a Map is that of insertion: the least recently used is first. */
  readonly #cache = new Map<string, Quantised>()
  readonly #running = new Map<string, Promise<Quantised>>()
  #requests = 0

  constructor(context: QueryEmbedderContext) {
    this.#context = context
  }

  /** Number of requests so far. */
  get requests(): number {
    return this.#requests
  }

  /** Whether further queries are to be answered without the model. */
  get isFull(): boolean {
    return this.#running.size >= SEMANTIC_LIMITS.runningQueries
  }

  isRunning(query: string): boolean {
    return this.#running.has(query)
  }

  cached(query: string): Quantised | undefined {
    const found = this.#cache.get(query)
    if (found === undefined) return undefined
    this.#cache.delete(query)
    this.#cache.set(query, found)
    return found
  }

  /** Rejects with an `EndpointError`. */
  embed(query: string): Promise<Quantised> {
    const running = this.#running.get(query)
    if (running !== undefined) return running
    const asked = this.#request(query).finally(() => this.#running.delete(query))
    this.#running.set(query, asked)
    return asked
  }

  async #request(query: string): Promise<Quantised> {
    const { embed, signal, dimensions } = this.#context
    this.#requests++
    const [vector] = await embed([query], { timeoutMs: REQUEST_MS, signal })
    const quantised = quantise(vector ?? [])
    if (quantised === undefined) throw new EndpointError('a vector of zeros')
    const { length } = quantised.levels
    if (length !== dimensions())
      throw new EndpointError(`${length} dimensions, and those of sections have ${dimensions()}`)
    this.#cache.set(query, quantised)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > SEMANTIC_LIMITS.cachedQueries && oldest !== undefined) this.#cache.delete(oldest)
    return quantised
  }
}
