/**
 * A table of counters by name with a ceiling in bytes. It is two tables: when the younger one has half of the bytes, the
 * older one is forgotten, and the younger one takes its place. So what is forgotten has not been counted for the longest
 * time, and no entry is looked for to be deleted.
 */

/** Bytes of an entry beside its name, measured in V8: its place in the table, the head of the text, the number. */
const ENTRY_BYTES = 96

export class BoundedCounters {
  readonly #maxBytes: number
  #younger = new Map<string, number>()
  #older: ReadonlyMap<string, number> = new Map()
  /** Bytes of the younger table. */
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds to the counter of a name, and returns what it is then. */
  add(name: string, count: number): number {
    const before = this.#younger.get(name)
    const sum = (before ?? this.#older.get(name) ?? 0) + count
    if (before === undefined) this.#makeRoom(costOf(name))
    this.#younger.set(name, sum)
    return sum
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes / 2) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#bytes = 0
    }
    this.#bytes += bytes
  }

  /** Forgets all. */
  clear(): void {
    this.#older = new Map()
    this.#younger = new Map()
    this.#bytes = 0
  }
}

/** V8 holds a text with one byte a unit where it can, else with two. */
const costOf = (name: string): number => ENTRY_BYTES + 2 * name.length
