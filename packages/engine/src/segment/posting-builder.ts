/**
 * Builds posting lists from occurrences, which come in order of record, field and position, without an object for each
 * posting and without all occurrences in memory.
 *
 * Occurrences are collected in flat arrays. When these are full, a counting sort by term gives a run: the postings of the
 * records so far, term by term, in nearly the form of the file. The list of a term is then its pieces in all runs, one
 * after the other.
 */
import { type Cursor, ByteWriter, grown, lastWhere, readVarint, release } from './bytes.ts'
import { FIELD_SHIFT, type PostingWriter, writePosting } from './postings.ts'
import { createTermWriter } from './term-dictionary.ts'
import type { TermTable } from './term-table.ts'

/**
 * Occurrences of a run, which take 20 bytes each until it is written. Below a power of 2, the size of the arrays, by the
 * occurrences of a long record: with those of the last record, the arrays would be doubled.
 */
const RUN = (1 << 18) - (1 << 14)

/** Bytes of a piece of the written lists. */
const PIECE_SIZE = 1 * 1024 * 1024

interface WrittenTerms {
  blocks: Uint32Array
  entries: Uint8Array
  termCount: number
  /** In pieces. */
  postings: Uint8Array[]
  masks: number[]
}

/** The postings of some consecutive records: for each of their terms a piece of its list. Headers have numbers of masks. */
interface Run {
  /** Number of the first piece; pieces are numbered over all runs. */
  first: number
  /** For each piece where it begins, and the end of the last. */
  starts: Uint32Array<ArrayBuffer>
  /** For each piece the number of the term's piece before it, plus 1; 0 for none. */
  before: Uint32Array<ArrayBuffer>
  bytes: Uint8Array<ArrayBuffer>
}

/** The lists so far, by number of the term. */
interface Lists {
  postings: Uint32Array<ArrayBuffer>
  /** The record of the last posting. */
  lastDoc: Uint32Array<ArrayBuffer>
  /** The number of the last piece, plus 1. */
  lastPiece: Uint32Array<ArrayBuffer>
}

/** Collects occurrences of terms, which `terms` numbers. */
export class PostingBuilder {
  readonly #terms: TermTable
  /** The field mask's bit for the own heading. */
  readonly #ownBit: number
  /** Masks by number, in order of first appearance, with the number of their postings. */
  readonly #masks = new Map<number, number>()
  readonly #maskCounts: number[] = []
  readonly #runs: Run[] = []
  readonly #lists: Lists = { postings: new Uint32Array(0), lastDoc: new Uint32Array(0), lastPiece: new Uint32Array(0) }
  #pieces = 0
  /** The occurrences of the next run: their terms, their records times 2 plus `own`, their codes. */
  #of = new Uint32Array(1 << 8)
  #docs = new Uint32Array(1 << 8)
  #codes = new Uint32Array(1 << 8)
  #count = 0

  constructor(terms: TermTable, fieldCount: number) {
    this.#terms = terms
    this.#ownBit = 2 ** fieldCount
  }

  /** `code`: field × 2^20 + position. `own`: 1 in the record's own heading, else 0. Records come in order. */
  add(term: number, docId: number, code: number, own: number): void {
    if (this.#count === this.#of.length) {
      this.#of = grown(this.#of)
      this.#docs = grown(this.#docs)
      this.#codes = grown(this.#codes)
    }
    this.#of[this.#count] = term
    this.#docs[this.#count] = docId * 2 + own
    this.#codes[this.#count++] = code
  }

