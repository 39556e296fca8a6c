/** The first two bytes of gzip (RFC 1952). */
const GZIP = [0x1f, 0x8b]

/**
 * The bytes of a file that was written packed. A host that knows the format has unpacked it already; what is inside never
 * begins like gzip.
 */
export async function unpack(file: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(file)
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
