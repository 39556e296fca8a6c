// Adapter of the relevance kit (see its README) for the embedded engine, by its public API only.
import fs from 'node:fs'
import path from 'node:path'
import { buildIndex, DOCS_SETTINGS, openIndex, search } from '../packages/engine/src/index.ts'

const SETTINGS = { ...DOCS_SETTINGS, attributesToRetrieve: ['url'], attributesToHighlight: [], attributesToSnippet: [] }

export default () => {
  let bytes
  let index
  return {
    name: 'docent',
    build(records) {
      bytes = buildIndex(records, SETTINGS)
      index = openIndex(bytes, SETTINGS)
    },
    search: (query, k) => search(index, { query, hitsPerPage: k, distinct: false }).hits,
    save(folder) {
      const file = path.join(folder, 'docent.idx')
      fs.writeFileSync(file, bytes)
      return [file]
    },
    /** The sections from the seventh on hold the stored records, which searches do not read (segment/format.ts). */
    storedText() {
      const header = new DataView(bytes.buffer, bytes.byteOffset)
      return bytes.subarray(header.getUint32(32 + 6 * 16 + 4, true))
    },
    /** Opens the file without reading all of it. */
    load(folder) {
      const file = fs.openSync(path.join(folder, 'docent.idx'))
      const bytes = new Uint8Array(new SharedArrayBuffer(fs.fstatSync(file).size))
      const read = (from, to) => fs.readSync(file, bytes, from, to - from, from)
      index = openIndex({ bytes, read }, SETTINGS)
    },
  }
}
