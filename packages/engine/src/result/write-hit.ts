/**
 * Hits as JSON in UTF-8, written from the stored records without objects and strings; byte for byte the JSON of
 * `makeHit`. An answer of 20 hits is 100 kB, nearly all of it text that the index has as JSON. If hits are built as
 * objects, a whole search takes 67 to 88 % more CPU (node and k8s-en of the relevance kit; measured as
 * `bench/engine-alone.mjs` does).
 *
 * It writes records of texts and of objects of texts, such as those of documentation. A hit with other values (lists,
 * numbers, a line of code) is built as an object.
 */
import { ByteWriter, decodeUtf8, encodeUtf8 } from '../segment/bytes.ts'
import type { Hit } from '../wire-answers.ts'
import { type HitMaker, makeHit } from './hit.ts'
import { type Place, readValues, record, type Value } from './hit-values.ts'
import { isHtml, textBeside } from './tags.ts'
import { scanOf, type TextWriter, writeHighlight, writeSnippet } from './write-text.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const SLASH = 0x2f
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/** The data that all hits of a query share. */
export interface HitWriter extends TextWriter {
  /** Joined before root-relative texts of `url` and `url_without_anchor`. */
  readonly rootUrl: string
  /** Whether all hits are built as objects. */
  readonly isPlain: boolean
  readonly root: Place
}

/** Attributes whose texts are joined with `rootUrl`. */
const URL_ATTRIBUTES = ['url', 'url_without_anchor']

const ASCII = {
  content: encodeUtf8('"content"'),
  snippetResult: encodeUtf8(',"_snippetResult":'),
  highlightResult: encodeUtf8(',"_highlightResult":'),
}

const inJson = (text: string): Uint8Array => encodeUtf8(JSON.stringify(text).slice(1, -1))

/** Output buffer, reused by each answer. */
let out = new ByteWriter()

/** Output above this size (bytes) is released after an answer. */
const KEPT_BYTES = 4 * 1024 * 1024

/** Starts a list of hits. `isPlain`: all of them are built as objects. */
export function createHitWriter(maker: HitMaker, rootUrl: string, isPlain: boolean): HitWriter {
  const { decoration, hidden, retrieved, highlights, snippets } = maker
  const { tags } = decoration
  if (out.bytes.length > KEPT_BYTES) out = new ByteWriter()
  out.length = 0
  out.byte(OPEN_LIST)
  return {
    out,
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

/** The list; valid until the next `createHitWriter`. */
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

/** Writes the hit without its end; false if it must be made as an object. */
function writeStored(writer: HitWriter, doc: number): boolean {
  const { maker } = writer
  const values = readValues(maker, writer.root, doc)
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
    writeDecorated(writer, withoutId, SNIPPET)
  }
  if (maker.highlights !== undefined) {
    append(ASCII.highlightResult)
    writeDecorated(writer, withoutId, HIGHLIGHT)
  }
  return true
}

const DOC_TYPE = /^"lvl[0-6]"$/

/**
 * Whether `type` becomes `content` in the answer (`dialog-record.ts`); undefined if the record may change in another
 * way.
 */
function isAnsweredAsContent({ maker }: HitWriter, values: readonly Value[]): boolean | undefined {
  const { marker } = maker.decoration
  const find = (name: string): Value | undefined => values.find(({ place }) => place.name === name)
  const type = find('type')
  const hierarchy = find('hierarchy')
  if (type === undefined || !type.isText || type.end - type.start !== 6 || marker.terms.size === 0) return false
  if (!DOC_TYPE.test(decodeUtf8(record, type.start, type.end)) || hierarchy?.children === undefined) return false
  if (hierarchy.children.some((heading) => heading.isText && isMarked(heading, maker))) return false
  const content = find('content')
  if (content?.isText !== true || !isMarked(content, maker)) return find('code')?.isText ? undefined : false
  const { highlights, snippets } = type.place
  return highlights?.value === undefined && snippets?.value === undefined ? true : undefined
}

function isMarked(text: Value, maker: HitMaker): boolean {
  return scanOf(text, maker).marks.length > 0
}

/** Writes a retrieved value: all of it, or its retrieved children. */
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

/** A kind of decoration. */
interface Kind {
  readonly wordCountOf: (place: Place) => number | undefined
  readonly write: (writer: HitWriter, text: Value, words: number) => void
}

const HIGHLIGHT: Kind = { wordCountOf: ({ highlights }) => highlights?.value, write: writeHighlight }
const SNIPPET: Kind = { wordCountOf: ({ snippets }) => snippets?.value, write: writeSnippet }

/** Writes `_highlightResult` or `_snippetResult`: the leaf of each text for which `wordCountOf` returns a number. */
function writeDecorated(writer: HitWriter, values: readonly Value[], kind: Kind): void {
  out.byte(OPEN)
  let isFirst = true
  for (const value of values) {
    const { place, isText, children } = value
    const before = out.length
    const words = isText ? kind.wordCountOf(place) : undefined
    if (!isFirst) out.byte(COMMA)
    append(place.key)
    const start = out.length
    if (words !== undefined) kind.write(writer, value, words)
    else if (children !== undefined) writeDecorated(writer, children, kind)
    if (out.length > start + EMPTY) isFirst = false
    else out.length = before
  }
  out.byte(CLOSE)
}

/** Size of `{}`: objects in which nothing is decorated are left out. */
const EMPTY = 2
