import type { CallOptions, SearchClient } from '@docent/client'
import type { MultiSearchResponse, SearchRequest } from '@docent/engine'

/** The search client of the dialog: `SearchClient`, or one that also reports the first hits of an answer. */
export interface DialogClient {
  /** @param options `onFirstHits` may be called once, before the promise settles, with an answer that contains only the first hits. */
  search(
    requests: readonly SearchRequest[],
    options?: CallOptions & { onFirstHits?: ((answer: MultiSearchResponse) => void) | undefined },
  ): ReturnType<SearchClient['search']>
}
