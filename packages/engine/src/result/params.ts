/** The `params` of an answer: the parameters again, form-encoded (a space is `+`), lists as JSON. */
import type { SearchParams } from '../wire.ts'

/** Parameters that are undefined or null are left out; the order is that of the object. */
export function encodeParams(params: SearchParams): string {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) => `${encode(name)}=${encode(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    )
    .join('&')
}

/** As browsers encode forms: everything but letters, digits and `*-._`. */
function encode(text: string): string {
  // A lone surrogate cannot be encoded; it becomes the replacement character.
  return encodeURIComponent(text.toWellFormed()).replace(/%20|[!'()~]/g, (found) =>
    // Forms encode these marks, the function does not.
    found === '%20' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
