/** Writes an FTS5 index with the texts of a file of records: node fts5-index.mjs FILE.jsonl.gz DATABASE */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'

const [file, path] = process.argv.slice(2)
const database = new DatabaseSync(path)
database.exec('PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE records USING fts5(url UNINDEXED, headings, content)')
const insert = database.prepare('INSERT INTO records VALUES (?, ?, ?)')
database.exec('BEGIN')
const bytes = gunzipSync(readFileSync(file))
for (let at = 0; at < bytes.length;) {
  const end = bytes.indexOf(10, at)
  const { url, hierarchy, content } = JSON.parse(bytes.toString('utf8', at, end < 0 ? bytes.length : end))
  insert.run(url, Object.values(hierarchy).filter(Boolean).join('\n'), content ?? '')
  at = end < 0 ? bytes.length : end + 1
}
database.exec('COMMIT')
database.close()
