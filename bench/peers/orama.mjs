// Orama: headings boosted, tolerance 1 (its setting for typos), its English tokenizer, or words by Intl.Segmenter.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { create, insertMultiple, load, save, search } from '@orama/orama'

import { segment, toSection } from './section.mjs'

export default ({ isCjk }) => {
  const empty = () =>
    create({
      schema: { title: 'string', titles: 'string', text: 'string' },
      ...(isCjk
        ? { components: { tokenizer: { language: 'chinese', normalizationCache: new Map(), tokenize: segment } } }
        : { language: 'english' }),
    })
  let database
  return {
    async build(records) {
      database = empty()
      const sections = records.map(toSection).map((section) => ({ ...section, id: String(section.id) }))
      await insertMultiple(database, sections, 500)
    },
    async search(term, limit) {
      const { hits } = await search(database, { term, limit, tolerance: 1, boost: { title: 4, titles: 2, text: 1 } })
      return hits.map(({ document }) => ({ url: document.url }))
    },
    save(folder) {
      const file = join(folder, 'index.json')
      writeFileSync(file, JSON.stringify(save(database)))
      return [file]
    },
    load(folder) {
      database = empty()
      load(database, JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')))
    },
  }
}
