/** Opens the head of an index in parts (`part-format.ts`), and adds its parts as they arrive. */
import { damaged } from '../base/errors.ts'
import type { IndexSettings } from '../wire.ts'
import { checksumOf, type Cursor, decodeUtf8, readVarint } from './bytes.ts'
import type { Column } from './columns.ts'
import type { IndexMeta } from './fields.ts'
import { IN_PARTS, readSections, TABLE_END } from './format.ts'
import * as SECTION from './section-kinds.ts'
import { baseSegment, type Index, openSections, type Segment } from './open-index.ts'
import {
  HEAD_MAGIC,
  HEAD_SECTIONS,
  HEAD_SIZE,
  HEAD_VERSION,
  PART_HEADER,
  PART_MAGIC,
  LONG_LIST,
  type PartPlan,
  readPlan,
} from './part-format.ts'
import { fromPlanes, fromSteps, withGroups } from './rearrange.ts'
import { type Parts, partWithTerms } from './parts.ts'
import { MISSING } from './stored-records.ts'
import { TERMS_PER_BLOCK } from './term-dictionary.ts'

/**
 * Opens the head of an index or of a delta; the latter is for `openDelta`. Its memory is that of the whole file.
 * Throws `index_damaged` or `index_format`.
 */
export function openParts(head: Uint8Array, settings: IndexSettings = {}): Index {
  const [plan, planEnd] = planOf(head)
  const table = new Uint32Array(head.slice(planEnd, planEnd + TABLE_END).buffer)
  const file = new Uint8Array(table[2] as number)
  file.set(head.subarray(planEnd, planEnd + TABLE_END))
  let at = planEnd + TABLE_END
  let meta: IndexMeta | undefined
  for (const id of HEAD_SECTIONS) {
    // The table follows a header of eight numbers, with four for each section.
    const [offset = 0, size = 0] = table.subarray(8 + (id - 1) * 4 + 1)
    const bytes = head.subarray(at, at + size)
    if (id === SECTION.meta) meta = JSON.parse(decodeUtf8(bytes, 0, size)) as IndexMeta
    if (id === SECTION.norms) file.set(fromPlanes(bytes), offset)
    else file.set(id === SECTION.columns && meta ? withGroups(bytes, meta, fromSteps) : bytes, offset)
    at += size
  }
  const parts: Parts = { plan, loaded: new Set(), requested: new Map(), columns: new Map() }
  const index = openSections(readSections(file, IN_PARTS), settings, parts)
  const { stored } = baseSegment(index)
  stored.offsets.fill(MISSING)
  for (let block = 0; block * 2 < stored.blocks.length; block++) stored.blocks[block * 2] = plan.stored[block] as number
  return index
}

/**
 * The part, as `folder/name`, with all terms that begin with a word. Only the head is needed, so the part can be
 * fetched while the engine loads. Undefined if there is none, or more than one. Throws `index_damaged`.
 */
export function guessPart(head: Uint8Array, word: string): string | undefined {
  const [plan] = planOf(head)
  const name = partWithTerms(plan, word)
  return name && `${plan.folder}/${name}`
}

/** The plan of a head, and the offset of its end. */
function planOf(head: Uint8Array): [PartPlan, number] {
  const header = wordsIn(head, HEAD_SIZE)
  const end = HEAD_SIZE + (header[3] as number)
  if (header[0] !== HEAD_MAGIC || header[1] !== HEAD_VERSION || checksumOf(head.subarray(HEAD_SIZE)) !== header[2])
    throw damaged('head')
  return [readPlan(decodeUtf8(head, HEAD_SIZE, end)), end]
}

/** A part of a segment. */
export interface RequestedPart {
  segment: number
  folder: string
  name: string
  /** 0-based number of the first hit that needs it; 0 for a part that the query needs before its hits are known. */
  hit: number
}

/** The parts that searches have missed since the last call. */
export function requestedParts({ segments }: Index): RequestedPart[] {
  return segments.flatMap(({ parts }, segment) => {
    const requested = [...(parts?.requested ?? [])]
    parts?.requested.clear()
    return requested.map(([name, hit]) => ({ segment, folder: parts?.plan.folder ?? '', name, hit }))
  })
}

