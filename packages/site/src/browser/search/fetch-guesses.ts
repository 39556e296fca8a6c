/**
 * Fetches the dictionary part of the typed word, which the head of the index determines, while worker and dialog load. The
 * worker then finds it in the browser's cache, one round trip sooner.
 */
import { guessPart, isHead } from '@docent/engine'
import { unpack } from './gunzip.ts'

/** The last word of the input, whose beginning is looked up in the dictionary. */
const WORD_AT_END = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u

/**
 * Fetches the part of the typed word, and of each further input until the signal. Resolves when the first part begins to
 * arrive, at once if there is none.
 * @param head the response for the index; an index without parts has none to fetch.
 * @param typed returns the reader's current input.
 */
export async function fetchGuesses(
  head: Promise<Response> | undefined,
  index: URL,
  typed: () => string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await unpack((await (await head)?.clone().arrayBuffer()) ?? new ArrayBuffer())
  if (!isHead(bytes)) return
  const guessed = new Set<string>()
  async function fetchPart(): Promise<void> {
    const [word] = typed().toLowerCase().match(WORD_AT_END) ?? []
    const part = word && guessPart(bytes, word)
    if (!part || guessed.has(part)) return
    guessed.add(part)
    await fetch(new URL(`${part}.bin`, index), { cache: 'force-cache' })
  }
  addEventListener('input', () => fetchPart().catch(() => undefined), { signal })
  await fetchPart()
}
