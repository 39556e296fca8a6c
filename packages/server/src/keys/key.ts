/**
 * API keys: rights and the indexes that they apply to. Names and meanings are the hosted provider's. The admin key has the
 * single right `admin`, which covers all others and key management.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { matchesSome } from './pattern.ts'

/** All rights of the wire. Those of services that Docent does not have, such as `nluReadProject`, allow nothing. */
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
  'nluWriteProject',
  'nluReadProject',
  'nluWriteEntity',
  'nluReadEntity',
  'nluWriteIntent',
  'nluReadIntent',
  'nluPrediction',
  'nluReadAnswers',
] as const

/** The name of a right, as in `acl` of a key; `admin` is not among them. */
export type AclName = (typeof ACL_NAMES)[number]

/** The fields that the creator of a key sets. Lists keep their order: clients compare them. */
export interface KeyFields {
  acl: (AclName | 'admin')[]
  description: string
  /** Names, with `*` at either end; empty means all. */
  indexes: string[]
  /** 0 means no limit. */
  maxHitsPerQuery: number
  /** 0 means no limit. */
  maxQueriesPerIPPerHour: number
  /** URL-encoded search parameters that are forced on every query; empty for none. */
  queryParameters: string
  /** Patterns with `*` at either end; empty means all. */
  referers: string[]
  /** Seconds from the key's creation or last change until it expires; 0 means never. */
  validity: number
  /** Names of the fields that a client sent: answers leave out the others. Absent for a key that no client made. */
  given?: readonly string[]
}

/** A key as it is stored. */
export interface ApiKey extends KeyFields {
  value: string
  /** Seconds since 1970, as on the wire. */
  createdAt: number
  /** Seconds since 1970; 0 means never. */
  expiresAt: number
}

/** The fields of a search-only key: the defaults of all keys. */
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
 * The fields of the key in the website's pages, which a backend creates at its first start. The description identifies it: a
 * search key that was created for another purpose must not become public.
 */
export const PAGES_KEY_FIELDS: KeyFields = { ...DEFAULT_KEY_FIELDS, description: 'Search only, for pages' }

/** 128 random bits as 32 hexadecimal digits: the form that public clients and their validators expect. */
export const newKeyValue = (): string => randomBytes(16).toString('hex')

/** Whether the key has all rights. */
export const isAdmin = (key: ApiKey): boolean => key.acl.includes('admin')

/**
 * Whether the pages of a site that searches `index` may contain this key: it was created for pages, and its only right is to
 * search, `index` included. Limits, filters and referers that an operator added to the key do not matter.
 */
export const isPagesKey = (key: ApiKey, index: string): boolean =>
  key.description === PAGES_KEY_FIELDS.description &&
  key.acl.length === 1 &&
  key.acl[0] === 'search' &&
  matchesSome(index, key.indexes)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares secrets in constant time: their digests have the same length. */
export const sameSecret = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))
