/** Searches of the open generations; a search waits for a generation that is being rebuilt. */
import type { SearchParams, SearchRequest } from '@docent/engine'
import type { FormattedQuery, EncodedPage } from '../backend/backend.ts'
import type { SearchStrategy } from '../wire/operations.ts'
import { ServerError, indexNotFound } from '../wire/errors.ts'
import type { Generations } from './indexes/generations.ts'
import { enumeration, pageOfIndex } from './search/browse.ts'
import type { AskedQuery } from './search/answer-cache.ts'
import type { PlacedQuery, SearchResults, SearchWork, WrittenAnswer } from './search/search-messages.ts'
import type { SearchPool } from './search/search-pool.ts'

/** Throws a `ServerError`: 404 for an unknown index, 503 for one that is not rebuilt within `rebuildWaitMs`. */
export class Searches {
  readonly #pool: SearchPool
  readonly #generations: Generations
  readonly #rebuildWaitMs: number

  constructor(pool: SearchPool, generations: Generations, rebuildWaitMs: number) {
    this.#pool = pool
    this.#generations = generations
    this.#rebuildWaitMs = rebuildWaitMs
  }

  async search(queries: readonly SearchRequest[], strategy: SearchStrategy): Promise<SearchResults> {
    if (queries.length === 0) return []
    await this.#allSearchable(queries)
    const placed = (): PlacedQuery[] => queries.map((request) => this.#place(request))
    return this.#pool.run(() => ({ kind: 'search', strategy, queries: placed() }), '')
  }

  /** @param client as in `Backend.searchJson`. */
  async searchJson(
    queries: readonly FormattedQuery[],
    strategy: SearchStrategy,
    client: string,
  ): Promise<WrittenAnswer[]> {
    if (queries.length === 0) return []
    await this.#allSearchable(queries.map((query) => query.request))
    const place = (): AskedQuery[] => queries.map(({ request, format }) => ({ ...this.#place(request), format }))
    // With another strategy an answer depends on those before it.
    const isKept = strategy === 'none'
    const kept = isKept ? this.#keptAnswers(place()) : undefined
    if (kept !== undefined) return kept
    let placed: AskedQuery[] = []
    const prepare = (): SearchWork & { kind: 'search-json' } => {
      placed = place()
      return { kind: 'search-json', strategy, queries: placed }
    }
    const made = await this.#pool.run(prepare, client)
    return made.map((answer, at) => {
      const query = placed[at]
      if (isKept && query !== undefined) this.#pool.answers.keep(query, answer)
      return answer.json
    })
  }

  /** The answers, if all of them are kept. */
  #keptAnswers(queries: readonly AskedQuery[]): WrittenAnswer[] | undefined {
    const answers: WrittenAnswer[] = []
    for (const query of queries) {
      const answer = this.#pool.answers.find(query, Date.now())
      if (answer === undefined) return undefined
      answers.push(answer)
    }
    return answers
  }

  /** A page of the searchable records: writes with a pending task are not included. */
  async browse(
    index: string,
    params: SearchParams,
    { offset, length }: { offset: number; length: number },
  ): Promise<EncodedPage> {
    await this.#searchable(index)
    const found = await this.#pool.run(
      () => enumeration({ snapshot: this.#snapshot(index), index }, params, offset, length),
      '',
    )
    return pageOfIndex(found, offset)
  }

  async #allSearchable(queries: readonly SearchRequest[]): Promise<void> {
    for (const name of new Set(queries.map((query) => query.indexName))) await this.#searchable(name)
  }

  /** Waits for an index that is being rebuilt. Throws a `ServerError`: 503 when that takes too long, 404 for a missing index. */
  async #searchable(name: string): Promise<void> {
    const end = performance.now() + this.#rebuildWaitMs
    while (this.#generations.isRebuilding(name)) {
      const left = end - performance.now()
      if (left <= 0) throw new ServerError('not-ready', `Index ${name} is being rebuilt; try again`, { retryAfter: 1 })
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, left)
      await Promise.race([this.#generations.switched, promise])
      clearTimeout(timer)
    }
    this.#snapshot(name)
  }

  #place(request: SearchRequest): PlacedQuery {
    return { snapshot: this.#snapshot(request.indexName), request }
  }

  #snapshot(name: string): number {
    const generation = this.#generations.find(name)
    if (generation === undefined) throw indexNotFound(name)
    return generation.snapshot
  }
}
