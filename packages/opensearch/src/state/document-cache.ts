/** Unpacked documents with the settings, synonyms and rules of indexes, up to a number of bytes of JSON. */
import { ByteCache } from '@docent/server/backend'

/** A document and the size of its JSON (bytes). In memory a value takes a few times that. */
export interface SizedDocument {
  value: unknown
  bytes: number
}

/** Documents are immutable and named by their content's id, so entries never become outdated. */
export class DocumentCache {
  readonly #documents: ByteCache<SizedDocument>
  /** The reads that have not ended, by id. */
  readonly #reading = new Map<string, Promise<SizedDocument>>()

  /** `maxBytes`: maximum sum of the sizes of cached documents. */
  constructor(maxBytes: number) {
    this.#documents = new ByteCache(maxBytes)
  }

  /** Sum of the sizes of cached documents (bytes). */
  get bytes(): number {
    return this.#documents.bytes
  }

  /** The document, read with `read` if it is not cached. Concurrent calls share one read; a failed one is not cached. */
  async get(id: string, read: () => Promise<SizedDocument>): Promise<unknown> {
    const document = this.#documents.get(id) ?? (await (this.#reading.get(id) ?? this.#read(id, read)))
    return document.value
  }

  async #read(id: string, read: () => Promise<SizedDocument>): Promise<SizedDocument> {
    const reading = read()
    this.#reading.set(id, reading)
    try {
      const document = await reading
      if (this.#reading.get(id) === reading) this.#documents.set(id, document, document.bytes)
      return document
    } finally {
      if (this.#reading.get(id) === reading) this.#reading.delete(id)
    }
  }

  /** Drops all documents but those with these ids; one that is being read is then not cached. */
  retain(ids: ReadonlySet<string>): void {
    this.#documents.retain((id) => ids.has(id))
    for (const id of this.#reading.keys()) if (!ids.has(id)) this.#reading.delete(id)
  }
}
