/** Converts an error of SQLite at a change to an error of the API. */
import { ServerError } from '../../wire/errors.ts'
import { isDamage, isLocked } from '../../system/open-failure.ts'

/** `storage-locked`, `storage-damaged` or `storage-failed`. */
export function writeFailure(cause: Error): ServerError {
  if (isLocked(cause))
    return new ServerError('storage-locked', 'Another program has locked the database; the write was not stored', {
      cause,
      retryAfter: 1,
    })
  const message = isDamage(cause)
    ? `The database is damaged: ${cause.message}`
    : `The write was refused by the disk: ${cause.message}`
  return new ServerError(isDamage(cause) ? 'storage-damaged' : 'storage-failed', message, { cause })
}
