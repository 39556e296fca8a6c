// Lunr: headings boosted; each word exact, as a prefix and with one typo, with decreasing weight, like the plugins for sites.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import lunr from 'lunr'

import { segment, toSection } from './section.mjs'

/** Shorter words have too many neighbours for a typo or a prefix, except for the last word, which may be unfinished. */
const LONG = 4

export default ({ isCjk }) => {
  let index
  let urls
  const words = (query) =>
    isCjk
      ? segment(query)
      : lunr
          .tokenizer(query)
          .map((token) => String(token).replace(/^\W+|\W+$/g, ''))
          .filter((word) => word !== '')
  return {
    build(records) {
      const sections = records.map(toSection)
      urls = sections.map(({ url }) => url)
      // `lunr()` itself adds the English pipeline.
      index = lunr((builder) => {
        builder.ref('id')
        builder.field('title', { boost: 10 })
        builder.field('titles', { boost: 3 })
        builder.field('text')
        if (isCjk) {
          builder.tokenizer = (text) =>
            segment(String(text ?? '')).map((word, at) => new lunr.Token(word, { index: at }))
          builder.pipeline.reset()
          builder.searchPipeline.reset()
        }
        for (const section of sections) builder.add(section)
      })
    },
    search(query, hits) {
      const terms = words(query)
      if (terms.length === 0) return []
      const found = index.query((clauses) => {
        for (const [at, term] of terms.entries()) {
          const isLong = term.length >= LONG
          clauses.term(term, { boost: 10 })
          if (isLong || at === terms.length - 1)
            clauses.term(term, { boost: 3, wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false })
          if (isLong) clauses.term(term, { boost: 1, editDistance: 1 })
        }
      })
      return found.slice(0, hits).map(({ ref }) => ({ url: urls[ref] }))
    },
    save(folder) {
      const file = join(folder, 'index.json')
      writeFileSync(file, JSON.stringify({ index, urls }))
      return [file]
    },
    load(folder) {
      const saved = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
      urls = saved.urls
      index = lunr.Index.load(saved.index)
    },
  }
}
