/**
 * API keys: what one may do and where. Names and meanings are the hosted provider's. The administrator's key has the
 * single right `admin`, which covers all others and key management.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { matchesSome } from './pattern.ts'

/** The rights of the wire that Docent knows. */
export const ACL_NAMES = [
  'search',
  'browse',
  'addObject',
  'deleteObject',
  'listIndexes',
  'deleteIndex',
  'settings',
  'editSettings',
  'analytics',
  'recommendation',
  'usage',
  'logs',
  'seeUnretrievableAttributes',
  'inference',
  'personalization',
] as const

export type AclName = (typeof ACL_NAMES)[number]

/** What the creator of a key chooses. Lists keep their order: clients compare them. */
export interface KeyFields {
  acl: (AclName | 'admin')[]
  description: string
  /** Names, with `*` at either end; empty means all. */
  indexes: string[]
  /** 0 means no ceiling. */
  maxHitsPerQuery: number
  /** 0 means no ceiling. */
  maxQueriesPerIPPerHour: number
  /** URL-encoded search parameters that are forced on every query; empty for none. */
  queryParameters: string
  /** Patterns with `*` at either end; empty means all. */
  referers: string[]
  /** Seconds that the key lives from its creation or last change; 0 means for ever. */
  validity: number
  /** Names of the fields that were sent, where some were: what was not set is not told either. */
  given?: readonly string[]
}

export interface ApiKey extends KeyFields {
  value: string
  /** Seconds since 1970, as on the wire. */
  createdAt: number
  /** Seconds since 1970; 0 means never. */
  expiresAt: number
}

/** A search-only key's fields; the others are changed from these. */
export const DEFAULT_KEY_FIELDS: KeyFields = {
  acl: ['search'],
  description: '',
  indexes: [],
  maxHitsPerQuery: 0,
  maxQueriesPerIPPerHour: 0,
  queryParameters: '',
  referers: [],
  validity: 0,
}

/**
 * The key that the website's own pages carry, as a backend makes it at its first start. Its description tells it from other
 * search keys: a key that somebody made for another purpose must not become public.
 */
export const PAGES_KEY_FIELDS: KeyFields = { ...DEFAULT_KEY_FIELDS, description: 'Search only, for pages' }

/** 128 random bits as 32 hexadecimal digits: the form that public clients and their validators expect. */
export const newKeyValue = (): string => randomBytes(16).toString('hex')

export const isAdmin = (key: ApiKey): boolean => key.acl.includes('admin')

/**
 * Whether the pages of a site that searches `index` may carry this key: it was made for pages, it may search that index,
 * and it may do nothing else. Limits, filters and referers that an operator gave to the key of the pages are kept.
 */
export const isPagesKey = (key: ApiKey, index: string): boolean =>
  key.description === PAGES_KEY_FIELDS.description &&
  key.acl.length === 1 &&
  key.acl[0] === 'search' &&
  matchesSome(index, key.indexes)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares secrets without telling by its time where they differ: digests have one length. */
export const sameSecret = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))
