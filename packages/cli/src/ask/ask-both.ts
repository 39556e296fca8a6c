/** The same queries by words alone and with the model of a server, side by side. */

import { setTimeout as delay } from 'node:timers/promises'

import { asksInWords, type Hit, type SearchParams } from '@docent/engine'

import type { Ask } from './ask.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Time (ms) after which a query is asked again: the server has cached a late answer of the model by then. */
const AGAIN_MS = 2000
/** Queries in a row without an answer of the model, after which there is none. */
const MAX_MISSES = 3

/** The hits of one query, each list best first. */
export interface BothAnswers {
  words: Hit[]
  hybrid: Hit[]
  /** Whether the model took part in `hybrid`. */
  hasModel: boolean
}

/** Asks each query in both ways. Its calls throw a `UsageError` where no model takes part. */
export function askBoth(ask: Ask): (params: SearchParams & { query: string }) => Promise<BothAnswers> {
  let misses = 0
  const askModel = async (params: SearchParams): Promise<Hit[]> =>
    (await ask({ ...params, mode: 'neuralSearch', getRankingInfo: true })).hits
  return async (params) => {
    const words = (await ask({ ...params, mode: 'keywordSearch' })).hits
    let hybrid = await askModel(params)
    if (!isByModel(hybrid) && asksInWords(params.query)) {
      await delay(AGAIN_MS)
      hybrid = await askModel(params)
      misses = isByModel(hybrid) ? 0 : misses + 1
      if (misses >= MAX_MISSES)
        throw new UsageError(
          'No model takes part in the answers: start docent serve with "semantic" in the configuration, wait until /_docent/health says "ready", and keep it running.',
        )
    }
    return { words, hybrid, hasModel: isByModel(hybrid) }
  }
}

const isByModel = (hits: readonly Hit[]): boolean => hits.some((hit) => hit._rankingInfo?.semantic !== undefined)
