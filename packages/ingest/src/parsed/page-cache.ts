/**
 * The parsed pages of a folder in a file, so that the next process parses only changed ones. A file that is damaged, or
 * of another version or kind of folder, is ignored.
 *
 * The file is a journal: a header and then the pages. A changed page is appended, and the last entry of a file counts, so a
 * small change is a small write. When most entries are outdated, the file is rewritten. An entry has three parts, each
 * after its length (4 bytes, little endian): the page without its texts, its source, and its sections. The texts are nine
 * tenths of the file, and are decoded for the pages that are rendered or indexed again.
 */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Cache } from '../result/page.ts'
import type { SectionText } from '../records/record.ts'
import { draftOf } from './draft-file.ts'
import type { ParsedPage } from './parsed-page.ts'

/** First entry of the file. */
interface Header {
  version: string
  /** Key of the options that parsed pages depend on. */
  optionsKey: string
}

/** Contents of a file. */
export interface StoredPages {
  /** By file. */
  pages: Map<string, ParsedPage>
  /** Number of entries, outdated ones included; `undefined` where the file cannot be appended to. */
  entries: number | undefined
}

/** Entries of one write: about 1 MB for usual pages. */
const CHUNK = 64

/**
 * Maximum size of the file (bytes): Node reads less than 2 GiB at once. Pages beyond it are parsed each time. A page of 6 kB of
 * Markdown takes 15 kB: of 50,000 pages a build with one changed page takes 21 CPU s and 2.0 GB, and 59 CPU s and 3.1 GB
 * with a file of at most 256 MB.
 */
const MAX_BYTES = 2_000_000_000

/**
 * Characters of included text beyond which a page is parsed by each process: the pages of a large API all include its whole
 * description, which takes more time to store and to read than the pages take to parse.
 */
const MAX_INCLUDED = 1 << 16

/** Whether the texts that a page includes are short enough to be stored with it. */
function isStorable({ includes }: ParsedPage): boolean {
  let length = 0
  for (const result of includes.values()) if (typeof result === 'object') length += result.text.length
  return length <= MAX_INCLUDED
}

/** The stored pages; none where the file is missing or does not fit. */
export function loadParsed({ file, version }: Cache, optionsKey: string, maxBytes = MAX_BYTES): StoredPages {
  const stored: StoredPages = { pages: new Map(), entries: undefined }
  try {
    if (statSync(file).size > maxBytes) return stored
    const values = entriesOf(readFileSync(file))
    const [first] = values.next().value ?? []
    const header = first && (deserialize(first) as Header)
    if (header?.version !== version || header.optionsKey !== optionsKey) return stored
    let entries = 0
    for (const entry of values) {
      const page = pageOf(entry)
      stored.pages.set(page.file, page)
      entries++
    }
    stored.entries = entries
  } catch {
    // A missing, foreign or truncated file: the missing pages are parsed, and the file is rewritten.
  }
  return stored
}

/**
 * Stores the pages without their records, which are faster to build than to read. @param stored contents of the file.
 */
export function saveParsed(
  { file, version }: Cache,
  optionsKey: string,
  parsed: Map<string, ParsedPage>,
  stored: StoredPages,
  maxBytes = MAX_BYTES,
): void {
  const pages = [...parsed.values()].filter(isStorable)
  const changed = pages.filter((page) => stored.pages.get(page.file) !== page)
  if (stored.entries !== undefined && stored.entries + changed.length <= 2 * pages.length) {
    if (changed.length === 0) return
    const maxSize = maxBytes - (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    // One write at the end of the file, so that writes of other processes do not mix with it.
    if (writeEntries(file, 'a', changed, changed.length, maxSize)) return
    // The limit is reached: a rewrite drops outdated entries.
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = draftOf(file)
  writeEntries(draft, 'w', [{ version, optionsKey } satisfies Header, ...pages], CHUNK, maxBytes)
  // Renamed when complete: a killed process leaves no partial file.
  renameSync(draft, file)
}

/** The page without its texts, its source and its sections. */
type Entry = [page: Buffer, source: Buffer, sections: Buffer]

function* entriesOf(bytes: Buffer): Generator<Entry> {
  let at = 0
  const next = (): Buffer => {
    const start = at + 4
    at = start + bytes.readUInt32LE(at)
    if (at > bytes.length) throw new RangeError('The file ends in the middle of an entry.')
    return bytes.subarray(start, at)
  }
  while (at < bytes.length) yield [next(), next(), next()]
}

function pageOf([page, source, sections]: Entry): ParsedPage {
  return Object.assign(deserialize(page) as Omit<ParsedPage, 'source' | 'sections'>, {
    source: () => deserialize(source) as string,
    sections: () => deserialize(sections) as SectionText[],
  })
}

/** Writes entries up to `maxSize` bytes; returns whether all were written. */
function writeEntries(
  path: string,
  flag: 'a' | 'w',
  values: (Header | ParsedPage)[],
  atOnce: number,
  maxSize: number,
): boolean {
  // Only the owner may read it, because drafts are in it.
  const file = openSync(path, flag, 0o600)
  let left = maxSize
  try {
    for (let at = 0; at < values.length; at += atOnce) {
      const entries = values.slice(at, at + atOnce).flatMap((value) => entryOf(value))
      const bytes = joined(entries.flat())
      if (bytes.length > left) return false
      left -= bytes.length
      writeSync(file, bytes)
      // Frees the buffers at once: for a large folder they take as much memory as everything else.
      for (const { buffer } of [bytes, ...entries.map(([, part]) => part)])
        if (buffer instanceof ArrayBuffer) buffer.transfer(0)
    }
    return true
  } finally {
    closeSync(file)
  }
}

/** The buffers in one, which shares its memory with no other buffer, as a small one of `Buffer.concat` would. */
function joined(buffers: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const buffer of buffers) at += buffer.copy(bytes, at)
  return bytes
}

/** The lengths and the parts, each part in a buffer of its own. */
function entryOf(value: Header | ParsedPage): [Buffer, Buffer][] {
  const isPage = 'file' in value
  const page = isPage ? { ...value, cachedRecords: undefined, source: undefined, sections: undefined } : value
  const [source, sections] = isPage ? [value.source(), value.sections()] : []
  return [page, source, sections].map((part) => {
    const bytes = serialize(part)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
}
