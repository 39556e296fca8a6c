/** Answers of plain text, one sentence each, for requests that are not the API's. */

/** Headers of an answer of plain text. */
export const PLAIN_TEXT_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** An answer of plain text; a line end is added. */
export const plainText = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...PLAIN_TEXT_HEADERS, ...headers } })
