/**
 * A route of the API as data: method, path, the right that it requires, the kind of its body, and its handler. Only routes of the
 * table are reachable, and each has a right.
 */
import type { JsonValue } from '@docent/engine'
import type { Backend } from '../backend/backend.ts'
import type { Semantic } from '../semantic/semantic.ts'
import { badRequest } from '../wire/errors.ts'
import type { AclName } from '../keys/key.ts'
import { readIndexName } from '../wire/names.ts'
import { spelledBoolean } from '../wire/spelling.ts'
import type { Reply } from './reply.ts'
import type { Grant } from '../keys/grant.ts'

/** The right that a route requires: one right, the admin key, or any valid key (its handler checks the rest). */
export type RouteRight = AclName | 'admin' | 'any-key'

/** A request after authentication and parsing, as handlers see it. */
export interface Call {
  backend: Backend
  /** The model of the operator, if there is one. */
  semantic: Semantic | undefined
  /** The decoded values of the placeholders in the path. */
  path: ReadonlyMap<string, string>
  query: URLSearchParams
  /** Parsed JSON; `undefined` for an empty body; the bytes of a batch. */
  body: unknown
  grant: Grant
  /** The sender of a search, whose number of searches is limited (`SearchesPerClient`); empty when it is unknown. */
  client: string
  /** Counts queries, given by their texts, against the key's limit; throws 429 beyond it. */
  countQueries: (queries: readonly string[]) => void
  /** Counts reads of records against the same limit: one per requested record or page. */
  countReads: (count: number) => void
  /** Counts events of types that are not stored. */
  countDroppedEvents: (count: number) => void
  /** Joined before root-relative URLs in hits; may be empty. */
  publicUrl: string
}

/** Bytes of JSON, with the fields of `Reply`. */
export type Encoded = Pick<Reply, 'parts' | 'owned'>

/** An object to be encoded as JSON, or bytes of JSON. */
export type Answer = { status?: 200 | 201; body: object } | { encoded: Encoded }

/** Made by `route`, which derives `segments`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments in braces match any non-empty segment; literal routes come before them in the table. */
  path: string
  /** The segments of the path. */
  segments: readonly string[]
  right: RouteRight
  /** The limits of the body. A batch has those of a write and is passed on as bytes; `none` ignores a body. */
  body: 'search' | 'write' | 'batch' | 'none'
  /** Whether the key must be allowed for the index in `{index}` before the handler runs. */
  checksIndex: boolean
  /** Whether the route needs a search worker: then requests that are not admitted are refused before their body is read. */
  isSearch: boolean
  handle: (call: Call) => Promise<Answer>
}

/** A route that is no search. The index in its path, if any, is checked before the handler runs. */
export const route = (
  method: Route['method'],
  path: string,
  right: RouteRight,
  body: Route['body'],
  handle: Route['handle'],
): Route => ({
  method,
  path,
  segments: path.split('/'),
  right,
  body,
  handle,
  checksIndex: path.includes('{index}'),
  isSearch: false,
})

/** The value of a placeholder in the route's path. */
export function pathValue(call: Call, name: string): string {
  const value = call.path.get(name)
  if (value === undefined) throw new Error(`The route has no {${name}}`)
  return value
}

/** The name of the index in the path. Throws a `ServerError` (400) for an invalid one. */
export const indexIn = (call: Call): string => readIndexName(pathValue(call, 'index'))

/** The body of a route that takes a batch. */
export function bytesOf({ body }: Call): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) throw new Error('The route takes a batch')
  // `readBodyBytes` returns bytes in a buffer of their own.
  return new Uint8Array(body.buffer as ArrayBuffer)
}

/** The names and values of the query string, without credentials and other names of the client. */
export function queryFields(query: URLSearchParams): Record<string, JsonValue> {
  return Object.fromEntries([...query].filter(([name]) => !name.toLowerCase().startsWith('x-algolia-')))
}

/**
 * A flag of the query string, in any spelling of the wire: current clients send `true`, older ones `1`. Throws a `ServerError`
 * (400) for any other value.
 */
export function queryFlag(query: URLSearchParams, name: string, fallback: boolean): boolean {
  const text = query.get(name)
  const flag = text === null ? fallback : spelledBoolean(text.toLowerCase())
  if (typeof flag !== 'boolean') throw badRequest(`Invalid value for "${name}" parameter, expected boolean`)
  return flag
}
