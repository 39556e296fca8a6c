/** Words that were typed separately and that a record joins: `create snapshot` may mean `CreateSnapshot`. */
import type { Found } from '../query/find-matches.ts'
import { batchOf, cursorOver, lengthOf, readAll } from '../query/posting-list.ts'
import { fieldsWithRole } from '../query/strength.ts'
import { FIELD_ROLE } from '../segment/fields.ts'
import type { Index } from '../segment/open-index.ts'

/** A compound in more records is an ordinary word, and no evidence. */
export const MAX_COMPOUND_RECORDS = 5

const NONE: ReadonlySet<number> = new Set()

/**
 * The records that have all words of the query, which were typed separately, as one word outside code; none if many
 * have it.
 */
export function recordsWithCompound(
  index: Index,
  { words, expansions, fieldMask }: Pick<Found, 'words' | 'expansions' | 'fieldMask'>,
): ReadonlySet<number> {
  if (words.length < 2 || words.every((word, at) => at === 0 || word.glued)) return NONE
  const whole = words.map((word) => word.term).join('')
  const forms = (expansions[0] ?? []).filter((each) => each.kind === 'joined' && each.term === whole)
  if (forms.reduce((sum, { list }) => sum + lengthOf(list), 0) > MAX_COMPOUND_RECORDS) return NONE
  const docs = new Set<number>()
  const inText = fieldsWithRole(index, FIELD_ROLE.body) & fieldMask
  for (const { list, fields } of forms) {
    const cursor = cursorOver(list)
    const batch = batchOf(cursor.left)
    const count = readAll(cursor, batch)
    for (let i = 0; i < count; i++) {
      const mask = list.masks[batch.ranks[i] as number] as number
      if ((mask & index.ownBit) !== 0) return NONE
      if ((mask & inText & fields) !== 0) docs.add(batch.docs[i] as number)
    }
  }
  return docs
}
