/** The search key of an index on a search host, for the pages of the site. */

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

/** A key that may search this index only: an existing one, or a new one. `undefined` where our key may not read the keys. */
export async function searchKeyOf(transport: Transport, index: string): Promise<string | undefined> {
  try {
    const { keys } = v.parse(keyList, await transport.send({ method: 'GET', path: '/1/keys', kind: 'read' }))
    const found = keys.find(
      ({ acl, indexes, validity }) =>
        acl.length === 1 && acl[0] === 'search' && indexes.length === 1 && indexes[0] === index && validity === 0,
    )
    if (found !== undefined) return found.value
    const body = { acl: ['search'], indexes: [index], description: `Search of ${index}, for pages` }
    return v.parse(newKey, await transport.send({ method: 'POST', path: '/1/keys', body, kind: 'write' })).key
  } catch (error) {
    if (error instanceof SearchError && error.kind === 'not-allowed') return undefined
    throw error
  }
}
