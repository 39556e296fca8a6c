/**
 * Embeds texts of sections in batches, one batch at a time. Vectors are on disk after each batch, so an interrupted run continues
 * where it was. A batch that the model refuses is tried in halves: one text that it refuses must not keep out the others.
 */
import type { Log } from '../system/log.ts'
import { SEMANTIC_LIMITS } from '../wire/limits.ts'
import { type Embed, EndpointError } from './endpoint.ts'
import { quantise } from './quantise.ts'
import { hashOf, type TextHash, type VectorFile } from './vector-file.ts'

/** Texts in one request: 60 kB at most. */
const BATCH_TEXTS = 32
/** Maximum time (ms) of a request: a model without a graphics card takes seconds for a batch. */
const BATCH_MS = 60_000
/** Statuses that refuse the texts, not the sender: the same request fails again. */
const TEXTS_REFUSED: ReadonlySet<number> = new Set([400, 413, 422])

/** `requests` and `failures` count since the start of the process. */
export interface SectionEmbedder {
  /** Adds the vectors of all texts that the file lacks. Throws an `EndpointError`, and the errors of the file. */
  embed: (texts: readonly string[]) => Promise<void>
  readonly requests: number
  readonly failures: number
  /** Texts that the model refuses, which are not sent again before a restart. */
  readonly refused: ReadonlySet<TextHash>
}

/** `signal` ends a running request, and `embed` with its reason. */
export interface EmbedderContext {
  signal: AbortSignal
  /** Called after each batch. */
  changed: () => void
  log: Log
  /** Replaces the limit for tests. */
  mostVectors?: number
}

/** Texts beyond `mostVectors` are not embedded; the log says so once. */
export function createEmbedder(
  embed: Embed,
  file: VectorFile,
  { signal, changed, log, mostVectors = SEMANTIC_LIMITS.vectors }: EmbedderContext,
): SectionEmbedder {
  let isFull = false
  const refused = new Set<TextHash>()
  let requests = 0
  let failures = 0

  async function embedBatch(texts: readonly string[]): Promise<void> {
    requests++
    try {
      const vectors = await embed(texts, { timeoutMs: BATCH_MS, signal })
      const added = texts.flatMap((text, at) => {
        const quantised = quantise(vectors[at] ?? [])
        if (quantised === undefined) refused.add(hashOf(text))
        return quantised === undefined ? [] : [{ hash: hashOf(text), ...quantised }]
      })
      file.add(added)
      changed()
    } catch (error) {
      failures++
      if (!(error instanceof EndpointError) || !TEXTS_REFUSED.has(error.status)) throw error
      const [only] = texts
      if (texts.length === 1 && only !== undefined) {
        // With nothing embedded yet, the model, the address or the key is wrong, not the text.
        if (file.size === 0) throw error
        refused.add(hashOf(only))
        return
      }
      const half = Math.ceil(texts.length / 2)
      await embedBatch(texts.slice(0, half))
      await embedBatch(texts.slice(half))
    }
  }

  return {
    async embed(texts) {
      const missing = [...new Set(texts)].filter((text) => {
        const hash = hashOf(text)
        return file.rowOf(hash) === undefined && !refused.has(hash)
      })
      const room = Math.max(0, mostVectors - file.size)
      if (missing.length > room && !isFull) {
        isFull = true
        const message = `Semantic search holds ${mostVectors} vectors at most: further sections are found by their words alone`
        log({ level: 'warn', event: 'semantic-full', message })
      }
      for (let at = 0; at < Math.min(missing.length, room); at += BATCH_TEXTS)
        await embedBatch(missing.slice(at, Math.min(at + BATCH_TEXTS, room)))
    },
    get requests() {
      return requests
    },
    get failures() {
      return failures
    },
    refused,
  }
}
