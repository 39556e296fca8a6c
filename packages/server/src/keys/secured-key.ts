/**
 * Secured keys: a search key narrowed by its holder's back end without asking the server. The text is
 * base64(hex(HMAC-SHA256(parent, Q)) + Q), where Q holds URL-encoded restrictions. The parent is not named, so every
 * live key is tried; the digest is computed over the raw decoded text, because the two majors of the public client
 * write Q differently. Restrictions only narrow.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isAdmin } from './key.ts'
import type { ApiKey } from './key.ts'

const DIGEST_CHARS = 64
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** What the query part of a secured key says. */
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

/** The parent that signed `text` and the signed part; `undefined` when no live key did. */
export function openSecuredKey(text: string, keys: readonly ApiKey[]): { parent: ApiKey; query: string } | undefined {
  if (!BASE64.test(text)) return undefined
  const decoded = Buffer.from(text, 'base64')
  if (decoded.length <= DIGEST_CHARS) return undefined
  const signature = decoded.subarray(0, DIGEST_CHARS)
  const signed = decoded.subarray(DIGEST_CHARS)
  let parent: ApiKey | undefined
  for (const key of keys) {
    // A key of the administrator cannot be a parent: what is derived from it would have no ceiling.
    if (isAdmin(key)) continue
    const expected = Buffer.from(createHmac('sha256', key.value).update(signed).digest('hex'))
    if (timingSafeEqual(expected, signature)) parent = key
  }
  return parent && { parent, query: signed.toString('utf8') }
}

/** A list as either major writes it: JSON, or separated by commas. */
function readPatterns(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list.map(String)
    } catch {
      // Not JSON after all: read it as a list with commas, which matches no index by accident.
    }
  }
  return text.split(',').map((name) => name.trim())
}

/** Reads the signed part of a secured key. A `validUntil` that is no number counts as long expired. */
export function readRestrictions(query: string): Restrictions {
  const restrictions: Restrictions = {
    validUntil: undefined,
    restrictIndices: undefined,
    restrictSources: undefined,
    userToken: undefined,
    params: {},
  }
  const params: [string, string][] = []
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'validUntil')
      restrictions.validUntil = Math.min(restrictions.validUntil ?? Infinity, Number(value) || 0)
    else if (name === 'restrictIndices') restrictions.restrictIndices = readPatterns(value)
    else if (name === 'restrictSources') restrictions.restrictSources = value
    else if (name === 'userToken') restrictions.userToken = value
    else params.push([name, value])
  }
  restrictions.params = Object.fromEntries(params)
  return restrictions
}
