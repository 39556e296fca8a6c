/** The error of the engine, and the meaning of each code. */

/**
 * - `index_damaged`: a checksum or a bound is wrong; rebuild the index from its records.
 * - `index_truncated`: the file is shorter than its header says, so its write was interrupted.
 * - `index_format`: not an index, or written in another format version.
 * - `index_base`: a delta and a base that do not belong together, or changes that this base cannot take; rebuild.
 * - `query_too_long`, `query_invalid`: the text of the query.
 * - `filter_invalid`, `filter_too_large`: `filters`, `facetFilters`, `numericFilters`, `tagFilters`, `optionalFilters`.
 * - `parameter_invalid`: another parameter or setting.
 * - `search_stopped`: `shouldStop` returned true.
 */
export type EngineErrorCode =
  | 'index_damaged'
  | 'index_truncated'
  | 'index_format'
  | 'index_base'
  | 'query_too_long'
  | 'query_invalid'
  | 'filter_invalid'
  | 'filter_too_large'
  | 'parameter_invalid'
  | 'search_stopped'

/** An error of the engine. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

/** The error of a wrong checksum or bound. */
export function damaged(where: string): EngineError {
  return new EngineError('index_damaged', `The index file is damaged (${where}); build the index again.`)
}
