/**
 * Terms by number, in order of first appearance: a hash table over one array of UTF-16 units. A `Map` from strings takes
 * three times the memory, and its keys keep the whole texts alive that they were cut from.
 */
import { grown } from './bytes.ts'

const FIRST_SLOTS = 1 << 8
/** Terms for each slot at most: beyond it the table is doubled. */
const LARGEST_LOAD = 0.5

/** Numbers are 0-based; a term keeps its number, and none is removed. */
export class TermTable {
  /** The number of terms. */
  size = 0
  /** By hash: the number of a term plus 1, or 0. */
  #slots = new Uint32Array(FIRST_SLOTS)
  /** By number. */
  #hashes = new Uint32Array(FIRST_SLOTS)
  /** By number: where the units of the term begin; one more for the end of the last. */
  #starts = new Uint32Array(FIRST_SLOTS)
  #units = new Uint16Array(FIRST_SLOTS * 8)

  /** The number of a term; a new term gets the next one. */
  numberOf(term: string): number {
    const { length } = term
    let hash = 0x811c9dc5
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
    hash = (hash ^ (hash >>> 15)) >>> 0
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const entry = this.#slots[slot] as number
      if (entry === 0) break
      if (this.#hashes[entry - 1] === hash && this.#equals(entry - 1, term)) return entry - 1
      slot = (slot + 1) & mask
    }
    return this.#add(term, hash, slot)
  }

  /** Length of a term in UTF-16 units. */
  length(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number)
  }

  /** The first unit of a term; 0 for an empty one. */
  firstUnit(number: number): number {
    return this.length(number) === 0 ? 0 : (this.#units[this.#starts[number] as number] as number)
  }

  text(number: number): string {
    const units = this.#units.subarray(this.#starts[number], this.#starts[number + 1])
    return String.fromCharCode.apply(null, units as unknown as number[])
  }

  /** All numbers, in the order of their terms by UTF-16 unit. */
  sorted(): Uint32Array {
    const [units, starts] = [this.#units, this.#starts]
    // The first three units of each term as one number: nearly all comparisons end here.
    const heads = new Float64Array(this.size)
    for (let number = 0; number < this.size; number++) {
      const start = starts[number] as number
      const length = Math.min((starts[number + 1] as number) - start, 3)
      let head = 0
      for (let at = 0; at < 3; at++) head = head * 0x10000 + (at < length ? (units[start + at] as number) : 0)
      heads[number] = head
    }
    return Uint32Array.from({ length: this.size }, (_, number) => number).sort((a, b) => {
      const difference = (heads[a] as number) - (heads[b] as number)
      if (difference !== 0) return difference
      const [startA, startB] = [starts[a] as number, starts[b] as number]
      const [lengthA, lengthB] = [(starts[a + 1] as number) - startA, (starts[b + 1] as number) - startB]
      const common = Math.min(lengthA, lengthB)
      for (let at = 0; at < common; at++) {
        const unit = (units[startA + at] as number) - (units[startB + at] as number)
        if (unit !== 0) return unit
      }
      return lengthA - lengthB
    })
  }

  #equals(number: number, term: string): boolean {
    const start = this.#starts[number] as number
    if ((this.#starts[number + 1] as number) - start !== term.length) return false
    for (let at = 0; at < term.length; at++) if (this.#units[start + at] !== term.charCodeAt(at)) return false
    return true
  }

  #add(term: string, hash: number, slot: number): number {
    const number = this.size++
    const start = this.#starts[number] as number
    const end = start + term.length
    if (end > this.#units.length) {
      this.#units = new Uint16Array(this.#units.buffer.transfer(Math.max(end, this.#units.length * 2) * 2))
    }
    for (let at = 0; at < term.length; at++) this.#units[start + at] = term.charCodeAt(at)
    if (number === this.#hashes.length) {
      this.#hashes = grown(this.#hashes)
    }
    if (number + 1 === this.#starts.length) this.#starts = grown(this.#starts)
    this.#hashes[number] = hash
    this.#starts[number + 1] = end
    this.#slots[slot] = number + 1
    if (this.size > this.#slots.length * LARGEST_LOAD) this.#double()
    return number
  }

  #double(): void {
    const mask = this.#slots.length * 2 - 1
    const slots = new Uint32Array(mask + 1)
    for (let number = 0; number < this.size; number++) {
      let slot = (this.#hashes[number] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}
