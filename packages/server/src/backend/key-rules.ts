/** Rules about API keys that all backends share; each backend stores the keys in its own way. Times are seconds since 1970. */
import { hash } from 'node:crypto'
import { ServerError } from '../wire/errors.ts'
import { DEFAULT_KEY_FIELDS, isAdmin, newKeyValue, PAGES_KEY_FIELDS, type ApiKey, type KeyFields } from '../keys/key.ts'

/** Now, in whole seconds since 1970. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/**
 * The SHA-256 of a key's value, as base64. Keys are looked up by it, so the time of a lookup reveals nothing about the values
 * of keys.
 */
export const hashOfKey = (value: string): string => hash('sha256', value, 'base64')

const expiryOf = ({ validity }: KeyFields, now: number): number => (validity === 0 ? 0 : now + validity)

/** A new key with these fields. */
export const newKey = (fields: KeyFields, now = nowInSeconds()): ApiKey => ({
  ...fields,
  value: newKeyValue(),
  createdAt: now,
  expiresAt: expiryOf(fields, now),
})

/** The key with other fields; its validity restarts. */
export const changedKey = ({ value, createdAt }: ApiKey, fields: KeyFields, now = nowInSeconds()): ApiKey => ({
  ...fields,
  value,
  createdAt,
  expiresAt: expiryOf(fields, now),
})

/** The keys of a backend that starts without any: one with all rights, and one for searching only (for pages). */
export const firstKeys = (): ApiKey[] => [
  newKey({ ...DEFAULT_KEY_FIELDS, acl: ['admin'], description: 'Admin' }),
  newKey(PAGES_KEY_FIELDS),
]

/** Whether the key has not expired. */
export const isLive = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>): boolean =>
  expiresAt === 0 || expiresAt > nowInSeconds()

/** The refusal of a change of a missing key: status 404. */
export const keyNotFound = (): ServerError => new ServerError('not-found', 'Key does not exist')

/** The live key to be changed or deleted. Throws 404 if there is none, 403 for the admin key. */
export function requireChangeableKey<Key extends ApiKey>(key: Key | undefined): Key {
  if (key === undefined) throw keyNotFound()
  if (isAdmin(key)) throw new ServerError('not-allowed', 'The admin key cannot be changed')
  return key
}

/** Throws 400 if a live key has the value of the key to be restored. */
export function requireRestorable(live: ApiKey | undefined): void {
  if (live !== undefined) throw new ServerError('bad-request', 'Key already exists')
}
