/**
 * Whether an attribute of a record is exactly the one word of the query (`exactOnSingleWordQuery`). The index does not hold the
 * length of an attribute, so the record's text is read, but only where the criteria before are equal and the word matches
 * exactly.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { tokenize } from '../analysis/tokenize.ts'
import { valuesAt } from '../base/attributes.ts'
import type { Expansion } from '../query/expansion.ts'
import { fieldsAt } from '../query/field-mask.ts'
import { type Index, recordOf } from '../segment/open-index.ts'
import type { SearchParams } from '../wire.ts'

/** A test of records for one query. `expansions` are those of its only word. */
export function createWholeAttributeTest(
  index: Index,
  expansions: readonly Expansion[],
  fieldMask: number,
  params: SearchParams,
  shouldStop: ShouldStop,
): (doc: number) => boolean {
  const terms = new Set(expansions.filter((each) => each.exact).map((each) => each.term))
  const mask = fieldMask & ~fieldsAt(index, params.disableExactOnAttributes ?? [])
  const paths = index.meta.fields.filter((_, field) => (mask & (1 << field)) !== 0).map((field) => field.path)
  const wanted = new Set(paths.flatMap((path) => [path, path.split('.')[0] as string]))
  const known = new Map<number, boolean>()
  return (doc) => {
    let whole = known.get(doc)
    if (whole === undefined) {
      stopIfAsked(shouldStop)
      const record = recordOf(index, doc, wanted)
      whole = paths.some((path) => valuesAt(record, path).some((value) => isOneOf(String(value), terms)))
      known.set(doc, whole)
    }
    return whole
  }
}

/** Length (UTF-16 units) of the beginning of a text that is cut first. */
const HEAD = 64

/**
 * Whether the text is one word, and that is one of `terms`. A word is in the texts of thousands of records, and cutting all of
 * them into tokens took most of such a query; nearly all have a second word in their beginning.
 */
function isOneOf(text: string, terms: ReadonlySet<string>): boolean {
  let found = false
  for (const part of [text.slice(0, HEAD), text]) {
    found = false
    const positions = tokenize(part, (term, _start, _end, position) => {
      if (position === 0 && terms.has(term)) found = true
    })
    if (positions > 1) return false
  }
  return found
}
