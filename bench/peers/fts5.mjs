// FTS5 of the platform's SQLite: three columns with weights, stems of English, an index of prefixes. The last word is a beginning;
// words may be missing where too few sections have all of them.

import { copyFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { toSection } from './section.mjs'

/** Fewer sections with all words: those with some are added. */
const ENOUGH = 10

export default () => {
  let database
  let path
  let found
  const open = (file) => {
    path = file
    database = new DatabaseSync(path)
  }
  const prepare = () => {
    const order = 'ORDER BY bm25(sections, 0, 10, 4, 1) LIMIT ?'
    found = database.prepare(`SELECT url FROM sections WHERE sections MATCH ? ${order}`)
  }
  return {
    build(records) {
      open(join(tmpdir(), `docent-bench-fts5-${process.pid}.db`))
      database.exec(`PRAGMA journal_mode = OFF; CREATE VIRTUAL TABLE sections USING fts5(url UNINDEXED, title, titles, text,
        tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3 4'); BEGIN`)
      const insert = database.prepare('INSERT INTO sections VALUES (?, ?, ?, ?)')
      for (const { url, title, titles, text } of records.map(toSection)) insert.run(url, title, titles, text)
      database.exec(`COMMIT; INSERT INTO sections(sections) VALUES ('optimize')`)
      prepare()
    },
    search(query, hits) {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
      if (words.length === 0) return []
      const terms = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`)
      const all = found.all(terms.join(' AND '), hits)
      if (all.length >= ENOUGH || terms.length === 1) return all
      const known = new Set(all.map(({ url }) => url))
      const some = found.all(terms.join(' OR '), hits).filter(({ url }) => !known.has(url))
      return [...all, ...some].slice(0, hits)
    },
    save(folder) {
      database.close()
      const file = join(folder, 'sections.db')
      copyFileSync(path, file)
      rmSync(path)
      return [file]
    },
    load(folder) {
      open(join(folder, 'sections.db'))
      prepare()
    },
  }
}
