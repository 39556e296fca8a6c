/**
 * The strategy of a list of queries. With `stopIfEnoughMatches`, the queries after the first one that fills its page are
 * answered without hits; their other fields keep their shape. Facet queries are always answered.
 */
import type { FacetValuesResponse, SearchRequest, SearchResponse, WrittenResponse } from '@docent/engine'
import type { SearchStrategy } from '../wire/operations.ts'

type Answer = SearchResponse | WrittenResponse | FacetValuesResponse

const isFull = (answer: SearchResponse | WrittenResponse): boolean =>
  answer.hits.length >= (answer.hitsPerPage ?? answer.length ?? 0)

/** Follows the queries of one list, which are answered one after the other. */
export class StrategyState {
  readonly #stops: boolean
  #hasEnough = false

  constructor(strategy: SearchStrategy) {
    this.#stops = strategy === 'stopIfEnoughMatches'
  }

  /** Answers one query: `ask` receives the query, or one without hits after a full page. */
  query<Result extends Answer>(request: SearchRequest, ask: (request: SearchRequest) => Result): Result {
    const isSkipped = this.#skips(request)
    return this.#take(ask(isSkipped ? withoutHits(request) : request), isSkipped)
  }

  /** As `query`, for asynchronous answers; call it for the next query after it has resolved. */
  async queryAsync<Result extends Answer>(
    request: SearchRequest,
    ask: (request: SearchRequest) => Promise<Result>,
  ): Promise<Result> {
    const isSkipped = this.#skips(request)
    return this.#take(await ask(isSkipped ? withoutHits(request) : request), isSkipped)
  }

  #skips({ type }: SearchRequest): boolean {
    return this.#hasEnough && type !== 'facet'
  }

  #take<Result extends Answer>(answer: Result, isSkipped: boolean): Result {
    if (!('hits' in answer)) return answer
    if (isSkipped) return { ...answer, hits: [], nbHits: 0, nbPages: 0 }
    this.#hasEnough ||= this.#stops && isFull(answer)
    return answer
  }
}

const withoutHits = (request: SearchRequest): SearchRequest => ({ ...request, hitsPerPage: 0, facets: [] })
