/** Limits the bytes of the answer to one call for hits or records, which are in memory until its client has taken them. */
import { badRequest, type ServerError } from './errors.ts'
import { LIMITS } from './limits.ts'

const MIB = 1024 * 1024

/**
 * Returns a function to be called with the JSON of each result or record of one call, which returns it. It throws a `ServerError` (400) when
 * the results together exceed `LIMITS.searchAnswerBytes`.
 */
export function createAnswerLimit(): <Json extends Uint8Array>(json: Json) => Json {
  let bytes = 0
  return (json) => {
    bytes += json.length
    if (bytes > LIMITS.searchAnswerBytes) throw answerTooLarge()
    return json
  }
}

/** The refusal of a call whose answer is too large. */
export function answerTooLarge(): ServerError {
  return badRequest(
    `The answer is too large: at most ${LIMITS.searchAnswerBytes / MIB} MiB; ask for fewer queries, records (hitsPerPage) or attributes (attributesToRetrieve)`,
  )
}
