/**
 * Cuts an index file into parts (`parts.ts`) for hosts that only serve files: a head, which a reader fetches first, and
 * parts that are fetched when a query needs them. A head with all its parts has the bytes of the file.
 */
import type { IndexSettings } from '../wire.ts'
import { bytesOf, ByteWriter, checksumOf, encodeUtf8 } from './bytes.ts'
import type { Column } from './columns.ts'
import { sectionBytes, type Sections, sectionWords, TABLE_END } from './format.ts'
import * as SECTION from './section-kinds.ts'
import { columnOf } from './column-of.ts'
import { type Index, openFile, verifyIndex } from './open-index.ts'
import {
  HEAD_MAGIC,
  HEAD_SECTIONS,
  HEAD_VERSION,
  LONG_LIST,
  PART_HEADER,
  PART_MAGIC,
  type PartPlan,
  writePlan,
} from './part-format.ts'
import { planesOf, stepsOf, withGroups } from './rearrange.ts'
import { createTermCursor, nextTerm, type TermDictionary, TERMS_PER_BLOCK } from './term-dictionary.ts'

/** Bytes of terms and posting lists that make a part: about 8 kB when packed, 40 ms on a slow connection. */
const TERM_PART = 12 * 1024

/** Receives a part, and may keep its bytes. */
export type TakePart = (name: string, bytes: Uint8Array) => void

/**
 * Cuts the bytes of an index or of a delta; returns the head. Each part is passed to `take` at once, so that memory
 * holds one at a time. `folder` is a name that no other cut has, so that caches may keep parts for ever. `columns` are
 * paths of filters that the settings do not name. Throws as `openIndex`.
 */
export function cutIndex(
  bytes: Uint8Array,
  settings: IndexSettings,
  folder: string,
  columns: readonly string[],
  take: TakePart,
): Uint8Array {
  const index = openFile(bytes, settings)
  verifyIndex(index)
  const { sections } = index
  const dictionary = index.segments[0]?.dictionary as TermDictionary
  const terms = cutTerms(dictionary, sectionBytes(sections, SECTION.postings), take)
  if (dictionary.termCount > 0) take('d', partOf(dictionary.entries))
  const stored = cutRecords(sections, take)
  for (const [at, path] of columns.entries()) take(`c${at}`, partOf(columnText(columnOf(index, path))))
  return headOf(index, { folder, ...terms, ...stored, columns: [...columns] })
}

type TermPlan = Pick<PartPlan, 'firstTerms' | 'blocks' | 'entries' | 'postings'>

function cutTerms(dictionary: TermDictionary, postings: Uint8Array, take: TakePart): TermPlan {
  const plan: TermPlan = { firstTerms: [], blocks: [], entries: [], postings: [] }
  const cursor = createTermCursor(dictionary)
  const part = new ByteWriter()
  const lists = new ByteWriter()
  let entriesFrom = 0
  let before = 0
  const close = (): void => {
    if (plan.firstTerms.length === 0) return
    part.length = 0
    part.append(dictionary.entries.subarray(entriesFrom, before))
    part.append(lists.written())
    take(`t${plan.firstTerms.length - 1}`, partOf(part.written()))
    lists.length = 0
  }
  while (nextTerm(cursor)) {
    const { ordinal, postingsStart, postingsEnd } = cursor
    const isStart = ordinal % TERMS_PER_BLOCK === 0
    if (isStart && (ordinal === 0 || before - entriesFrom + lists.length >= TERM_PART)) {
      close()
      entriesFrom = before
      plan.firstTerms.push(String.fromCharCode(...cursor.units.subarray(0, cursor.unitCount)))
      plan.blocks.push(ordinal / TERMS_PER_BLOCK)
      plan.entries.push(entriesFrom)
      plan.postings.push(postingsStart)
    }
    before = cursor.at
    const list = postings.subarray(postingsStart, postingsEnd)
    if (list.length < LONG_LIST) lists.append(list)
    else take(`l${postingsStart}`, partOf(list))
  }
  close()
  plan.blocks.push(dictionary.blocks.length / 2)
  plan.entries.push(dictionary.entries.length)
  plan.postings.push(postings.length)
  return plan
}

function cutRecords(sections: Sections, take: TakePart): Pick<PartPlan, 'records' | 'stored'> {
  const offsets = sectionWords(sections, SECTION.recordOffsets)
  const blocks = sectionWords(sections, SECTION.storedBlocks)
  const bytes = sectionBytes(sections, SECTION.stored)
  const records: number[] = []
  const stored: number[] = []
  const part = new ByteWriter()
  let doc = 0
  for (let block = 0; block * 2 < blocks.length; block++) {
    const start = blocks[block * 2] as number
    const end = blocks[block * 2 + 2] ?? bytes.length
    records.push(doc)
    stored.push(start)
    part.length = 0
    for (; doc < sections.recordCount && (offsets[doc] as number) < end; doc++)
      part.varint(Math.min(offsets[doc + 1] as number, end) - (offsets[doc] as number))
    part.append(bytes.subarray(start, end))
    take(`s${block}`, partOf(part.written()))
  }
  return { records: [...records, sections.recordCount], stored: [...stored, bytes.length] }
}

function columnText({ values, numbers, starts, ids }: Column): Uint8Array {
  const list = (array: ArrayLike<number> | undefined): number[] | null => (array ? Array.from(array) : null)
  return encodeUtf8(JSON.stringify({ values, numbers: list(numbers), starts: list(starts), ids: list(ids) }))
}

function headOf({ sections, meta }: Index, plan: PartPlan): Uint8Array {
  const out = new ByteWriter()
  const text = encodeUtf8(writePlan(plan))
  out.append(text)
  out.append(sections.file.subarray(0, TABLE_END))
  for (const id of HEAD_SECTIONS) {
    const bytes = sectionBytes(sections, id)
    if (id === SECTION.norms) out.append(planesOf(bytes))
    else out.append(id === SECTION.columns ? withGroups(bytes, meta, stepsOf) : bytes)
  }
  const header = Uint32Array.of(HEAD_MAGIC, HEAD_VERSION, checksumOf(out.written()), text.length)
  const head = new Uint8Array(header.byteLength + out.length)
  head.set(bytesOf(header))
  head.set(out.written(), header.byteLength)
  return head
}

function partOf(content: Uint8Array): Uint8Array {
  const part = new Uint8Array(PART_HEADER + content.length)
  part.set(bytesOf(Uint32Array.of(PART_MAGIC, checksumOf(content))))
  part.set(content, PART_HEADER)
  return part
}
