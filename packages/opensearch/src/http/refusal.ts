/**
 * Answers to clients when the cluster fails. They do not contain the cluster's messages, which name hosts and indexes. After a 503
 * public clients try the next server, after a 429 the same one after `Retry-After`.
 */
import { ServerError, type Log } from '@docent/server/backend'
import { ClusterError, isOutage } from './cluster-error.ts'

/** Longest `Retry-After` (s) in an answer. */
const MAX_RETRY_AFTER_S = 30
/** Minimum interval (ms) of log lines about failures, because every request fails in an outage. */
const LOG_PAUSE_MS = 1000

/** The refusal for an error of the cluster; any other error itself. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error
  const cause = { cause: error }
  if (error.type === 'cluster_block_exception')
    return new ServerError('storage-failed', 'The storage takes no writes at the moment; searches are answered', cause)
  if (error.status === 429) {
    const retryAfter = Math.min(Math.max(1, error.retryAfter ?? 1), MAX_RETRY_AFTER_S)
    return new ServerError('overloaded', 'Too many requests at the same time; try again', { ...cause, retryAfter })
  }
  if (error.type === 'timeout')
    return new ServerError('not-ready', 'The search cluster did not answer in time; try again', cause)
  // Wrong credentials are the operator's fault, and another server may have the right ones.
  const isOurs = error.status === 401 || error.status === 403
  // A redirect is not followed: the credentials are for the named address only.
  const isRedirect = error.status >= 300 && error.status < 400
  if (isOutage(error) || isOurs || isRedirect || error.status >= 500 || error.type === 'answer_too_large')
    return new ServerError('not-ready', 'The search cluster cannot be reached at the moment; try again', cause)
  return error
}

/** The same backend, whose methods throw refusals for clients instead of the cluster's errors, which are logged. */
export function refusingOutages<Part extends object>(backend: Part, log: Log): Part {
  let silentUntil = 0
  let unlogged = 0
  const report = (error: ClusterError): void => {
    unlogged++
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + LOG_PAUSE_MS
    const others = unlogged > 1 ? ` (and ${unlogged - 1} more since the last line)` : ''
    unlogged = 0
    log({
      level: 'error',
      event: 'cluster-error',
      message: `${error.type}: ${error.message}${others}`,
      status: error.status,
    })
  }
  const refuse = (error: unknown): never => {
    const refusal = refusalOf(error)
    if (refusal !== error) report(error as ClusterError)
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
