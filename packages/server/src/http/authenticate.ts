/**
 * Authenticates requests: the key is in a header or in the query string, in any letter case, and the header takes precedence. Any
 * application ID is accepted. All invalid keys get the same answer, so it reveals nothing about them.
 */
import { addressRanges, isAddressRange } from './address-ranges.ts'
import type { Backend } from '../backend/backend.ts'
import { ServerError } from '../wire/errors.ts'
import { DEFAULT_KEY_FIELDS, isAdmin, type ApiKey } from '../keys/key.ts'
import { matchesSome } from '../keys/pattern.ts'
import { readRestrictions } from '../keys/secured-key.ts'
import { LIMITS } from '../wire/limits.ts'
import { readSearchParams } from '../wire/read-search.ts'
import { type Grant, narrowParams } from '../keys/grant.ts'
import { findParent } from './find-parent.ts'

const KEY_NAME = 'x-algolia-api-key'
const APP_ID_NAME = 'x-algolia-application-id'

const invalid = (): ServerError => new ServerError('not-allowed', 'Invalid Application-ID or API key')

/** A value of the query string; the name is compared without case. */
function fromQuery(query: URLSearchParams, name: string): string | undefined {
  for (const [key, value] of query) if (key.toLowerCase() === name) return value
  return undefined
}

/** Origin and credentials of a request. */
export interface Sender {
  headers: Headers
  query: URLSearchParams
  /** The client's address (`senderAddress`); `undefined` when it is unknown (a request without a socket). */
  address: string | undefined
}

function checkReferer(key: ApiKey, headers: Headers): void {
  if (key.referers.length === 0) return
  const referer = headers.get('referer') ?? headers.get('origin') ?? ''
  if (!matchesSome(referer, key.referers)) throw new ServerError('not-allowed', 'Method not allowed with this referer')
}

/** Whether `address` is in `source`, an address or a CIDR range. */
const isFrom = (address: string | undefined, source: string): boolean =>
  address !== undefined && isAddressRange(source) && addressRanges([source])(address)

async function grantOfSecuredKey(text: string, sender: Sender, backend: Backend): Promise<Grant> {
  if (text.length > LIMITS.securedKeyChars) throw invalid()
  const opened = await findParent(text, await backend.keys.list())
  if (opened === undefined) throw invalid()
  const { validUntil, restrictIndices, restrictSources, params } = readRestrictions(opened.query)
  if (validUntil !== undefined && validUntil * 1000 < Date.now())
    throw new ServerError('not-allowed', '"validUntil" parameter expired (less than current date)')
  if (restrictSources !== undefined && !isFrom(sender.address, restrictSources)) throw invalid()
  const { parent } = opened
  const forced = narrowParams(readSearchParams(params), forcedByKey(parent))
  // A derived key may only search and browse, also if its parent has other rights.
  const rights = parent.acl.filter((right) => right === 'search' || right === 'browse')
  return { key: { ...parent, acl: rights }, restrictIndices, forced, address: sender.address ?? '' }
}

const forcedByKey = (key: ApiKey): Grant['forced'] =>
  key.queryParameters === DEFAULT_KEY_FIELDS.queryParameters
    ? {}
    : readSearchParams(Object.fromEntries(new URLSearchParams(key.queryParameters)))

/** The sender's rights. Throws 403 with the wire's text. */
export async function authenticate(sender: Sender, backend: Backend): Promise<Grant> {
  const { headers, query } = sender
  const text = headers.get(KEY_NAME) ?? fromQuery(query, KEY_NAME)
  const appID = headers.get(APP_ID_NAME) ?? fromQuery(query, APP_ID_NAME)
  if (!text || !appID) throw invalid()
  const key = await backend.keys.find(text)
  const grant: Grant = key
    ? { key, restrictIndices: undefined, forced: forcedByKey(key), address: sender.address ?? '' }
    : await grantOfSecuredKey(text, sender, backend)
  checkReferer(grant.key, headers)
  return grant
}

/** Whether an admin key was sent in the query string, which logs and referers record. */
export const isAdminKeyInUrl = (sender: Sender, grant: Grant): boolean =>
  isAdmin(grant.key) && sender.headers.get(KEY_NAME) === null
