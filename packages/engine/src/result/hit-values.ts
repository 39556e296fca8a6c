/**
 * The values of a stored record and the offsets of their JSON, found without a parser, for `write-hit.ts`. `record`
 * holds the bytes of the record that was read last.
 */
import { decodeUtf8, encodeUtf8 } from '../segment/bytes.ts'
import { baseSegment } from '../segment/open-index.ts'
import { readSpans, SPAN_WIDTH } from '../segment/stored-records.ts'
import { type PathValue, valueBelow } from './path-values.ts'
import type { HitMaker } from './hit.ts'
import { endOfText } from './json-text.ts'
import { type Scan, startScans } from './scan-text.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN = 0x7b
const CLOSE = 0x7d
const LETTER_N = 0x6e

/** An attribute, or a child of one, and whether the query retrieves and decorates it. */
export interface Place {
  readonly name: string
  /** `"name":` */
  readonly key: Uint8Array
  readonly retrieved: PathValue<boolean>
  readonly highlights: PathValue<number | undefined> | undefined
  readonly snippets: PathValue<number | undefined> | undefined
  /** In the order in which they were first seen. */
  readonly children: Place[]
}

/** A value in the record that is being written. */
export interface Value {
  readonly place: Place
  /** Of its JSON. */
  readonly start: number
  readonly end: number
  readonly isText: boolean
  /** The texts and the `null`s of an object. */
  readonly children: Value[] | undefined
  /** Made at first use. */
  scan: Scan | undefined
}

const spans: number[] = []
/** A copy of the record's bytes: those of the index may be shared memory, from which small copies are slow. */
export let record = new Uint8Array(16 * 1024)

/**
 * Copies the record and finds the wanted values below `root`; undefined if one of them has a form that `write-hit.ts`
 * does not support.
 */
export function readValues(maker: HitMaker, root: Place, doc: number): Value[] | undefined {
  const { index, wanted } = maker
  const segment = index.segments.findLast(({ firstDoc }) => firstDoc <= doc) ?? baseSegment(index)
  const { stored } = segment
  const count = readSpans(stored, doc - segment.firstDoc, spans)
  const from = spans[1] as number
  const size = (spans[count - 1] as number) - from
  if (record.length < size) record = new Uint8Array(size * 2)
  record.set(stored.bytes.subarray(from, from + size))
  startScans()
  const values: Value[] = []
  for (let at = 0; at < count; at += SPAN_WIDTH) {
    const name = stored.attributes[spans[at] as number] as string
    if (name !== 'objectID' && !wanted.has(name)) continue
    const value = readValue(childOf(root, name), (spans[at + 1] as number) - from, (spans[at + 2] as number) - from)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function childOf(place: Place, name: string): Place {
  const known = place.children.find((child) => child.name === name)
  if (known !== undefined) return known
  const child: Place = {
    name,
    key: encodeUtf8(`${JSON.stringify(name)}:`),
    retrieved: valueBelow(place.retrieved, name),
    highlights: place.highlights && valueBelow(place.highlights, name),
    snippets: place.snippets && valueBelow(place.snippets, name),
    children: [],
  }
  place.children.push(child)
  return child
}

function readValue(place: Place, start: number, end: number): Value | undefined {
  const first = record[start] as number
  if (first === QUOTE) {
    return { place, start, end, isText: true, children: undefined, scan: undefined }
  }
  const children = first === OPEN ? readChildren(place, start + 1) : undefined
  if (children === undefined && !isCopied(place, start, end)) return undefined
  return { place, start, end, isText: false, children, scan: undefined }
}

/** Whether a value that is neither a text nor an object of texts can be copied, because it is never decorated. */
function isCopied({ highlights, snippets }: Place, start: number, end: number): boolean {
  if (record[start] === LETTER_N) return true
  const isDecorated = highlights?.value !== undefined || snippets?.value !== undefined
  return !isDecorated && !record.subarray(start, end).includes(OPEN)
}

/** The texts and `null`s of an object, from the first key on; undefined if it has anything else. */
function readChildren(parent: Place, from: number): Value[] | undefined {
  const children: Value[] = []
  let at = from
  while (record[at] !== CLOSE) {
    if (record[at] === COMMA) at++
    const place = placeOfKey(parent, at, children.length)
    const start = at + place.key.length
    const isText = record[start] === QUOTE
    if (!isText && record[start] !== LETTER_N) return undefined
    const end = isText ? endOfText(record, start + 1) + 1 : start + 4
    children.push({ place, start, end, isText, children: undefined, scan: undefined })
    at = end
  }
  return children
}

/** The child whose key is at `at`; in most records the same as in the record before. */
function placeOfKey(parent: Place, at: number, expected: number): Place {
  const likely = parent.children[expected]
  if (likely !== undefined && isAt(at, likely.key)) return likely
  const found = parent.children.find(({ key }) => isAt(at, key))
  if (found !== undefined) return found
  const end = endOfText(record, at + 1) + 1
  const name = JSON.parse(decodeUtf8(record, at, end)) as string
  return childOf(parent, name)
}

function isAt(at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (record[at + i] !== key[i]) return false
  return true
}
