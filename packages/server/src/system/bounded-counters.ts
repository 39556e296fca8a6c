/**
 * Counters by name with a limit of memory. There are two tables: when the newer one has half of the bytes, it replaces the older
 * one. So the least recently used counters are dropped, without a search for them.
 */

/** Bytes of an entry without its name, measured in V8: its slot in the table, the header of the string, the number. */
const ENTRY_BYTES = 96

/** `maxBytes` is estimated memory: the UTF-16 units of the names and a fixed cost for each entry. */
export class BoundedCounters {
  readonly #maxBytes: number
  #newer = new Map<string, number>()
  #older: ReadonlyMap<string, number> = new Map()
  /** Bytes of the newer table. */
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds to the counter of a name, and returns its new value. */
  add(name: string, count: number): number {
    const before = this.#newer.get(name)
    const sum = (before ?? this.#older.get(name) ?? 0) + count
    if (before === undefined) this.#makeRoom(costOf(name))
    this.#newer.set(name, sum)
    return sum
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes / 2) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#bytes = 0
    }
    this.#bytes += bytes
  }

  /** Removes all counters. */
  clear(): void {
    this.#older = new Map()
    this.#newer = new Map()
    this.#bytes = 0
  }
}

/** V8 stores a string with one or two bytes per UTF-16 unit. */
const costOf = (name: string): number => ENTRY_BYTES + 2 * name.length
