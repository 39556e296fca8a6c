/**
 * `fetch` for answers of a host that is not ours: it follows no redirect, because the key is in a header that would go along, and it
 * reads at most `MAX_BYTES` of an answer.
 */

/** Ceiling (bytes) of one answer: a thousand records of 100 kB, which is the largest that the hosted provider takes. */
const MAX_BYTES = 128 * 1024 * 1024

/** An answer that is not used, with the reason. It is final: the next answer would be the same. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** A guarded `fetch`, and the waits that the host asks for. */
export interface GuardedFetch {
  fetch: typeof fetch
  /** The `Retry-After` (ms) of the last answer; 0 without one. */
  retryAfter: () => number
}

/** @param mostBytes for tests. */
export function guardFetch(mostBytes = MAX_BYTES): GuardedFetch {
  let retryAfter = 0
  return {
    retryAfter: () => retryAfter,
    async fetch(input, init) {
      retryAfter = 0
      const response = await fetch(input, { ...init, redirect: 'manual' })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        const to = URL.parse(response.headers.get('location') ?? '', response.url)?.origin ?? 'elsewhere'
        throw new UnusableAnswer(
          `it redirects to ${to}, and the key is not sent there: give the address that answers itself with --host`,
        )
      }
      retryAfter = waitOf(response.headers.get('retry-after'))
      if (response.body === null) return response
      const { status, statusText, headers } = response
      return new Response(response.body.pipeThrough(atMost(mostBytes)), { status, statusText, headers })
    },
  }
}

/** Seconds or a date, as ms from now. */
function waitOf(header: string | null): number {
  if (header === null) return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? ms : 0
}

function atMost(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new UnusableAnswer(`it has more than ${mostBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
