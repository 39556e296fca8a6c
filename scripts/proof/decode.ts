/** A part of a URL without its percent escapes; unchanged where these are invalid. The proofs use no code of ingest. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
