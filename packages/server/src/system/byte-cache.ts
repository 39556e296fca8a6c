/** Values by key, up to a number of bytes: beyond it, the least recently used ones are dropped. */
export class ByteCache<Value> {
  readonly #maxBytes: number
  /** The least recently used one first. */
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  #bytes = 0

  /** @param maxBytes maximum sum of the sizes that callers state. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Sum of the sizes of all entries (bytes). */
  get bytes(): number {
    return this.#bytes
  }

  /** The value, which becomes the most recently used one. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Adds or replaces a value; one above the maximum is not kept. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  /** Drops the entries whose keys are not wanted. */
  retain(isWanted: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (!isWanted(key)) this.delete(key)
  }
}
