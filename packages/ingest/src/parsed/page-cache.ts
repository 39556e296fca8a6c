/**
 * What was parsed of a folder, in a file, so that the next process parses only what has changed. The file is a memory,
 * not a source: one that is damaged, of another version or of another kind of folder is passed over.
 *
 * It is a journal: a header and then a page after the other, each behind its length (4 bytes, little endian). A page that
 * has changed is appended, and the last of a file's entries counts, so that a small change costs a small write. When most
 * of the entries are old ones the file is written anew.
 */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Cache } from '../result/page.ts'
import type { ParsedPage } from './parsed-page.ts'

/** What stands first in the file. */
interface Header {
  version: string
  /** How the pages were read; other ways give other pages. */
  way: string
}

/** What a file held. */
export interface KeptPages {
  /** By file. */
  pages: Map<string, ParsedPage>
  /** How many entries the file has, old ones included; `undefined` where nothing may be appended to it. */
  entries: number | undefined
}

/** Entries that are written in one go: some 1 MB of usual pages. */
const CHUNK = 64

/** How large (bytes) the file may be: some 20 times the text of a large folder. What does not fit is parsed each time. */
const MAX_BYTES = 256 << 20

/** The pages that were kept; none where there are none that fit. */
export function loadParsed({ file, version }: Cache, way: string, maxBytes = MAX_BYTES): KeptPages {
  const kept: KeptPages = { pages: new Map(), entries: undefined }
  try {
    if (statSync(file).size > maxBytes) return kept
    const values = entriesOf(readFileSync(file))
    const header = values.next().value as Header | undefined
    if (header?.version !== version || header.way !== way) return kept
    let entries = 0
    for (const value of values) {
      const page = value as ParsedPage
      kept.pages.set(page.file, page)
      entries++
    }
    kept.entries = entries
  } catch {
    // None yet, or not one of ours, or it ends in the middle of a page: what is not there is parsed, and the file is
    // written anew.
  }
  return kept
}

/** Keeps the pages, without the records made of them, which are quicker made than read. @param kept what the file holds. */
export function saveParsed(
  { file, version }: Cache,
  way: string,
  parsed: Map<string, ParsedPage>,
  kept: KeptPages,
  maxBytes = MAX_BYTES,
): void {
  const changed = [...parsed.values()].filter((page) => kept.pages.get(page.file) !== page)
  if (kept.entries !== undefined && kept.entries + changed.length <= 2 * parsed.size) {
    if (changed.length === 0) return
    const room = maxBytes - (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    // In one write, and where the file ends: another process that appends at this moment writes before or behind it.
    if (writeEntries(file, 'a', changed, changed.length, room)) return
    // There is no room for all: old entries go first.
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeEntries(draft, 'w', [{ version, way } satisfies Header, ...parsed.values()], CHUNK, maxBytes)
  // Renamed when it is whole: a process that is killed leaves no half of it.
  renameSync(draft, file)
}

function* entriesOf(bytes: Buffer): Generator<unknown> {
  for (let at = 0; at < bytes.length;) {
    const start = at + 4
    at = start + bytes.readUInt32LE(at)
    if (at > bytes.length) throw new RangeError('The file ends in the middle of an entry.')
    yield deserialize(bytes.subarray(start, at))
  }
}

/** Writes entries as far as there is room for them (bytes); whether there was for all. */
function writeEntries(
  path: string,
  flag: 'a' | 'w',
  values: (Header | ParsedPage)[],
  atOnce: number,
  room: number,
): boolean {
  // It lies in the data folder, and drafts are in it.
  const file = openSync(path, flag, 0o600)
  let left = room
  try {
    for (let at = 0; at < values.length; at += atOnce) {
      const entries = values.slice(at, at + atOnce).map((value) => entryOf(value))
      const bytes = Buffer.concat(entries.flat())
      if (bytes.length > left) return false
      left -= bytes.length
      writeSync(file, bytes)
      // Of a large folder these would be as much as all the rest, until they are collected.
      for (const [, { buffer }] of entries) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
    }
    return true
  } finally {
    closeSync(file)
  }
}

/** The length and the bytes; the latter are in a buffer of their own. */
function entryOf(value: Header | ParsedPage): [Buffer, Buffer] {
  const bytes = serialize('made' in value ? { ...value, made: undefined } : value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return [length, bytes]
}
