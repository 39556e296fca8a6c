/** The `params` of an answer: the parameters again, form-encoded (a space is `+`), lists as JSON. */
import type { SearchParams } from '../wire.ts'

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
  let encoded = ''
  // A lone surrogate cannot be encoded; the replacement character stands for it.
  for (const character of text.toWellFormed()) {
    if (/^[A-Za-z0-9*\-._]$/.test(character)) encoded += character
    else if (character === ' ') encoded += '+'
    else encoded += percentEncode(character)
  }
  return encoded
}

function percentEncode(character: string): string {
  const encoded = encodeURIComponent(character)
  // These are left alone by the function, but not in forms.
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}
