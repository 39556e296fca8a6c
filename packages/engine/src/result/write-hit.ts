/**
 * Hits as JSON in UTF-8, written from the stored records without making objects and strings of them: what
 * `JSON.stringify` writes of `makeHit`, byte for byte, for about half of the CPU. An answer of 20 hits is 100 kB, nearly all
 * of it text that is in the index as JSON already.
 *
 * Records of texts and of objects of texts are written so, which those of documentation are. A hit with anything else to
 * write (lists, numbers, a line of its code) is made and written as an object.
 */
import { ENGINE_LIMITS } from '../limits.ts'
import { ByteWriter, decodeUtf8, encodeUtf8 } from '../segment/bytes.ts'
import { baseSegment } from '../segment/open-index.ts'
import { readSpans, SPAN_WIDTH } from '../segment/stored-records.ts'
import type { Hit } from '../wire.ts'
import { type Asked, askedBelow } from './asked.ts'
import { levelOf, wordsOf } from './decorate.ts'
import { type HitMaker, makeHit } from './hit.ts'
import { codeAt, endOfText, placeOfUnit, unitsBetween, widthAt } from './json-text.ts'
import { mergeMarks } from './marks.ts'
import { type Scan, scanText, specialAt, startScans, wordsOfScan } from './scan-text.ts'
import { bestWindow } from './snippet.ts'
import { isHtml, textBeside } from './tags.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const SLASH = 0x2f
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d
const LETTER_N = 0x6e

/** An attribute, or a child of one, and what the query asks of it. */
interface Place {
  readonly name: string
  /** `"name":` */
  readonly key: Uint8Array
  readonly retrieved: Asked<boolean>
  readonly highlights: Asked<number | undefined> | undefined
  readonly snippets: Asked<number | undefined> | undefined
  /** In the order in which they were first seen. */
  readonly children: Place[]
}

/** A value in the record that is being written. */
interface Value {
  readonly place: Place
  /** Of its JSON. */
  readonly start: number
  readonly end: number
  readonly isText: boolean
  /** Of an object: its texts and its `null`s. */
  readonly children: Value[] | undefined
  /** Made when it is first needed. */
  scan: Scan | undefined
}

/** What all hits of a query share. */
export interface HitWriter {
  readonly maker: HitMaker
  /** Joined before root-relative texts of `url` and `url_without_anchor`. */
  readonly rootUrl: string
  /** Whether all hits are made as objects. */
  readonly isPlain: boolean
  readonly root: Place
  readonly html: boolean
  /** JSON without quotes. */
  readonly pre: Uint8Array
  readonly post: Uint8Array
  readonly ellipsis: Uint8Array
  /** What follows the value of a highlight and of a snippet, by the set of words that match. */
  readonly highlightEnds: Map<number, Uint8Array>
  readonly snippetEnds: Map<number, Uint8Array>
}

/** Attributes whose texts are joined with `rootUrl`. */
const URL_ATTRIBUTES = ['url', 'url_without_anchor']

const ASCII = {
  content: encodeUtf8('"content"'),
  value: encodeUtf8('{"value":"'),
  snippetResult: encodeUtf8(',"_snippetResult":'),
  highlightResult: encodeUtf8(',"_highlightResult":'),
}

/** The entities that stand for a byte in HTML; of the quote, which JSON escapes, at the backslash. */
const ENTITIES: (Uint8Array | undefined)[] = Array.from({ length: 256 })
for (const [character, entity] of [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\\', '&quot;'],
  ["'", '&#39;'],
] as const) {
  ENTITIES[character.charCodeAt(0)] = encodeUtf8(entity)
}

const inJson = (text: string): Uint8Array => encodeUtf8(JSON.stringify(text).slice(1, -1))

/** Memory that is used again for each answer. */
let out = new ByteWriter()

/** Above this (bytes) the memory is given back after an answer. */
const KEPT_BYTES = 4 * 1024 * 1024

