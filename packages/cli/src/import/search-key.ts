/** The search key of an index on a search host, for the pages of the site. */

import { isDeepStrictEqual } from 'node:util'

import { SearchError, type Transport } from '@docent/client'
import * as v from 'valibot'

const keyList = v.object({
  keys: v.array(
    v.looseObject({
      value: v.string(),
      acl: v.array(v.string()),
      indexes: v.optional(v.array(v.string()), []),
      validity: v.optional(v.number(), 0),
    }),
  ),
})
const newKey = v.object({ key: v.string() })

/**
 * A key that may search this index and its replicas only: an existing one, or a new one. `undefined` where our key may not read the
 * keys. @param indexes the index, then its replicas.
 */
export async function searchKeyOf(transport: Transport, indexes: readonly string[]): Promise<string | undefined> {
  try {
    const { keys } = v.parse(keyList, await transport.send({ method: 'GET', path: '/1/keys', kind: 'read' }))
    const found = keys.find(
      ({ acl, indexes: allowed, validity }) =>
        acl.length === 1 && acl[0] === 'search' && validity === 0 && areSame(allowed, indexes),
    )
    if (found !== undefined) return found.value
    const body = { acl: ['search'], indexes, description: `Search of ${indexes[0]}, for pages` }
    return v.parse(newKey, await transport.send({ method: 'POST', path: '/1/keys', body, kind: 'write' })).key
  } catch (error) {
    if (error instanceof SearchError && error.kind === 'not-allowed') return undefined
    throw error
  }
}

const areSame = (names: readonly string[], others: readonly string[]): boolean =>
  isDeepStrictEqual(new Set(names), new Set(others))
