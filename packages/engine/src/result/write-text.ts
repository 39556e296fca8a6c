/**
 * A text of a hit with its tags, as JSON in UTF-8: the leaves of `_highlightResult` and `_snippetResult`, byte for byte
 * those of `decorate.ts`.
 */
import { classOf, SPACE } from '../analysis/characters.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { type ByteWriter, encodeUtf8 } from '../segment/bytes.ts'
import { isWhiteSpace, levelOf } from './decorate.ts'
import type { HitMaker } from './hit.ts'
import { record, type Value } from './hit-values.ts'
import { cutOfBytes } from './cut.ts'
import { codeAt, placeOfUnit, unitsBetween, widthAt } from './json-text.ts'
import type { Range } from './mark.ts'
import { type Scan, scanText, specialAt } from './scan-text.ts'
import { bestWindow } from './snippet.ts'
import { readWordEnds } from './word-ends.ts'

/** The data that all texts of a query share. */
export interface TextWriter {
  readonly out: ByteWriter
  readonly maker: HitMaker
  readonly html: boolean
  /** JSON without quotes. */
  readonly pre: Uint8Array
  readonly post: Uint8Array
  readonly ellipsis: Uint8Array
  /** The JSON after the value of a highlight and of a snippet, by the set of words that match. */
  readonly highlightEnds: Map<number, Uint8Array>
  readonly snippetEnds: Map<number, Uint8Array>
}

const BACKSLASH = 0x5c

const VALUE = encodeUtf8('{"value":"')

/** The entities of bytes in HTML; that of the quote, which JSON escapes, at the backslash. */
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

/** The scan of a text of the record that was read last. */
export function scanOf(value: Value, { decoration }: HitMaker): Scan {
  if (value.scan === undefined) {
    const from = value.start + 1
    const to = value.end - 1
    value.scan = scanText(record, from, to, decoration.marker)
    if (to - from > ENGINE_LIMITS.highlightUnits) {
      const until = placeOfUnit(record, from, ENGINE_LIMITS.highlightUnits)
      if (until < to) {
        const { marks, ranges, words } = scanText(record, from, until, decoration.marker)
        value.scan = { ...value.scan, marks, ranges, words }
      }
    }
  }
  return value.scan
}

function append(out: ByteWriter, bytes: Uint8Array): void {
  out.copy(bytes, 0, bytes.length)
}

/** As `snippetOf`. */
export function writeSnippet(writer: TextWriter, text: Value, wordCount: number): void {
  const { out, maker, ellipsis, snippetEnds } = writer
  const scan = scanOf(text, maker)
  const { marks, words } = scan
  const start = text.start + 1
  const stop = text.end - 1
  const size = Math.max(1, wordCount)
  // No window needs more words than one after the last mark.
  const ends = readWordEnds(record, start, stop, marks.at(-1)?.start ?? start, size + 1)
  const isWhole = ends.length <= wordCount
  const first = isWhole ? 0 : bestWindow(ends, ends.length, marks, size)
  const isToEnd = isWhole || first + size >= ends.length
  const from =
    first > 0 ? startOfWord(cutOfBytes(record, start, stop, startOfWord(ends[first - 1] as number), 'start')) : start
  const to = isToEnd ? stop : Math.max(from, cutOfBytes(record, start, stop, ends[first + size - 1] as number, 'end'))
  append(out, VALUE)
  if (from > start) append(out, ellipsis)
  writeTagged(writer, scan, from, to)
  if (to < stop) append(out, ellipsis)
  append(
    out,
    cachedEnd(snippetEnds, words, false, () => ({ matchLevel: levelOf(words, maker.decoration) })),
  )
}

/** Offset of the first word after `from`. */
function startOfWord(from: number): number {
  let at = from
  while (classOf(codeAt(record, at)) === SPACE) at += widthAt(record, at)
  return at
}

/** As `highlightLeaf` of `decorate.ts`. */
export function writeHighlight(writer: TextWriter, text: Value): void {
  const { out, maker, highlightEnds } = writer
  const scan = scanOf(text, maker)
  const { marks, ranges, words } = scan
  append(out, VALUE)
  writeTagged(writer, scan, text.start + 1, text.end - 1)
  const isFull = marks.length > 0 && !hasMoreThan(text, ranges)
  const end = cachedEnd(highlightEnds, words, isFull, () => ({
    matchLevel: levelOf(words, maker.decoration),
    matchedWords: words.map((word) => maker.decoration.marker.words[word]?.term ?? ''),
    ...(marks.length > 0 && { fullyHighlighted: isFull }),
  }))
  append(out, end)
}

/** The end of a leaf after its value, cached because it depends only on the matching words. */
function cachedEnd(
  known: Map<number, Uint8Array>,
  words: readonly number[],
  isFull: boolean,
  make: () => object,
): Uint8Array {
  // A query has at most 32 words.
  let bits = 0
  for (const word of words) bits |= 1 << word
  const key = bits * 2 + (isFull ? 1 : 0)
  let end = known.get(key)
  if (end === undefined) {
    end = encodeUtf8(`",${JSON.stringify(make()).slice(1)}`)
    known.set(key, end)
  }
  return end
}

/**
 * Writes a part of the record's text with tags around the ranges in it (`tagText`), and entities where these are HTML.
 */
function writeTagged(
  { out, html, pre, post }: TextWriter,
  { ranges, firstSpecial, endSpecial }: Scan,
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
      append(out, ENTITIES[byte] as Uint8Array)
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
    append(out, pre)
    writeTo(to)
    append(out, post)
  }
  writeTo(end)
}

/** Whether the text has more UTF-16 units, without white space, than the ranges. */
function hasMoreThan(text: Value, ranges: readonly Range[]): boolean {
  let left = 0
  for (const { start, end } of ranges) left += unitsBetween(record, start, end)
  for (let at = text.start + 1; at < text.end - 1; at += widthAt(record, at)) {
    const code = codeAt(record, at)
    if (!isWhiteSpace(code)) left -= code > 0xffff ? 2 : 1
    if (left < 0) return true
  }
  return false
}
