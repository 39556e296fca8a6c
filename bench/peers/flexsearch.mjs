// FlexSearch: a document index over three fields, words as prefixes (`forward`), its encoder for similar-sounding Latin
// words or for CJK letters, suggestions where not every word is found. Fields are merged in the order of their weight.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import FlexSearch from 'flexsearch'

import { toSection } from './section.mjs'

const FIELDS = ['title', 'titles', 'text']

export default ({ isCjk }) => {
  const empty = () =>
    new FlexSearch.Document({
      tokenize: 'forward',
      encoder: isCjk ? FlexSearch.Charset.CJK : FlexSearch.Charset.LatinBalance,
      document: { id: 'id', store: ['url'], index: FIELDS.map((field) => ({ field, tokenize: 'forward' })) },
    })
  let index
  return {
    build(records) {
      index = empty()
      for (const section of records.map(toSection)) index.add(section)
    },
    search(query, hits) {
      const fields = index.search(query, { limit: hits, suggest: true, enrich: true })
      const urls = FIELDS.flatMap((name) => fields.find(({ field }) => field === name)?.result ?? [])
      return [...new Set(urls.map(({ doc }) => doc.url))].slice(0, hits).map((url) => ({ url }))
    },
    async save(folder) {
      const files = []
      await index.export((key, data) => {
        if (data === undefined) return
        const file = join(folder, `part-${files.length}.json`)
        writeFileSync(file, JSON.stringify([key, data]))
        files.push(file)
      })
      return files
    },
    load(folder) {
      index = empty()
      for (const file of readdirSync(folder).filter((name) => name.startsWith('part-'))) {
        const [key, data] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
        index.import(key, data)
      }
    },
  }
}
