import type { Backend } from '../backend/backend.ts'
import type { Semantic } from '../semantic/semantic.ts'
import type { Log } from '../system/log.ts'
import type { AddressRanges } from './address-ranges.ts'
import type { BodyBudget } from './body-budget.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import type { SearchesPerClient } from './searches-per-client.ts'

/** The state that all requests share. */
export interface RequestContext {
  backend: Backend
  publicUrl: string
  log: Log
  logsQueries: boolean
  folderIndex: string | undefined
  semantic: Semantic | undefined
  isProxy: AddressRanges
  rateLimit: RateLimit
  metrics: Metrics
  budget: BodyBudget
  searches: SearchesPerClient
  warnOfAdminKey: () => void
}

/** The data of a request for the log and the metrics. The path is not recorded, because it may contain a key. */
export interface Trace {
  /** The route's pattern. */
  route: string
  index: string | undefined
  queries: readonly string[] | undefined
}
