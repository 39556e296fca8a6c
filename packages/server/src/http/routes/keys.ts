/** API keys. All calls require the admin key, except that a key may read itself. */
import { isDeepStrictEqual } from 'node:util'
import { ServerError } from '../../wire/errors.ts'
import { asObject } from '../../wire/read-search.ts'
import { DEFAULT_KEY_FIELDS, isAdmin, sameSecret, type ApiKey } from '../../keys/key.ts'
import { readKeyFields } from '../../keys/read-key.ts'
import { pathValue, route, type Answer, type Call, type Route } from '../route.ts'

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const now = (): string => new Date().toISOString()

const { acl: _, ...OPTIONAL_FIELDS } = DEFAULT_KEY_FIELDS

/**
 * The fields of the wire, without those that were never set: clients that wait for a change compare whole keys, and distinguish an
 * empty list from a missing one.
 */
function keyAnswer({ expiresAt: _expiresAt, given = [], ...key }: ApiKey): object {
  const isUnset = (name: string, value: unknown): boolean =>
    Object.hasOwn(OPTIONAL_FIELDS, name) &&
    !given.includes(name) &&
    isDeepStrictEqual(value, OPTIONAL_FIELDS[name as keyof typeof OPTIONAL_FIELDS])
  return Object.fromEntries(Object.entries(key).filter(([name, value]) => !isUnset(name, value)))
}

async function list(call: Call): Promise<Answer> {
  const keys = await call.backend.keys.list()
  return { body: { keys: keys.filter((key) => !isAdmin(key)).map(keyAnswer) } }
}

async function add(call: Call): Promise<Answer> {
  const key = await call.backend.keys.add(readKeyFields(call.body))
  return { body: { key: key.value, createdAt: isoOf(key.createdAt) } }
}

async function get(call: Call): Promise<Answer> {
  const value = pathValue(call, 'key')
  const { key: asking } = call.grant
  if (!isAdmin(asking)) {
    if (!sameSecret(asking.value, value)) throw new ServerError('not-allowed', 'Method not allowed with this API key')
    return { body: { ...keyAnswer(asking), description: '<redacted>' } }
  }
  const key = await call.backend.keys.find(value)
  if (key === undefined) throw new ServerError('not-found', 'Key does not exist')
  return { body: keyAnswer(key) }
}

/** Older clients send no `acl` unless it changes; all other absent fields get their defaults. */
async function update(call: Call): Promise<Answer> {
  const value = pathValue(call, 'key')
  const known = await call.backend.keys.find(value)
  const body = asObject(call.body, 'The body')
  const fields = readKeyFields(known === undefined ? body : { acl: known.acl, ...body })
  const key = await call.backend.keys.update(value, fields)
  return { body: { key: key.value, updatedAt: now() } }
}

async function remove(call: Call): Promise<Answer> {
  await call.backend.keys.delete(pathValue(call, 'key'))
  return { body: { deletedAt: now() } }
}

async function restore(call: Call): Promise<Answer> {
  const key = await call.backend.keys.restore(pathValue(call, 'key'))
  return { body: { key: key.value, createdAt: isoOf(key.createdAt) } }
}

/** For `routes/table.ts`. */
export const KEY_ROUTES: readonly Route[] = [
  route('GET', '/1/keys', 'admin', 'none', list),
  route('POST', '/1/keys', 'admin', 'search', add),
  route('GET', '/1/keys/{key}', 'any-key', 'none', get),
  route('PUT', '/1/keys/{key}', 'admin', 'search', update),
  route('DELETE', '/1/keys/{key}', 'admin', 'none', remove),
  route('POST', '/1/keys/{key}/restore', 'admin', 'none', restore),
]
