// MiniSearch: headings boosted, every word a prefix, a fifth of a word's letters may be wrong, as VitePress sets it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import MiniSearch from 'minisearch'

import { segment, toSection } from './section.mjs'

export default ({ isCjk }) => {
  const options = {
    fields: ['title', 'titles', 'text'],
    storeFields: ['url'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
    ...(isCjk && { tokenize: segment }),
  }
  let index
  return {
    build(records) {
      index = new MiniSearch(options)
      index.addAll(records.map(toSection))
    },
    search: (query, hits) => index.search(query).slice(0, hits),
    save(folder) {
      const file = join(folder, 'index.json')
      writeFileSync(file, JSON.stringify(index))
      return [file]
    },
    load(folder) {
      index = MiniSearch.loadJSON(readFileSync(join(folder, 'index.json'), 'utf8'), options)
    },
  }
}