/** Begins a list of hits. `isPlain`: all of them are made as objects. */
export function createHitWriter(maker: HitMaker, rootUrl: string, isPlain: boolean): HitWriter {
  const { decoration, hidden, retrieved, highlights, snippets } = maker
  const { tags } = decoration
  if (out.bytes.length > KEPT_BYTES) out = new ByteWriter()
  out.length = 0
  out.byte(OPEN_LIST)
  return {
    maker,
    rootUrl,
    isPlain: isPlain || hidden.length > 0,
    root: { name: '', key: new Uint8Array(0), retrieved, highlights, snippets, children: [] },
    html: isHtml(tags),
    pre: inJson(tags.pre),
    post: inJson(tags.post),
    ellipsis: inJson(textBeside(tags, decoration.ellipsis)),
    highlightEnds: new Map(),
    snippetEnds: new Map(),
  }
}

/** The list; valid until the next one is begun. */
export function finishHits(): Uint8Array {
  out.byte(CLOSE_LIST)
  return out.written()
}

/** Writes the hit of a record; `extra` are its last attributes. */
export function writeHit(writer: HitWriter, doc: number, extra: Partial<Hit>): void {
  const before = out.length
  if (before > 1) out.byte(COMMA)
  if (!writer.isPlain && writeStored(writer, doc)) {
    const more = JSON.stringify(extra)
    if (more === '{}') out.byte(CLOSE)
    else {
      out.byte(COMMA)
      append(encodeUtf8(more.slice(1)))
    }
    return
  }
  out.length = before
  writeMadeHit(writer, { ...makeHit(writer.maker, doc), ...extra })
}

/** Writes a hit that is an object. */
export function writeMadeHit({ rootUrl }: HitWriter, hit: Hit): void {
  if (out.length > 1) out.byte(COMMA)
  for (const name of URL_ATTRIBUTES) {
    const url = hit[name]
    if (typeof url === 'string' && url.startsWith('/') && !url.startsWith('//')) hit[name] = rootUrl + url
  }
  append(encodeUtf8(JSON.stringify(hit)))
}

function append(bytes: Uint8Array): void {
  out.copy(bytes, 0, bytes.length)
}

const spans: number[] = []
/** The record's bytes: those of the index may be shared memory, from which copies are slow. */
let record = new Uint8Array(16 * 1024)

/** Writes all but the end of the hit; false if the record has what is not written so. */
function writeStored(writer: HitWriter, doc: number): boolean {
  const { maker } = writer
  const values = readValues(writer, doc)
  if (values === undefined) return false
  const isContent = maker.answersContent ? isAnsweredAsContent(writer, values) : false
  if (isContent === undefined) return false
  out.byte(OPEN)
  let isFirst = true
  for (const value of values) {
    const { name, retrieved } = value.place
    if (name !== 'objectID' && !retrieved.value) continue
    if (!isFirst) out.byte(COMMA)
    isFirst = false
    append(value.place.key)
    if (isContent && name === 'type') append(ASCII.content)
    else writeRetrieved(writer, value)
  }
  const withoutId = values.filter(({ place }) => place.name !== 'objectID')
  if (maker.snippets !== undefined) {
    append(ASCII.snippetResult)
    writeDecorated(writer, withoutId, snippetWords, writeSnippet)
  }
  if (maker.highlights !== undefined) {
    append(ASCII.highlightResult)
    writeDecorated(writer, withoutId, highlightWords, writeHighlight)
  }
  return true
}