/** Whether these are the bytes of a head, and not those of a whole index. */
export function isHead(bytes: Uint8Array): boolean {
  return wordsIn(bytes, 4)[0] === HEAD_MAGIC
}

/** Adds a part. Throws `index_damaged`. */
export function addPart(index: Index, { segment, name }: RequestedPart, part: Uint8Array): void {
  const { parts } = index.segments[segment] ?? {}
  if (parts === undefined || parts.loaded.has(name)) return
  const target = index.segments[segment] as Segment
  const content = part.subarray(PART_HEADER)
  const [magic, sum] = wordsIn(part, PART_HEADER)
  if (magic !== PART_MAGIC || sum !== checksumOf(content)) throw damaged(`part ${name}`)
  const number = Number(name.slice(1))
  if (name === 'd') addEntries(target, parts.plan, 0, parts.plan.firstTerms.length, content)
  else if (name.startsWith('t')) addTerms(target, parts.plan, number, content)
  else if (name.startsWith('l')) target.postings.set(content, number)
  else if (name.startsWith('s')) addRecords(target, parts.plan, number, content)
  else parts.columns.set(parts.plan.columns[number] as string, readColumnText(content))
  parts.loaded.add(name)
}

/** The first `size` bytes as integers; none if there are fewer. */
function wordsIn(bytes: Uint8Array, size: number): Uint32Array {
  return new Uint32Array(bytes.slice(0, bytes.length < size ? 0 : size).buffer)
}

/** Adds the entries of some parts, and the places of their blocks. Returns the sizes of the posting lists. */
function addEntries({ dictionary }: Segment, plan: PartPlan, from: number, to: number, entries: Uint8Array): number[] {
  const { blocks, termCount } = dictionary
  const cursor: Cursor = { bytes: dictionary.entries, at: plan.entries[from] as number }
  let postingsAt = plan.postings[from] as number
  dictionary.entries.set(entries, cursor.at)
  const sizes: number[] = []
  const end = Math.min((plan.blocks[to] as number) * TERMS_PER_BLOCK, termCount)
  for (let ordinal = (plan.blocks[from] as number) * TERMS_PER_BLOCK; ordinal < end; ordinal++) {
    if (ordinal % TERMS_PER_BLOCK === 0) blocks.set([cursor.at, postingsAt], (ordinal / TERMS_PER_BLOCK) * 2)
    // Units that are shared, bytes of the rest, the rest.
    cursor.at += 2 + (cursor.bytes[cursor.at + 1] as number)
    const size = readVarint(cursor)
    sizes.push(size)
    postingsAt += size
  }
  return sizes
}

function addTerms(segment: Segment, plan: PartPlan, part: number, content: Uint8Array): void {
  let from = (plan.entries[part + 1] as number) - (plan.entries[part] as number)
  let at = plan.postings[part] as number
  for (const size of addEntries(segment, plan, part, part + 1, content.subarray(0, from))) {
    if (size < LONG_LIST) {
      segment.postings.set(content.subarray(from, from + size), at)
      from += size
    }
    at += size
  }
}

function addRecords({ stored }: Segment, plan: PartPlan, block: number, content: Uint8Array): void {
  const cursor: Cursor = { bytes: content, at: 0 }
  let offset = plan.stored[block] as number
  const start = offset
  for (let doc = plan.records[block] as number; doc < (plan.records[block + 1] as number); doc++) {
    stored.offsets[doc] = offset
    offset += readVarint(cursor)
  }
  // `offsets` and `bytes` are views of one file, which only this module writes to.
  stored.bytes.set(content.subarray(cursor.at), start)
  stored.verified[block] = 1
}

function readColumnText(content: Uint8Array): Column {
  const { values, numbers, starts, ids } = JSON.parse(decodeUtf8(content, 0, content.length)) as {
    values: string[]
    numbers: (number | null)[] | null
    starts: number[] | null
    ids: number[]
  }
  return {
    values,
    numbers: numbers === null ? undefined : Float64Array.from(numbers, (number) => number ?? Number.NaN),
    starts: starts === null ? undefined : Uint32Array.from(starts),
    ids: Uint32Array.from(ids),
  }
}
