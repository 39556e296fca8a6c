/**
 * An answer as JSON in UTF-8, written piece by piece into the memory that is handed out: it is copied once.
 *
 * A text is one byte or two bytes a character in V8, as a whole. One `…` in a snippet makes all of an answer's JSON a
 * two-byte text, which takes twice as long to make and forty times as long to encode. So the attributes of each hit are
 * written by themselves, and those of its highlights and snippets too: only pieces that need two bytes are two-byte.
 * Measured on answers of 100 kB this halves the time. Keys and their order are those of `JSON.stringify`.
 * A `Uint8Array` is JSON already, and is copied.
 */

/** How deep objects are taken apart: the answer, a hit, its `_highlightResult`. Deeper, the pieces would be too many. */
const DEPTH = 3

/** Shorter pieces are joined to their key before they are written: each writing is a call out of JavaScript. */
const SHORT = 200

/** A UTF-16 unit takes at most 3 bytes. */
const BYTES_PER_UNIT = 3

/** What an answer takes beside what is JSON already; it grows where that is not enough. */
const FRAME_BYTES = 8 * 1024

const NOTHING = Buffer.alloc(0)
/** Not cleared before use: what lies beyond `used` is never shown. */
let memory = NOTHING
let used = 0

function append(text: string): void {
  reserve(text.length * BYTES_PER_UNIT)
  used += memory.write(text, used)
}

function appendBytes(bytes: Uint8Array): void {
  reserve(bytes.length)
  memory.set(bytes, used)
  used += bytes.length
}

function reserve(size: number): void {
  const needed = used + size
  if (needed <= memory.length) return
  const grown = Buffer.allocUnsafeSlow(Math.max(needed, memory.length * 2))
  memory.copy(grown, 0, 0, used)
  memory = grown
}

/** Whether the value stays out of an object's JSON, and whether it is taken apart. */
const isAbsent = (value: unknown): boolean => value === undefined || typeof value === 'function'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

function writeObject(object: Record<string, unknown>, depth: number): void {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    if (isAbsent(value)) continue
    writeValue(`${before}${JSON.stringify(name)}:`, value, depth)
    before = ','
  }
  append(before === '{' ? '{}' : '}')
}

function writeList(list: readonly unknown[], depth: number): void {
  if (list.length === 0) append('[]')
  for (const [i, item] of list.entries()) writeValue(i === 0 ? '[' : ',', item, depth)
  if (list.length > 0) append(']')
}

/** Writes `before` and the value. */
function writeValue(before: string, value: unknown, depth: number): void {
  if (value instanceof Uint8Array) {
    append(before)
    appendBytes(value)
    return
  }
  if (depth > 0 && isObject(value)) {
    append(before)
    writeObject(value, depth - 1)
    return
  }
  if (depth === DEPTH && Array.isArray(value)) {
    append(before)
    writeList(value, depth - 1)
    return
  }
  const json = JSON.stringify(value)
  if (json.length < SHORT) append(before + json)
  else {
    append(before)
    append(json)
  }
}

const sizeOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0)

/** The value's JSON, in memory that is its alone. Attributes that are bytes are JSON already. */
export function writeJson(value: object): Uint8Array<ArrayBuffer> {
  const written = Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0)
  // Not from Node's pool, which others share.
  memory = Buffer.allocUnsafeSlow(written + FRAME_BYTES)
  used = 0
  writeObject(value as Record<string, unknown>, DEPTH)
  const json = new Uint8Array(memory.buffer, 0, used)
  memory = NOTHING
  return json
}