/** Copies the record and finds its values; undefined if one of them is not written so. */
function readValues({ maker, root }: HitWriter, doc: number): Value[] | undefined {
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
    retrieved: askedBelow(place.retrieved, name),
    highlights: place.highlights && askedBelow(place.highlights, name),
    snippets: place.snippets && askedBelow(place.snippets, name),
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

/** Whether a value that is no text and no object of texts is written as it is, and never decorated. */
function isCopied({ highlights, snippets }: Place, start: number, end: number): boolean {
  if (record[start] === LETTER_N) return true
  const isDecorated = highlights?.value !== undefined || snippets?.value !== undefined
  return !isDecorated && record.subarray(start, end).indexOf(OPEN) === -1
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

/** The child whose key is at `at`; in most records it is the same that was there before. */
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

const DOC_TYPE = /^"lvl[0-6]"$/

/**
 * Whether `type` becomes `content` in the answer, for the reasons of `docs-answer.ts`; undefined if the record may change
 * otherwise.
 */
function isAnsweredAsContent({ maker }: HitWriter, values: readonly Value[]): boolean | undefined {
  const { marker } = maker.decoration
  const find = (name: string): Value | undefined => values.find(({ place }) => place.name === name)
  const type = find('type')
  const hierarchy = find('hierarchy')
  if (type === undefined || !type.isText || type.end - type.start !== 6 || marker.terms.size === 0) return false
  if (!DOC_TYPE.test(decodeUtf8(record, type.start, type.end)) || hierarchy?.children === undefined) return false
  if (hierarchy.children.some((heading) => heading.isText && scanOf(heading, maker).marks.length > 0)) return false
  const content = find('content')
  if (content?.isText !== true || scanOf(content, maker).marks.length === 0)
    return find('code')?.isText ? undefined : false
  const { highlights, snippets } = type.place
  return highlights?.value === undefined && snippets?.value === undefined ? true : undefined
}

function scanOf(value: Value, { decoration }: HitMaker): Scan {
  if (value.scan === undefined) {
    const from = value.start + 1
    const to = value.end - 1
    value.scan = scanText(record, from, to, decoration.marker)
    if (to - from > ENGINE_LIMITS.highlightUnits) {
      const until = placeOfUnit(record, from, ENGINE_LIMITS.highlightUnits)
      if (until < to) value.scan = { ...value.scan, marks: scanText(record, from, until, decoration.marker).marks }
    }
  }
  return value.scan
}

/** Writes what is retrieved of a value: all of it, or the children that are asked for. */
function writeRetrieved({ rootUrl }: HitWriter, { place, start, end, isText, children }: Value): void {
  if (children === undefined || children.every((child) => child.place.retrieved.value)) {
    const isRootRelative = isText && record[start + 1] === SLASH && record[start + 2] !== SLASH
    if (rootUrl === '' || !isRootRelative || !URL_ATTRIBUTES.includes(place.name)) out.copy(record, start, end)
    else {
      out.byte(QUOTE)
      append(inJson(rootUrl))
      out.copy(record, start + 1, end)
    }
    return
  }
  out.byte(OPEN)
  let isFirst = true
  for (const child of children) {
    if (!child.place.retrieved.value) continue
    if (!isFirst) out.byte(COMMA)
    isFirst = false
    append(child.place.key)
    out.copy(record, child.start, child.end)
  }
  out.byte(CLOSE)
}

const highlightWords = ({ highlights }: Place): number | undefined => highlights?.value
const snippetWords = ({ snippets }: Place): number | undefined => snippets?.value

type WriteText = (writer: HitWriter, text: Value, words: number) => void

/** Writes `_highlightResult` or `_snippetResult`: of each text for which `wordsOf` says a number what `write` writes. */
function writeDecorated(
  writer: HitWriter,
  values: readonly Value[],
  wordsFor: (place: Place) => number | undefined,
  write: WriteText,
): void {
  out.byte(OPEN)
  let isFirst = true
  for (const value of values) {
    const { place, isText, children } = value
    const before = out.length
    const words = isText ? wordsFor(place) : undefined
    if (!isFirst) out.byte(COMMA)
    append(place.key)
    const start = out.length
    if (words !== undefined) write(writer, value, words)
    else if (children !== undefined) writeDecorated(writer, children, wordsFor, write)
    if (out.length > start + EMPTY) isFirst = false
    else out.length = before
  }
  out.byte(CLOSE)
}

/** Size of `{}`: objects in which nothing is decorated are left out. */
const EMPTY = 2

/** As `snippetOf`. */
function writeSnippet(writer: HitWriter, text: Value, wordCount: number): void {
  const { maker, ellipsis, snippetEnds } = writer
  const scan = scanOf(text, maker)
  const { marks } = scan
  const all = wordsOfScan(scan)
  const size = Math.max(1, wordCount)
  const isWhole = all.count <= wordCount
  const first = isWhole ? 0 : bestWindow(all, marks, size)
  const last = isWhole ? all.count - 1 : Math.min(all.count, first + size) - 1
  append(ASCII.value)
  if (first > 0) append(ellipsis)
  const from = first > 0 ? (all.starts[first] as number) : text.start + 1
  const to = last < all.count - 1 ? (all.ends[last] as number) : text.end - 1
  writeTagged(writer, scan, mergeMarks(marks), from, to)
  if (last < all.count - 1) append(ellipsis)
  const words = wordsOf(marks)
  append(remembered(snippetEnds, words, false, () => ({ matchLevel: levelOf(words, maker.decoration) })))
}

/** As `highlightLeaf` of `decorate.ts`. */
function writeHighlight(writer: HitWriter, text: Value): void {
  const { maker, highlightEnds } = writer
  const scan = scanOf(text, maker)
  const { marks } = scan
  const ranges = mergeMarks(marks)
  append(ASCII.value)
  writeTagged(writer, scan, ranges, text.start + 1, text.end - 1)
  const words = wordsOf(marks)
  const isFull = marks.length > 0 && !hasMoreThan(text, ranges)
  const end = remembered(highlightEnds, words, isFull, () => ({
    matchLevel: levelOf(words, maker.decoration),
    matchedWords: words.map((word) => maker.decoration.marker.words[word]?.term ?? ''),
    ...(marks.length > 0 && { fullyHighlighted: isFull }),
  }))
  append(end)
}

/** The end of a leaf after its value: the same for all that have the same words. */
function remembered(
  known: Map<number, Uint8Array>,
  words: readonly number[],
  isFull: boolean,
  make: () => object,
): Uint8Array {
  let key = isFull ? 1 : 0
  for (const word of words) key += 2 ** (word + 1)
  let end = known.get(key)
  if (end === undefined) {
    end = encodeUtf8(`",${JSON.stringify(make()).slice(1)}`)
    known.set(key, end)
  }
  return end
}

/** Writes a part of the record's text with tags around the ranges in it (`tagText`), and entities where these are HTML. */
function writeTagged(
  { html, pre, post }: HitWriter,
  { firstSpecial, endSpecial }: Scan,
  ranges: readonly { start: number; end: number }[],
  start: number,
  end: number,
): void {
  let at = start
  let special = html ? firstSpecial : endSpecial
  const writeTo = (to: number): void => {
    for (; special < endSpecial; special++) {
      const place = specialAt(special)
      if (place < at) continue
      if (place >= to) break
      const byte = record[place] as number
      out.copy(record, at, place)
      append(ENTITIES[byte] as Uint8Array)
      // The quote has two bytes in JSON.
      at = byte === BACKSLASH ? place + 2 : place + 1
    }
    out.copy(record, at, to)
    at = to
  }
  for (const range of ranges) {
    const from = Math.max(range.start, at)
    const to = Math.min(range.end, end)
    if (from >= to) continue
    writeTo(from)
    append(pre)
    writeTo(to)
    append(post)
  }
  writeTo(end)
}

const WHITE_SPACE = /\s/

/** Whether the text has more UTF-16 units that are no white space than the ranges have units. */
function hasMoreThan(text: Value, ranges: readonly { start: number; end: number }[]): boolean {
  let left = 0
  for (const { start, end } of ranges) left += unitsBetween(record, start, end)
  for (let at = text.start + 1; at < text.end - 1; at += widthAt(record, at)) {
    const code = codeAt(record, at)
    const isSpace = code < 128 ? code === 32 || (code >= 9 && code <= 13) : WHITE_SPACE.test(String.fromCodePoint(code))
    if (!isSpace) left -= code > 0xffff ? 2 : 1
    if (left < 0) return true
  }
  return false
}
