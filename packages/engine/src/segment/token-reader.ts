/**
 * Reads texts as numbers of terms. The tokens of a text are those of its chunks (`tokenize.ts`), and most chunks are
 * repeated, so their tokens are kept: a build of 118,777 records takes 5.4 CPU seconds instead of 9.7 (`npm run bench -- all
 * index-mdn`, with `MAX_UNITS` 0).
 */
import { classOf, EXTEND, GRAM, SPACE } from '../analysis/characters.ts'
import { isFunctionWord } from '../analysis/function-words.ts'
import { codeAt, type EmitToken, endOfGrams, PART, tokenize } from '../analysis/tokenize.ts'
import { grown } from './bytes.ts'
import type { TermTable } from './term-table.ts'

/** Limits of a kept chunk; others are rarely repeated. */
const MAX_UNITS = 24
const MAX_TOKENS = 6
/** Kept chunks, powers of 2: a small index needs few, the most take 2.7 MB. */
const FIRST_CHUNKS = 1 << 6
const LAST_CHUNKS = 1 << 15

/** `tokens` and `positions` are used again for each text. */
export class TokenReader {
  readonly terms: TermTable
  /** The terms of the text that was read last and their positions, up to `count`. */
  tokens = new Uint32Array(64)
  positions = new Uint32Array(64)
  count = 0
  /** Function words among the words of that text. */
  functionWords = 0
  readonly #capture: EmitToken
  #chunks = createChunks(FIRST_CHUNKS)

  constructor(terms: TermTable) {
    this.terms = terms
    this.#capture = (term, _start, _end, position, kind) => {
      if (kind === PART && isFunctionWord(term)) this.functionWords++
      this.#push(terms.numberOf(term), position)
    }
  }

  /** Reads a text whose first position is `first`; returns the number of positions used. */
  read(text: string, first: number): number {
    this.count = 0
    this.functionWords = 0
    const { length } = text
    let position = first
    let at = 0
    while (at < length) {
      let code = codeAt(text, at)
      let kind = classOf(code)
      if (kind === SPACE || kind === EXTEND) {
        at += code > 0xffff ? 2 : 1
      } else if (kind === GRAM) {
        const end = endOfGrams(text, at)
        position += tokenize(text.slice(at, end), this.#capture, position)
        at = end
      } else {
        const start = at
        let hash = 0x811c9dc5
        do {
          hash = Math.imul(hash ^ code, 0x01000193)
          at += code > 0xffff ? 2 : 1
          if (at >= length) break
          code = codeAt(text, at)
          kind = classOf(code)
        } while (kind !== SPACE && kind !== GRAM)
        position += this.#readChunk(text, start, at, hash, position)
      }
    }
    return position - first
  }

  #readChunk(text: string, start: number, end: number, textHash: number, position: number): number {
    // White space after a chunk decides whether its last full stop is a symbol.
    const closed = end < text.length && classOf(codeAt(text, end)) === SPACE
    const hash = (textHash ^ (textHash >>> 15) ^ (closed ? 0x9e3779b9 : 0)) >>> 0
    const chunks = this.#chunks
    const slot = hash & (chunks.hashes.length - 1)
    if (chunks.hashes[slot] === hash && isSame(chunks, slot, text, start, end)) {
      const from = slot * MAX_TOKENS
      const to = from + (chunks.counts[slot] as number)
      for (let token = from; token < to; token++) {
        this.#push(chunks.terms[token] as number, position + (chunks.offsets[token] as number))
      }
      this.functionWords += chunks.functionWords[slot] as number
      return chunks.used[slot] as number
    }
    const countBefore = this.count
    const wordsBefore = this.functionWords
    const chunk = text.slice(start, end)
    const used = tokenize(closed ? `${chunk} ` : chunk, this.#capture, position)
    const count = this.count - countBefore
    if (chunk.length > MAX_UNITS || count > MAX_TOKENS) return used
    chunks.hashes[slot] = hash
    chunks.lengths[slot] = chunk.length
    for (let unit = 0; unit < chunk.length; unit++) chunks.units[slot * MAX_UNITS + unit] = chunk.charCodeAt(unit)
    chunks.counts[slot] = count
    for (let token = 0; token < count; token++) {
      chunks.terms[slot * MAX_TOKENS + token] = this.tokens[countBefore + token] as number
      chunks.offsets[slot * MAX_TOKENS + token] = (this.positions[countBefore + token] as number) - position
    }
    chunks.used[slot] = used
    chunks.functionWords[slot] = this.functionWords - wordsBefore
    if (++chunks.writes > chunks.hashes.length * 2 && chunks.hashes.length < LAST_CHUNKS) {
      this.#chunks = createChunks(chunks.hashes.length * 2)
    }
    return used
  }

  #push(term: number, position: number): void {
    if (this.count === this.tokens.length) {
      this.tokens = grown(this.tokens)
      this.positions = grown(this.positions)
    }
    this.tokens[this.count] = term
    this.positions[this.count++] = position
  }
}

/** Kept chunks by hash: one for each slot, the last that was read. */
interface Chunks {
  hashes: Uint32Array
  /** UTF-16 units; 0 in an empty slot. */
  lengths: Uint8Array
  units: Uint16Array
  /** Tokens, with their terms and their positions from that of the chunk. */
  counts: Uint8Array
  terms: Uint32Array
  offsets: Uint8Array
  /** Positions used. */
  used: Uint8Array
  functionWords: Uint8Array
  writes: number
}

function createChunks(slots: number): Chunks {
  return {
    hashes: new Uint32Array(slots),
    lengths: new Uint8Array(slots),
    units: new Uint16Array(slots * MAX_UNITS),
    counts: new Uint8Array(slots),
    terms: new Uint32Array(slots * MAX_TOKENS),
    offsets: new Uint8Array(slots * MAX_TOKENS),
    used: new Uint8Array(slots),
    functionWords: new Uint8Array(slots),
    writes: 0,
  }
}

function isSame({ lengths, units }: Chunks, slot: number, text: string, start: number, end: number): boolean {
  if (lengths[slot] !== end - start) return false
  const from = slot * MAX_UNITS - start
  for (let at = start; at < end; at++) if (units[from + at] !== text.charCodeAt(at)) return false
  return true
}
