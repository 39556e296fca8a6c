// The embedded engine in the form that the relevance kit weighs (see its README): the public API and nothing else.
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
    /** The sections from the seventh on: what hits give back, apart from what is searched (segment/format.ts). */
    storedText() {
      const header = new DataView(bytes.buffer, bytes.byteOffset)
      return bytes.subarray(header.getUint32(32 + 6 * 16 + 4, true))
    },
    load(folder) {
      index = openIndex(fs.readFileSync(path.join(folder, 'docent.idx')), SETTINGS)
    },
  }
}
