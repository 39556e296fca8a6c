/** The terms of one record as an index file would hold them, for a backend with posting lists of its own. */
import { tokenize } from '../analysis/tokenize.ts'
import { textPaths, valuesAt } from '../base/attributes.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { FIELD_ROLE, isText, levelOf, nameOfPage } from '../segment/fields.ts'
import { coreOfHeading, lettersOf } from '../segment/norms.ts'
import { isOwnHeading } from '../segment/record-tokens.ts'
import { resolveFields } from '../segment/resolve-fields.ts'

/** One value of a searchable attribute: the terms at each of its positions. */
export interface AnalysedText {
  path: string
  positions: readonly (readonly string[])[]
  /** Whether the text is the record's own heading, and whether it is any heading. */
  isOwnHeading: boolean
  isHeading: boolean
}

/** The terms of a record, and the values by which a backend may filter and order records without the engine. */
export interface AnalysedRecord {
  texts: AnalysedText[]
  /** Letters of the own heading, folded and joined: whole, and its core (`coreOfHeading`). */
  heading: string
  headingCore: string
  /** Letters of the page's own name in its address, at the page's lead; else empty. */
  name: string
  /** As `levelOf`. */
  level: number
  /** Tokens in attributes that are text or code. */
  bodyTokens: number
}

/**
 * The same terms, levels and counts as in an index file with these settings. Does no I/O, so it may run in a thread.
 */
export function analyseRecord(record: SearchRecord, settings: IndexSettings): AnalysedRecord {
  const level = levelOf(record)
  const fields = resolveFields(textPaths(record), settings)
  const texts: AnalysedText[] = []
  let bodyTokens = 0
  for (const [field, { path, role }] of fields.entries()) {
    const isHeading = role === FIELD_ROLE.heading
    for (const value of valuesAt(record, path)) {
      if (typeof value === 'boolean') continue
      const positions: string[][] = []
      const used = tokenize(String(value), (term, _start, _end, at) => {
        while (positions.length <= at) positions.push([])
        positions[at]?.push(term)
      })
      if (isText(role)) bodyTokens += used
      texts.push({ path, positions, isOwnHeading: isOwnHeading(field, path, level), isHeading })
    }
  }
  const own = String(valuesAt(record, level > 0 ? `hierarchy.lvl${level}` : (fields[0]?.path ?? ''))[0] ?? '')
  return {
    texts,
    heading: lettersOf(own),
    headingCore: lettersOf(coreOfHeading(own)),
    name: level === 1 ? lettersOf(nameOfPage(record)) : '',
    level,
    bodyTokens,
  }
}
