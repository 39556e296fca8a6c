/**
 * Unpacks a zip file, since a machine with Java and Node may have no program for it. Supports the features that OpenSearch's build
 * uses (no zip64, no encryption); the format is PKWARE's APPNOTE 6.3, sections 4.3.12 and 4.3.16.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DEFLATED = 8

/** Writes the files for which `wanted` returns true below `folder`; names have slashes. Throws for a file that is no zip. */
export function unzip(file: string, folder: string, wanted: (name: string) => boolean): void {
  const zip = readFileSync(file)
  let end = zip.length - 22
  while (end >= 0 && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0) throw new Error(`${file} is no zip file`)
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`${file} is damaged`)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (!name.endsWith('/') && wanted(name)) {
      const path = join(folder, name)
      if (!normalize(path).startsWith(normalize(folder)))
        throw new Error(`${file} has a file outside of itself: ${name}`)
      const content = contentOf(zip, at)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

/** The content of the file of the directory's entry at this offset. */
function contentOf(zip: Buffer, entry: number): Buffer {
  const header = zip.readUInt32LE(entry + 42)
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  return zip.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed
}
