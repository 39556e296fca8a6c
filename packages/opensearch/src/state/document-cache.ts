/** Unpacked documents with the settings, synonyms and rules of indexes, up to a number of bytes of JSON. */

/** A document and the size of its JSON (bytes). In memory a value takes a few times that. */
export interface SizedDocument {
  value: unknown
  bytes: number
}

interface Entry {
  reading: Promise<SizedDocument>
  /** 0 until the document has been read. */
  bytes: number
}

/** Documents are immutable and named by their content's id, so entries never become outdated. */
export class DocumentCache {
  readonly #maxBytes: number
  /** The least recently used one first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** `maxBytes`: maximum sum of the sizes of cached documents. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Sum of the sizes of cached documents (bytes). */
  get bytes(): number {
    return this.#bytes
  }

  /** The document, read with `read` if it is not cached. Concurrent calls share one read; a failed one is not cached. */
  async get(id: string, read: () => Promise<SizedDocument>): Promise<unknown> {
    const cached = this.#entries.get(id)
    if (cached === undefined) return this.#add(id, read())
    this.#entries.delete(id)
    this.#entries.set(id, cached)
    return (await cached.reading).value
  }

  async #add(id: string, reading: Promise<SizedDocument>): Promise<unknown> {
    const entry: Entry = { reading, bytes: 0 }
    this.#entries.set(id, entry)
    try {
      const { value, bytes } = await reading
      if (this.#entries.get(id) === entry) {
        entry.bytes = bytes
        this.#bytes += bytes
        this.#dropOldest()
      }
      return value
    } catch (error) {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
      throw error
    }
  }

  #dropOldest(): void {
    for (const [id, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      // A document that is being read has no size yet.
      if (bytes > 0) this.#drop(id)
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#entries.get(id)?.bytes ?? 0
    this.#entries.delete(id)
  }

  /** Drops all documents but those with these ids. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#drop(id)
  }
}
