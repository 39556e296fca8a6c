/**
 * A URL from an index as one that may be followed: http, https, or relative to the page. Anything else (`javascript:`,
 * `data:`, a URL that cannot be read) is `undefined`, and its row is text without a link.
 */
export function safeUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.trim() === '') return undefined
  // Browsers differ in what they make of these; no page has one in its address.
  if (/\p{Cc}/u.test(url.trim()) || !url.isWellFormed()) return undefined
  try {
    // Any base will do: only the resulting protocol counts.
    const { protocol } = new URL(url, 'https://page.invalid')
    return protocol === 'https:' || protocol === 'http:' ? url.trim() : undefined
  } catch {
    return undefined
  }
}

/** The page that a URL leads to: without its anchor. */
export function pageOf(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}
