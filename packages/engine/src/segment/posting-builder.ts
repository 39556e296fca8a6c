/**
 * Builds posting lists from occurrences, which are collected in flat arrays in order of record, field and position; a
 * counting sort by term then gives lists that are already sorted, without an object for each posting.
 */
import { ByteWriter } from './bytes.ts'
import { FIELD_SHIFT, type PostingWriter, writePosting } from './postings.ts'
import { createTermWriter } from './term-dictionary.ts'

interface WrittenTerms {
  blocks: Uint32Array
  entries: Uint8Array
  termCount: number
  postings: Uint8Array
  masks: number[]
}

interface Occurrences {
  add: (term: string, docId: number, code: number, own: number) => void
  finish: (fieldCount: number) => WrittenTerms
}

/** Every occurrence of every term, in the order of the records. Docs and terms stay below 2^31. */
export function createOccurrences(): Occurrences {
  const termNumbers = new Map<string, number>()
  let terms = new Uint32Array(1 << 16)
  let docs = new Uint32Array(1 << 16)
  let codes = new Uint32Array(1 << 16)
  let count = 0
  const grow = ({ buffer, byteLength }: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> =>
    new Uint32Array(buffer.transfer(2 * byteLength))
  return {
    add(term, docId, code, own) {
      if (count === terms.length) {
        terms = grow(terms)
        docs = grow(docs)
        codes = grow(codes)
      }
      terms[count] = numberOf(termNumbers, term)
      docs[count] = docId * 2 + own
      codes[count] = code
      count++
    },
    finish(fieldCount) {
      const starts = new Uint32Array(termNumbers.size + 1)
      for (let i = 0; i < count; i++) (starts[(terms[i] as number) + 1] as number)++
      for (let i = 1; i < starts.length; i++) (starts[i] as number) += starts[i - 1] as number
      const next = starts.slice()
      const sortedDocs = new Uint32Array(count)
      const sortedCodes = new Uint32Array(count)
      for (let i = 0; i < count; i++) {
        const at = (next[terms[i] as number] as number)++
        sortedDocs[at] = docs[i] as number
        sortedCodes[at] = codes[i] as number
      }
      // These arrays are most of the memory of a build, and are no longer needed.
      for (const { buffer } of [terms, docs, codes]) buffer.transfer(0)
      return writeTerms(termNumbers, starts, sortedDocs, sortedCodes, 2 ** fieldCount)
    },
  }
}

function writeTerms(
  termNumbers: Map<string, number>,
  starts: Uint32Array,
  docs: Uint32Array,
  codes: Uint32Array,
  ownBit: number,
): WrittenTerms {
  const masks = rankMasks(termNumbers.size, starts, docs, codes, ownBit)
  const out = new ByteWriter()
  const rankOfMask = new Map(masks.map((mask, rank) => [mask, rank]))
  const writer: PostingWriter = { out, scratch: new ByteWriter(), rankOfMask }
  const termWriter = createTermWriter()
  for (const term of [...termNumbers.keys()].sort()) {
    const number = termNumbers.get(term) as number
    const start = starts[number] as number
    const end = starts[number + 1] as number
    const before = out.length
    out.varint(countPostings(docs, start, end))
    let previous = 0
    eachPosting(docs, codes, start, end, ownBit, (docId, mask, from, to) => {
      writePosting(writer, docId - previous, mask, codes, from, to)
      previous = docId
    })
    termWriter.add(term, out.length - before)
  }
  return { ...termWriter.finish(), postings: out.written(), masks }
}

function rankMasks(
  termCount: number,
  starts: Uint32Array,
  docs: Uint32Array,
  codes: Uint32Array,
  ownBit: number,
): number[] {
  const counts = new Map<number, number>()
  for (let term = 0; term < termCount; term++) {
    eachPosting(docs, codes, starts[term] as number, starts[term + 1] as number, ownBit, (_docId, mask) => {
      counts.set(mask, (counts.get(mask) ?? 0) + 1)
    })
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([mask]) => mask)
}

function countPostings(docs: Uint32Array, start: number, end: number): number {
  let postings = 0
  let previous = -1
  for (let i = start; i < end; i++) {
    const docId = (docs[i] as number) >>> 1
    if (docId !== previous) postings++
    previous = docId
  }
  return postings
}

function eachPosting(
  docs: Uint32Array,
  codes: Uint32Array,
  start: number,
  end: number,
  ownBit: number,
  visit: (docId: number, mask: number, from: number, to: number) => void,
): void {
  let from = start
  while (from < end) {
    const docId = (docs[from] as number) >>> 1
    let to = from
    let mask = 0
    while (to < end && (docs[to] as number) >>> 1 === docId) {
      mask |= 1 << ((codes[to] as number) >>> FIELD_SHIFT)
      if ((docs[to] as number) & 1) mask |= ownBit
      to++
    }
    visit(docId, mask, from, to)
    from = to
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = numbers.size
    numbers.set(key, number)
  }
  return number
}
