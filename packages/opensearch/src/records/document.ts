/** Builds the documents of records: the record as JSON, and the fields for searching (`mapping.ts`). */
import { hash } from 'node:crypto'
import { analyseRecord, inflectionRoot, valuesAt } from '@docent/engine/planning'
import type { IndexSettings, JsonValue, SearchRecord } from '@docent/engine'
import { sortAttributes } from '@docent/server/backend'
import { facetAttributes, fieldName, OF, PLACE, placesText, ROOT } from './mapping.ts'

/** A document without its fields for searching. */
export interface StoredDocument {
  id: string
  task: number
  /** Position of the record in the index: in ties, later records come first. */
  position: number
  /** `hashOf` the record's JSON. */
  hash: string
  /** The record as JSON text, because its keys and numbers must be returned as they were written. */
  record: string
  /** Bytes of `record`. */
  recordBytes: number
}

/** The fields of a document that hold the record, and its hash. */
export const RECORD_FIELD = 'record'
/** The field with the hash of the record (`hashOf`), by which differences are found without reading records. */
export const HASH_FIELD = 'hash'

/** Identifies the contents of a record: SHA-256 of its JSON. */
export function hashOf(json: string): string {
  return hash('sha256', json, 'base64')
}

/** The document of a record; `json` is the JSON of the record, if the caller has it. */
export function documentOf(
  record: SearchRecord,
  settings: IndexSettings,
  { task, position, json = JSON.stringify(record) }: { task: number; position: number; json?: string },
): StoredDocument & { search: object } {
  return {
    ...bareDocumentOf({ objectID: record.objectID, json, position, task }),
    search: { ...termsOf(record, settings), ...valuesOf(record), ...columnsOf(record, settings) },
  }
}

/** The document of a record that OpenSearch cannot index: it can be read, but no search finds it. */
export function bareDocumentOf(placed: {
  objectID: string
  json: string
  position: number
  task: number
}): StoredDocument {
  const { objectID, json, position, task } = placed
  return { id: objectID, task, position, hash: hashOf(json), record: json, recordBytes: Buffer.byteLength(json) }
}

function termsOf(record: SearchRecord, settings: IndexSettings): object {
  const analysed = analyseRecord(record, settings)
  const words = new Set<string>()
  const stems = new Set<string>()
  const own = new Set<string>()
  const trail = new Set<string>()
  const paths = new Set<string>()
  const within: string[] = []
  for (const { path, positions, isOwnHeading, isHeading } of analysed.texts) {
    const forms = new Set<string>()
    for (const terms of positions) {
      for (const term of terms) {
        if (forms.has(term)) continue
        forms.add(term)
        words.add(term)
        const root = rootOf(term)
        if (root === undefined) continue
        stems.add(root)
        forms.add(ROOT + root)
      }
    }
    paths.add(path)
    if (isOwnHeading) for (const form of forms) own.add(form)
    if (isHeading) for (const form of forms) trail.add(form)
    const before = fieldName(path) + OF
    if (forms.size > 0) within.push(before + [...forms].join(PLACE + before))
  }
  return {
    terms: analysed.texts.map(({ positions }) => placesText(positions)),
    words: [...words],
    stems: setText(stems),
    own: setText(own),
    trail: setText(trail),
    within: within.join(PLACE),
    paths: [...paths],
    heading: [...new Set([analysed.heading, analysed.headingCore])].filter((letters) => letters.length <= LONGEST_KEY),
    name: analysed.name.slice(0, LONGEST_KEY),
    level: String(analysed.level),
    body: analysed.bodyTokens,
  }
}

const setText = (terms: ReadonlySet<string>): string => [...terms].join(PLACE)

const roots = new Map<string, string | undefined>()
/** Maximum number of cached roots: enough for nearly all frequent words of a large corpus. */
const MAX_ROOTS = 50_000
/** Maximum length (UTF-16 units) of a word with a cached root: longer words are rarely frequent. The cache has at most 10 MB. */
const LONGEST_ROOTED = 64

function rootOf(term: string): string | undefined {
  if (term.length > LONGEST_ROOTED) return inflectionRoot(term)
  if (roots.has(term)) return roots.get(term)
  if (roots.size >= MAX_ROOTS) roots.clear()
  const root = inflectionRoot(term)
  roots.set(term, root)
  return root
}

/** Longest heading that is compared as a whole, in UTF-16 units. */
const LONGEST_KEY = 512

function valuesOf(record: SearchRecord): object {
  const values = new Set<string>()
  const numbers = new Set<string>()
  for (const path of leafPaths(record)) {
    for (const value of valuesAt(record, path)) {
      values.add(valueTerm(path, String(value)))
      if (typeof value === 'number') numbers.add(numberTerm(path, value))
    }
  }
  return { values: [...values], numbers: [...numbers] }
}

function leafPaths(value: JsonValue | SearchRecord, prefix = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) leafPaths(item, prefix, found)
  else if (value !== null && typeof value === 'object') {
    for (const [name, child] of Object.entries(value)) {
      if (child !== undefined) leafPaths(child, prefix === '' ? name : `${prefix}.${name}`, found)
    }
  } else if (value !== null) found.add(prefix)
  return found
}

function columnsOf(record: SearchRecord, settings: IndexSettings): object {
  const facets: Record<string, string[]> = {}
  const stats: Record<string, number[]> = {}
  const sort: Record<string, { n?: number; t: string }> = {}
  for (const attribute of facetAttributes(settings)) {
    const values = valuesAt(record, attribute)
    facets[fieldName(attribute)] = [...new Set(values.map(String))]
    stats[fieldName(attribute)] = [...new Set(values.filter((value) => typeof value === 'number'))]
  }
  for (const attribute of sortAttributes(settings)) {
    // The first value in text order counts, as in a column of the engine.
    const [first] = valuesAt(record, attribute).sort((a, b) => (String(a) < String(b) ? -1 : 1))
    if (first === undefined) continue
    sort[fieldName(attribute)] = { ...(typeof first === 'number' && { n: first }), t: String(first) }
  }
  const { attributeForDistinct } = settings
  if (typeof attributeForDistinct !== 'string') return { facets, stats, sort }
  return { facets, stats, sort, group: groupOf(record, attributeForDistinct) }
}

/** The group of a record; a record without a value is a group of its own. */
export function groupOf(record: SearchRecord, attribute: string): string {
  const [group] = valuesAt(record, attribute).map(String).sort()
  return group === undefined ? OF + shortened(record.objectID) : shortened(group)
}

/** A value for `search.values`. Case matters for tags only. */
export function valueTerm(attribute: string, value: string): string {
  return attribute + OF + shortened(attribute === '_tags' ? value : value.toLowerCase())
}

/** Longest value that is stored as it is, in UTF-16 units; a longer one is stored as its hash. */
const LONGEST_VALUE = 256

function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, 16)}${OF}${hash('sha1', value)}` : value
}

/** A number for `search.numbers`. */
export function numberTerm(attribute: string, number: number): string {
  return attribute + OF + sortableNumber(number)
}

const bytes = new DataView(new ArrayBuffer(8))

/** 16 hexadecimal digits that sort as the numbers do: all bits of a negative number are inverted, else the sign bit. */
function sortableNumber(number: number): string {
  bytes.setFloat64(0, number === 0 ? 0 : number)
  const bits = bytes.getBigUint64(0)
  const turned = bits >> 63n === 1n ? ~bits & 0xffff_ffff_ffff_ffffn : bits | 0x8000_0000_0000_0000n
  return turned.toString(16).padStart(16, '0')
}
