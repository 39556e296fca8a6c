/**
 * A route of the API as data: method, path, the right that it needs, the body that it takes, and what it does. The
 * table is the whole of what is reachable; a route without a right cannot be written down.
 */
import type { JsonValue } from '@docent/engine'
import type { Backend } from '../backend/backend.ts'
import { badRequest } from '../wire/errors.ts'
import type { AclName } from '../keys/key.ts'
import { spelledBoolean } from '../wire/spelling.ts'
import type { Reply } from './reply.ts'
import type { Grant } from '../keys/grant.ts'

/** What a route may need: one right, the administrator's key, or any valid key (the route decides the rest). */
export type RouteRight = AclName | 'admin' | 'any-key'

export interface Call {
  backend: Backend
  /** Decoded values of the path's `{name}` segments. */
  path: ReadonlyMap<string, string>
  query: URLSearchParams
  /** Parsed JSON, `undefined` when nothing was sent; of a batch its bytes. */
  body: unknown
  grant: Grant
  /** Counts queries, by their texts, against the key's ceiling; throws 429 beyond it. */
  countQueries: (queries: readonly string[]) => void
  /** Counts what reads records without a query, in the same way: one for each record that is asked for, or page. */
  countReads: (count: number) => void
  /** Counts events of types that are not stored. */
  countDroppedEvents: (count: number) => void
  /** What is joined before root-relative URLs in hits; empty for nothing. */
  publicUrl: string
}

/** An object to be encoded as JSON, or bytes of JSON (`Reply` says what its fields are). */
export type Answer = { status?: 200 | 201; body: object } | { encoded: Pick<Reply, 'parts' | 'owned'> }

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments in braces match any non-empty segment; literal routes stand before them in the table. */
  path: string
  /** Of the path. */
  segments: readonly string[]
  right: RouteRight
  /** Which limits a body has; a batch has those of a write and is read by whoever writes it; `none` ignores one. */
  body: 'search' | 'write' | 'batch' | 'none'
  /** Whether the key must be allowed for the index in `{index}` before the handler runs. */
  checksIndex: boolean
  /** Whether it waits for a search worker: refused at once, unread, while there is no room for it. */
  isSearch: boolean
  handle: (call: Call) => Promise<Answer>
}

/** A route whose index, where its path names one, is checked before it runs. */
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

/** A value of the path that the route's own pattern guarantees. */
export function pathValue(call: Call, name: string): string {
  const value = call.path.get(name)
  if (value === undefined) throw new Error(`The route has no {${name}}`)
  return value
}

/** The body of a route that takes a batch. */
export function bytesOf({ body }: Call): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) throw new Error('The route takes a batch')
  // All of its memory: `readBodyBytes` gives nothing else along.
  return new Uint8Array(body.buffer as ArrayBuffer)
}

/** The names and values of the query string, without the client's own (credentials and the like). */
export function queryFields(query: URLSearchParams): Record<string, JsonValue> {
  return Object.fromEntries([...query].filter(([name]) => !name.toLowerCase().startsWith('x-algolia-')))
}

/**
 * A flag of the query string, in any spelling of the wire: today's clients send `true`, those before `1`. Throws a
 * `ServerError` (400) for any other value: read as no, it would leave undone what was asked for.
 */
export function queryFlag(query: URLSearchParams, name: string, fallback: boolean): boolean {
  const text = query.get(name)
  const flag = text === null ? fallback : spelledBoolean(text.toLowerCase())
  if (typeof flag !== 'boolean') throw badRequest(`Invalid value for "${name}" parameter, expected boolean`)
  return flag
}
