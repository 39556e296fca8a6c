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
    load(folder) {
      index = openIndex(fs.readFileSync(path.join(folder, 'docent.idx')), SETTINGS)
    },
  }
}
