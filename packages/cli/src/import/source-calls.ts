/** Calls to the hosted provider, over the wire that Docent speaks too: repeated after failures, and each answer checked. */

import { createTransport, providerHosts, SearchError } from '@docent/client'
import * as v from 'valibot'

import { guardFetch, UnusableAnswer } from '../records/guarded-fetch.ts'
import { findListed, type ListedIndex } from '../records/send-records.ts'
import { type RetryOptions, withRetries } from '../records/with-retries.ts'
import { failureAt } from '../terminal/failure-at.ts'
import { checkSearchHost } from '../terminal/search-host.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Nesting of an answer: records of documentation use 5 levels. */
const MAX_LEVELS = 500
/** The longest accepted `Retry-After` (ms); a longer one ends the command, which continues when it is started again. */
const LONGEST_WAIT = 600_000

/** The application, and the key to read it. */
export interface Connection extends Pick<RetryOptions, 'onRetry' | 'retryWaits'> {
  appId: string
  key: string
  /** Default: the hosts of the provider. */
  host?: string | undefined
  /** Ceiling of one answer, for tests. */
  mostBytes?: number
}

/** The calls of one application. They throw an `Error` of one sentence, caused by the client's error if there is one. */
export interface SourceCalls {
  /** The answer to a call of an index; a `body` makes it a POST. */
  read: <Schema extends v.GenericSchema>(
    of: string,
    path: string,
    schema: Schema,
    body?: object,
  ) => Promise<v.InferOutput<Schema>>
  /** The entry of an index in the list of all; `undefined` if the key does not show it. */
  listed: (of: string) => Promise<ListedIndex | undefined>
  /** An index in messages. */
  nameOf: (of: string) => string
}

/** @throws UsageError for an invalid address or name. */
export function openCalls({ appId, key, host, mostBytes, ...retries }: Connection): SourceCalls {
  if (host !== undefined) checkSearchHost('--host', host)
  // It becomes a part of the hosts' names.
  if (!/^[\w-]{1,64}$/.test(appId))
    throw new UsageError(`"${appId}" is no application ID: --app-id needs the one in the site's configuration.`)
  const guarded = guardFetch(mostBytes)
  const hosts = host === undefined ? providerHosts(appId) : [host]
  const plain = createTransport({ hosts, appId, apiKey: key, credentials: 'headers', fetch: guarded.fetch })
  const transport = withRetries(plain, {
    ...retries,
    leastWait: guarded.retryAfter,
    isFinal: (error) =>
      error.kind === 'bad-answer' || unusable(error) !== undefined || guarded.retryAfter() > LONGEST_WAIT,
  })
  const nameOf = (of: string): string => `${host ?? `The application ${appId}`}, index ${of}`
  return {
    nameOf,
    async read(of, path, schema, body) {
      const at = `/1/indexes/${encodeURIComponent(of)}`
      const call = { path: at + path, method: body === undefined ? 'GET' : 'POST', kind: 'write', body } as const
      // A page of records may take as long as a write.
      const answer = await transport.send({ ...call, mayRepeat: () => true }).catch((error: unknown) => {
        throw readable(error, nameOf(of), guarded.retryAfter())
      })
      return checkedAnswer(answer, schema, { name: nameOf(of), path })
    },
    listed: (of) => findListed(transport, of),
  }
}

function checkedAnswer<Schema extends v.GenericSchema>(
  answer: unknown,
  schema: Schema,
  { name, path }: { name: string; path: string },
): v.InferOutput<Schema> {
  if (isDeeper(answer, MAX_LEVELS))
    throw new Error(`${name} cannot be used: the answer to ${path} has more than ${MAX_LEVELS} levels.`)
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(
    `${name}: the answer to ${path} is not as documented (${v.getDotPath(issue) ?? 'body'}: ${issue.message}). Nothing is changed.`,
  )
}

/** Whether a parsed value has more levels than this. Without recursion, which a deep value would exhaust. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

const unusable = ({ cause }: SearchError): UnusableAnswer | undefined =>
  cause instanceof UnusableAnswer ? cause : undefined

/** An error of the source with a remedy. */
function readable(error: unknown, name: string, retryAfter: number): unknown {
  if (!(error instanceof SearchError)) return error
  const refusal = unusable(error)
  if (refusal) return new Error(`${name} cannot be used: ${refusal.message}.`, { cause: error })
  const failure = failureAt(name, error)
  if (error.kind === 'not-allowed')
    return new Error(`${failure}: DOCENT_IMPORT_KEY needs a key with browse and settings.`, { cause: error })
  if (error.kind === 'rate-limited' && retryAfter > LONGEST_WAIT)
    return new Error(`${failure}. It takes calls again in ${Math.ceil(retryAfter / 60_000)} minutes: start then.`, {
      cause: error,
    })
  if (error.kind === 'refused') return new Error(`${failure}: check --app-id, --index and --host.`, { cause: error })
  return new Error(`${failure}. Start the command again to continue.`, { cause: error })
}
