/**
 * Encodes an answer as JSON in UTF-8. An attribute that is a `Uint8Array` is JSON already and is copied: the embedded backend
 * gets the hits of an answer as bytes, 100 kB of them. Keys and their order are those of `JSON.stringify`.
 */

const utf8 = new TextEncoder()

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  // Not `Buffer.concat`, whose memory may be shared: the bytes are transferred to another thread.
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return bytes
}

/** The value's JSON, in memory that nothing else uses. */
export function encodeJson(value: object): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let text = ''
  for (const [name, attribute] of Object.entries(value)) {
    const json: unknown = attribute instanceof Uint8Array ? attribute : JSON.stringify(attribute)
    if (json === undefined) continue
    text += `${parts.length === 0 && text === '' ? '{' : ','}${JSON.stringify(name)}:`
    if (json instanceof Uint8Array) {
      parts.push(utf8.encode(text), json)
      text = ''
    } else text += String(json)
  }
  parts.push(utf8.encode(parts.length === 0 && text === '' ? '{}' : `${text}}`))
  return concat(parts)
}
