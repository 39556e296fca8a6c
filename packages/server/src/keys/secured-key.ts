/**
 * Secured keys: a search key that its holder narrows without a request to the server. The text is
 * base64(hex(HMAC-SHA256(parent, Q)) + Q), where Q holds URL-encoded restrictions. It does not name the parent, so every live
 * key is tried. The digest is computed over the raw decoded text, because two versions of the public client write Q
 * differently. Restrictions only narrow.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../wire/errors.ts'
import { isAdmin, type ApiKey } from './key.ts'

const DIGEST_CHARS = 64
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The restrictions in a secured key. */
export interface Restrictions {
  /** Seconds since 1970. */
  validUntil: number | undefined
  /** Patterns; `undefined` when the key names none. */
  restrictIndices: string[] | undefined
  /** IPv4 or IPv6 address, or a CIDR range. */
  restrictSources: string | undefined
  userToken: string | undefined
  /** Search parameters that are forced on every query, as they were written. */
  params: Record<string, string>
}

/** The key that signed a secured key, and the signed part. */
export interface OpenedKey {
  parent: ApiKey
  query: string
}

/** Tries all of `keys`; `undefined` when none of them signed `text`. */
export function openSecuredKey(text: string, keys: readonly ApiKey[]): OpenedKey | undefined {
  if (!BASE64.test(text)) return undefined
  const decoded = Buffer.from(text, 'base64')
  if (decoded.length <= DIGEST_CHARS) return undefined
  const signature = decoded.subarray(0, DIGEST_CHARS)
  const signed = decoded.subarray(DIGEST_CHARS)
  let parent: ApiKey | undefined
  for (const key of keys) {
    // An admin key cannot be a parent: a key derived from it would have no limit of rights.
    if (isAdmin(key)) continue
    const expected = Buffer.from(createHmac('sha256', key.value).update(signed).digest('hex'))
    if (timingSafeEqual(expected, signature)) parent = key
  }
  return parent && { parent, query: signed.toString('utf8') }
}

/** A list as the two versions of the client write it: JSON, or separated by commas. */
function readPatterns(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list.map(String)
    } catch {
      // Invalid JSON is read as a list with commas, which does not match an index by accident.
    }
  }
  return text.split(',').map((name) => name.trim())
}

/**
 * Reads the signed part of a secured key. A `validUntil` that is not a number counts as expired. Throws 400 for any other name that
 * occurs twice: whichever of the two applied, a program that joins texts of its users to a restriction could lose it.
 */
export function readRestrictions(query: string): Restrictions {
  const restrictions: Restrictions = {
    validUntil: undefined,
    restrictIndices: undefined,
    restrictSources: undefined,
    userToken: undefined,
    params: {},
  }
  const params: [string, string][] = []
  const names = new Set<string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'validUntil') {
      restrictions.validUntil = Math.min(restrictions.validUntil ?? Infinity, Number(value) || 0)
      continue
    }
    if (names.has(name)) throw badRequest(`The secured key names "${name}" twice: give each restriction once`)
    names.add(name)
    if (name === 'restrictIndices') restrictions.restrictIndices = readPatterns(value)
    else if (name === 'restrictSources') restrictions.restrictSources = value
    else if (name === 'userToken') restrictions.userToken = value
    else params.push([name, value])
  }
  restrictions.params = Object.fromEntries(params)
  return restrictions
}
