/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds or a date.
 *
 * @param now ms. @returns ms to wait, at least 0; `undefined` for a missing or malformed value.
 */
export function retryAfter(value: string, now: number): number | undefined {
  const text = value.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