  /** To be called between two records. */
  endRecord(): void {
    // A run also takes a step for each term so far.
    if (this.#count >= RUN && this.#count >= this.#terms.size) this.#writeRun()
  }

  #writeRun(): void {
    const count = this.#count
    const termCount = this.#terms.size
    const starts = new Uint32Array(termCount + 1)
    for (let i = 0; i < count; i++) (starts[(this.#of[i] as number) + 1] as number)++
    let pieces = 0
    for (let term = 1; term <= termCount; term++) {
      if ((starts[term] as number) > 0) pieces++
      ;(starts[term] as number) += starts[term - 1] as number
    }
    const docs = new Uint32Array(count)
    const codes = new Uint32Array(count)
    const next = starts.slice()
    for (let i = 0; i < count; i++) {
      const at = (next[this.#of[i] as number] as number)++
      docs[at] = this.#docs[i] as number
      codes[at] = this.#codes[i] as number
    }
    this.#count = 0
    this.#runs.push(this.#encode({ starts, docs, codes }, pieces))
    this.#pieces += pieces
    release(next, starts, docs, codes)
  }

  #encode({ starts, docs, codes }: Sorted, pieces: number): Run {
    const lists = this.#lists
    const termCount = starts.length - 1
    while (lists.postings.length < termCount) {
      lists.postings = grown(lists.postings)
      lists.lastDoc = grown(lists.lastDoc)
      lists.lastPiece = grown(lists.lastPiece)
    }
    const run = { first: this.#pieces, starts: new Uint32Array(pieces + 1), before: new Uint32Array(pieces) }
    const out = new ByteWriter()
    const writer: PostingWriter = { out, scratch: new ByteWriter(), rankOfMask: this.#masks }
    let piece = 0
    for (let term = 0; term < termCount; term++) {
      const end = starts[term + 1] as number
      let from = starts[term] as number
      if (from === end) continue
      run.starts[piece] = out.length
      run.before[piece] = lists.lastPiece[term] as number
      let previous = lists.lastDoc[term] as number
      while (from < end) {
        const docId = (docs[from] as number) >>> 1
        let to = from
        let mask = 0
        while (to < end && (docs[to] as number) >>> 1 === docId) {
          mask |= 1 << ((codes[to] as number) >>> FIELD_SHIFT)
          if ((docs[to] as number) & 1) mask |= this.#ownBit
          to++
        }
        const number = numberOf(this.#masks, mask)
        this.#maskCounts[number] = (this.#maskCounts[number] ?? 0) + 1
        writePosting(writer, docId - previous, mask, codes, from, to)
        ;(lists.postings[term] as number)++
        previous = docId
        from = to
      }
      lists.lastDoc[term] = previous
      lists.lastPiece[term] = run.first + ++piece
    }
    run.starts[pieces] = out.length
    const bytes = out.take()
    release(out.bytes)
    return { ...run, bytes }
  }

  /** The dictionary and the posting lists of all terms that occur. */
  finish(): WrittenTerms {
    this.#writeRun()
    // No longer needed, and half of the memory of a small index.
    release(this.#of, this.#docs, this.#codes)
    const ranked = [...this.#masks].sort(
      ([a, numberA], [b, numberB]) =>
        (this.#maskCounts[numberB] as number) - (this.#maskCounts[numberA] as number) || a - b,
    )
    const ranks = new Uint32Array(ranked.length)
    for (const [rank, [, number]] of ranked.entries()) ranks[number] = rank
    const written: Uint8Array[] = []
    const out = new ByteWriter()
    const termWriter = createTermWriter()
    for (const term of this.#terms.sorted()) {
      const postings = this.#lists.postings[term] ?? 0
      if (postings === 0) continue
      const before = out.length
      out.varint(postings)
      for (const piece of this.#piecesOf(term)) copyPiece(out, this.#runs, piece, ranks)
      termWriter.add(this.#terms.text(term), out.length - before)
      if (out.length >= PIECE_SIZE) written.push(out.take())
    }
    written.push(out.take())
    for (const { starts, before, bytes } of this.#runs) release(starts, before, bytes)
    return { ...termWriter.finish(), postings: written, masks: ranked.map(([mask]) => mask) }
  }

  /** Numbers of the pieces of a list, in order. */
  #piecesOf(term: number): number[] {
    const pieces: number[] = []
    let piece = this.#lists.lastPiece[term] as number
    while (piece > 0) {
      pieces.push(piece - 1)
      const run = runOf(this.#runs, piece - 1)
      piece = run.before[piece - 1 - run.first] as number
    }
    return pieces.toReversed()
  }
}

/** The occurrences of a run by term; `starts` has their places by number of the term. */
interface Sorted {
  starts: Uint32Array
  docs: Uint32Array
  codes: Uint32Array
}

function runOf(runs: readonly Run[], piece: number): Run {
  return runs[lastWhere(0, runs.length - 1, (at) => (runs[at] as Run).first <= piece)] as Run
}

/** Copies the postings of a piece, with ranks of masks for their numbers. */
function copyPiece(out: ByteWriter, runs: readonly Run[], piece: number, ranks: Uint32Array): void {
  const { first, starts, bytes } = runOf(runs, piece)
  const cursor: Cursor = { bytes, at: starts[piece - first] as number }
  const end = starts[piece - first + 1] as number
  while (cursor.at < end) {
    out.varint(readVarint(cursor))
    const header = readVarint(cursor)
    let size = header & 7
    out.varint((ranks[header >>> 3] as number) * 8 + size)
    if (size === 7) {
      size = readVarint(cursor)
      out.varint(size)
    }
    out.copy(bytes, cursor.at, cursor.at + size)
    cursor.at += size
  }
}

function numberOf(numbers: Map<number, number>, key: number): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = numbers.size
    numbers.set(key, number)
  }
  return number
}
