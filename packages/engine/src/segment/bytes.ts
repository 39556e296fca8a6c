/**
 * Writing and checking of bytes: a growable buffer, variable-length integers, UTF-8 and the checksum of the index file.
 * Integers are little-endian. Varints hold 7 bits a byte, low bits first, and values below 2^32.
 */

/** The platform's text codecs, which every platform with JavaScript modules has. */
interface Utf8Encoder {
  encode(text: string): Uint8Array
  encodeInto(text: string, target: Uint8Array): { read: number; written: number }
}
interface Utf8Decoder {
  decode(bytes: Uint8Array): string
}
declare const TextEncoder: new () => Utf8Encoder
declare const TextDecoder: new (label: 'utf-8', options: { ignoreBOM: boolean }) => Utf8Decoder

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Up to this size, ASCII is read and written faster without the platform's coders. */
const SHORT = 256

/** A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const { length } = text
  if (length > SHORT) return encoder.encode(text)
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) return encoder.encode(text)
    bytes[at] = unit
  }
  return bytes
}

/** The beginning of a text that has at most `limit` bytes in UTF-8; no character is cut in two. */
export function cutToBytes(text: string, limit: number): string {
  // A unit has at least one byte, so the copy that is encoded is short.
  const start = text.slice(0, limit)
  return start.slice(0, encoder.encodeInto(start, new Uint8Array(limit)).read)
}

/** The bytes of the text that was encoded last, from the start of a buffer that the next one overwrites. */
interface Encoded {
  bytes: Uint8Array
  length: number
}

/** Encodes many texts without an array for each. */
export function createEncoder(): (text: string) => Encoded {
  const encoded: Encoded = { bytes: new Uint8Array(4096), length: 0 }
  return (text) => {
    const { length } = text
    // A unit has at most three bytes.
    if (length * 3 > encoded.bytes.length) encoded.bytes = new Uint8Array(length * 6)
    const { bytes } = encoded
    let at = 0
    if (length <= LOOPED) {
      for (; at < length; at++) {
        const unit = text.charCodeAt(at)
        if (unit > 0x7f) break
        bytes[at] = unit
      }
    }
    encoded.length = at === length ? length : encoder.encodeInto(text, bytes).written
    return encoded
  }
}

/** Decodes a copy, because platforms refuse to decode shared memory. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT) {
    let at = start
    while (at < end && (bytes[at] as number) < 0x80) at++
    if (at === end) return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[])
  }
  return decoder.decode(bytes.slice(start, end))
}

/** Bytes that a loop copies in the time of one call of the platform, measured. */
const LOOPED = 80

/** A buffer that doubles when it is full. Views of `bytes` from before are then empty. */
export class ByteWriter {
  bytes = new Uint8Array(1024)
  length = 0

  byte(value: number): void {
    if (this.length === this.bytes.length) this.#grow(1)
    this.bytes[this.length++] = value
  }

  varint(value: number): void {
    let rest = value
    while (rest > 127) {
      this.byte((rest & 127) | 128)
      rest >>>= 7
    }
    this.byte(rest)
  }

  append(source: Uint8Array): void {
    if (this.length + source.length > this.bytes.length) this.#grow(source.length)
    this.bytes.set(source, this.length)
    this.length += source.length
  }

  /** Appends `source` from `from` to `to`. Up to some size a loop is faster than a call of the platform. */
  copy(source: Uint8Array, from: number, to: number): void {
    const size = to - from
    this.reserve(size)
    if (size > LOOPED) this.bytes.set(source.subarray(from, to), this.length)
    else {
      const { bytes, length } = this
      for (let i = 0; i < size; i++) bytes[length + i] = source[from + i] as number
    }
    this.length += size
  }

  /** Makes space for `count` bytes more. */
  reserve(count: number): void {
    if (this.length + count > this.bytes.length) this.#grow(count)
  }

  /** Pads with zeros to a multiple of `size`. */
  align(size: number): void {
    while (this.length % size !== 0) this.byte(0)
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  /** A copy of the written bytes, in memory of its own; the next byte is then the first. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.bytes.slice(0, this.length)
    this.length = 0
    return bytes
  }

  #grow(needed: number): void {
    // Moved, not copied: copies of a large index would double the memory until the old ones are collected.
    const size = Math.max(this.bytes.length * 2, this.length + needed)
    this.bytes = new Uint8Array(this.bytes.buffer.transfer(size))
  }
}

/** The array with twice its length, or with 256; the given one is then empty. Moved, as the bytes of a `ByteWriter`. */
export function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(array.buffer.transfer(Math.max(array.byteLength * 2, 1024)))
}

/** Frees arrays that are not used any more, with all views of their memory; a collection would free it later. */
export function release(...arrays: readonly (Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>)[]): void {
  for (const { buffer } of arrays) buffer.transfer(0)
}

/** The bytes of a typed array, without copying. */
export function bytesOf(array: Uint8Array | Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/**
 * Words between two calls of `mix`: the platform compiles a function when it is called often, but runs a long loop in its slower
 * tiers. In a new process 4 MB take 12 CPU ms, 20 in one loop (least of 7 pairs).
 */
const MIXED = 1024

/**
 * Checksum of `words`, 32 bits: MurmurHash3 (x86, 32) without its tail. Each step is a bijection both of the state and
 * of the word, so any change within one word, which includes any changed byte, changes the sum.
 */
export function checksum(words: Uint32Array): number {
  let hash = 0x9747b28c ^ words.length
  for (let from = 0; from < words.length; from += MIXED) {
    hash = mix(hash, words, from, Math.min(from + MIXED, words.length))
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

function mix(before: number, words: Uint32Array, from: number, to: number): number {
  let hash = before
  for (let at = from; at < to; at++) {
    let word = Math.imul(words[at] as number, 0xcc9e2d51)
    word = (word << 15) | (word >>> 17)
    hash ^= Math.imul(word, 0x1b873593)
    hash = (hash << 13) | (hash >>> 19)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  return hash
}

/** Checksum of any bytes, as if zeros followed up to a multiple of 4. */
export function checksumOf(bytes: Uint8Array): number {
  const padded = new Uint8Array((bytes.length + 3) & ~3)
  padded.set(bytes)
  return checksum(new Uint32Array(padded.buffer))
}

/** Reads varints one after the other. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** Needs no bounds check, because the section was verified. Beyond the end it reads 0. */
export function readVarint(cursor: Cursor): number {
  const bytes = cursor.bytes
  let byte = bytes[cursor.at++] as number
  if (byte < 128) return byte
  let value = byte & 127
  let shift = 7
  do {
    byte = bytes[cursor.at++] as number
    value |= (byte & 127) << shift
    shift += 7
  } while (byte > 127)
  return value >>> 0
}

/** The last number from `low` to `high` for which `holds`, which holds for all before it; `low` if it holds for none. */
export function lastWhere(low: number, high: number, holds: (number: number) => boolean): number {
  let [first, last] = [low, high]
  while (first < last) {
    const middle = (first + last + 1) >> 1
    if (holds(middle)) first = middle
    else last = middle - 1
  }
  return first
}
