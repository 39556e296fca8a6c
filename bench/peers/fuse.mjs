// Fuse.js: no index but the texts; weighted keys, and matches anywhere in a long text (`ignoreLocation`).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Fuse from 'fuse.js'

import { toSection } from './section.mjs'

const OPTIONS = {
  keys: [
    { name: 'title', weight: 4 },
    { name: 'titles', weight: 2 },
    { name: 'text', weight: 1 },
  ],
  threshold: 0.3,
  ignoreLocation: true,
}

export default () => {
  let fuse
  let sections
  return {
    build(records) {
      sections = records.map(toSection)
      fuse = new Fuse(sections, OPTIONS)
    },
    search: (query, limit) => fuse.search(query, { limit }).map(({ item }) => ({ url: item.url })),
    save(folder) {
      const file = join(folder, 'index.json')
      writeFileSync(file, JSON.stringify({ sections, index: fuse.getIndex() }))
      return [file]
    },
    load(folder) {
      const saved = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
      fuse = new Fuse(saved.sections, OPTIONS, Fuse.parseIndex(saved.index))
    },
  }
}
