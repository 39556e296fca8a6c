/**
 * A URL of a hit if it is safe to link: http, https, or relative to the page. Any other (`javascript:`, `data:`, an invalid
 * URL) is `undefined`, and its row is text without a link.
 */
export function safeUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.trim() === '') return undefined
  // Browsers differ in how they parse control characters and lone surrogates; addresses of pages contain none.
  if (/\p{Cc}/u.test(url.trim()) || !url.isWellFormed()) return undefined
  try {
    // The base is arbitrary, since only the protocol is read.
    const { protocol } = new URL(url, 'https://page.invalid')
    return protocol === 'https:' || protocol === 'http:' ? url.trim() : undefined
  } catch {
    return undefined
  }
}

/**
 * The URL of the page of a section. @param page as the record states it, or empty: where a router in the browser shows the pages,
 * they are behind the hash, as in `/#/guide?id=part`. Else it is the URL without the hash.
 */
export const pageOf = (url: string, page: string): string =>
  page && url.startsWith(page) ? page : url.replace(/#.*/, '')
