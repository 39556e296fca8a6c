/**
 * Builds an index file from records. Deterministic: the same records and settings give the same bytes.
 *
 * The fields of an index depend on the texts of all records. They are taken from the first records; if a later record has
 * a text that changes them, the records are read a second time.
 */
import { textPaths } from '../base/attributes.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { joinPieces } from './format.ts'
import type { KeptTerms } from './kept-terms.ts'
import { resolveFields } from './resolve-fields.ts'
import { SegmentBuilder } from './segment-builder.ts'

/** Records from which the fields are taken. */
const SAMPLE = 100
/** Checks of the fields while records are added; there may be a new text in every record. */
const MAX_CHECKS = 100

/** As `buildIndexInPieces`, in one array. */
export function buildIndex(
  records: Iterable<SearchRecord>,
  settings: IndexSettings,
  kept?: KeptTerms,
): Uint8Array<ArrayBuffer> {
  return joinPieces(buildIndexInPieces(records, settings, kept))
}

/**
 * Builds the index file of `records`, in pieces for a file: each has memory of its own, which the caller may free. Records that
 * are equal in all criteria are ranked in their order. `kept` leaves out terms, for queries that do not need them.
 *
 * Records that can be read repeatedly are not kept in memory; an iterator, which can be read once, is copied into a list.
 */
export function buildIndexInPieces(
  records: Iterable<SearchRecord>,
  settings: IndexSettings,
  kept?: KeptTerms,
): Uint8Array[] {
  const source = isIterator(records) ? [...records] : records
  const paths = new Set<string>()
  let sampled = 0
  for (const record of source) {
    textPaths(record, '', paths)
    if (++sampled === SAMPLE) break
  }
  for (;;) {
    const builder = addAll(source, settings, paths, kept)
    if (builder !== undefined) return builder.finish()
  }
}

const isIterator = (records: Iterable<SearchRecord>): boolean =>
  (records[Symbol.iterator]() as unknown) === (records as unknown)

/** Adds all paths of texts to `paths`; `undefined` if these have other fields than before. */
function addAll(
  records: Iterable<SearchRecord>,
  settings: IndexSettings,
  paths: Set<string>,
  kept: KeptTerms | undefined,
): SegmentBuilder | undefined {
  const fields = resolveFields(paths, settings)
  const haveChanged = (): boolean => JSON.stringify(resolveFields(paths, settings)) !== JSON.stringify(fields)
  const known = paths.size
  let builder: SegmentBuilder | undefined = new SegmentBuilder({ fields, settings, kept })
  let checks = 0
  for (const record of records) {
    const before = paths.size
    textPaths(record, '', paths)
    if (builder !== undefined && paths.size > before && checks < MAX_CHECKS) {
      checks++
      if (haveChanged()) builder = undefined
    }
    builder?.add(record)
  }
  return paths.size > known && haveChanged() ? undefined : builder
}
