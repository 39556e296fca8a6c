/** The first two bytes of gzip (RFC 1952). */
const GZIP = [0x1f, 0x8b]

/**
 * Decompresses a gzip file. Bytes without gzip's magic number are returned unchanged, since some hosts serve the file with
 * `content-encoding: gzip` and the browser has then decompressed it; the files inside never start with that number.
 */
export async function unpack(file: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(file)
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
