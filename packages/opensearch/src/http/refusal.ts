/**
 * What a client is told when the cluster fails. Nothing of the cluster's own words goes out: they name hosts and indexes.
 * Public clients go on to the next server at a 503, and ask the same one again after `Retry-After` at a 429.
 */
import { ServerError, type Log } from '@docent/server/backend'
import { ClusterError, isOutage } from './cluster-error.ts'

/** The longest wait (s) that a client is asked for, whatever the cluster says. */
const MAX_RETRY_AFTER_S = 30
/** Between two lines of the log about failures (ms): an outage fails every request. */
const LOG_PAUSE_MS = 1000

/** The refusal for an error of the cluster; anything else stays what it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error
  const cause = { cause: error }
  if (error.type === 'cluster_block_exception')
    return new ServerError('storage-failed', 'The storage takes no writes at this moment; searches go on', cause)
  if (error.status === 429) {
    const retryAfter = Math.min(Math.max(1, error.retryAfter ?? 1), MAX_RETRY_AFTER_S)
    return new ServerError('overloaded', 'Too many requests at the same time; try again', { ...cause, retryAfter })
  }
  if (error.type === 'timeout')
    return new ServerError('not-ready', 'The search cluster did not answer in time; try again', cause)
  // Wrong credentials are the operator's to mend, and another server may have the right ones.
  const isOurs = error.status === 401 || error.status === 403
  if (isOutage(error) || isOurs || error.status >= 500 || error.type === 'answer_too_large')
    return new ServerError('not-ready', 'The search cluster cannot be asked at this moment; try again', cause)
  return error
}

/** The same backend, whose methods throw what may be answered in the place of the cluster's errors, which are logged. */
export function refusingOutages<Part extends object>(backend: Part, log: Log): Part {
  let silentUntil = 0
  let untold = 0
  const tell = (error: ClusterError): void => {
    untold++
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + LOG_PAUSE_MS
    const others = untold > 1 ? ` (and ${untold - 1} more since the last line)` : ''
    untold = 0
    log({
      level: 'error',
      event: 'cluster-error',
      message: `${error.type}: ${error.message}${others}`,
      status: error.status,
    })
  }
  const refuse = (error: unknown): never => {
    const refusal = refusalOf(error)
    if (refusal !== error) tell(error as ClusterError)
    throw refusal
  }
  const over = <Over extends object>(object: Over): Over =>
    new Proxy(object, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (name === 'keys' || name === 'events') return over(value as object)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, args)
          return result instanceof Promise ? result.catch(refuse) : result
        }
      },
    })
  return over(backend)
}
