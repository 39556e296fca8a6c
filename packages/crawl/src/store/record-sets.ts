/** The records of the last crawls: a candidate, the accepted set, and the one before it. Pages with equal records share them. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { DocRecord } from '@docent/engine'
import type { Acceptance, EarlierAnswers, LargestSizes, RecordSet, SetPage } from '../result/crawl-result.ts'
import { AcceptedHistory } from './accepted-history.ts'
import { inTransaction, pack, unpack } from './database.ts'

/** The part that a set plays. `open`: a crawl is writing it. */
type SetState = 'open' | 'candidate' | 'accepted' | 'previous'

/** The table of record sets. */
export interface RecordSets {
  /** Begins an empty set; an unfinished one is discarded. */
  begin: () => number
  /** Adds a page with records. Returns the hash of its records. */
  addPage: (set: number, page: Omit<SetPage, 'hash' | 'records'>, records: readonly DocRecord[]) => string
  /** Adds a page whose records another set has. Returns their number; `undefined` if no set has them. */
  addKnown: (set: number, page: Pick<SetPage, 'url' | 'title' | 'layout' | 'hash'>) => number | undefined
  /** Adds a page of another set unchanged. */
  copyPage: (set: number, from: number, url: string, keptUntil: string | undefined) => void
  /** The set is complete and becomes the candidate, in place of an earlier one. */
  finish: (set: number, created: string) => RecordSet
  pageOf: (set: number, url: string) => SetPage | undefined
  recordsOf: (set: number, url: string) => DocRecord[]
  of: (state: SetState) => RecordSet | undefined
  accept: (how?: Acceptance) => void
  /** The largest of the last accepted sets. */
  largest: () => LargestSizes | undefined
  earlierAnswers: () => EarlierAnswers
  rollback: () => void
}

/** Opens the tables of record sets. */
export function openRecordSets(database: DatabaseSync): RecordSets {
  const insert = database.prepare('INSERT OR REPLACE INTO set_page VALUES (?, ?, ?, ?, ?, ?, ?)')
  const insertRecords = database.prepare('INSERT OR IGNORE INTO records VALUES (?, ?)')
  const countOf = database.prepare('SELECT count FROM set_page WHERE hash = ? LIMIT 1')
  const hasRecords = database.prepare('SELECT 1 FROM records WHERE hash = ?')
  const page = database.prepare('SELECT * FROM set_page WHERE set_id = ? AND url = ?')
  const bytes = database.prepare('SELECT bytes FROM set_page JOIN records USING (hash) WHERE set_id = ? AND url = ?')
  const byState = database.prepare('SELECT id, created FROM record_set WHERE state = ?')
  const setState = database.prepare('UPDATE record_set SET state = ? WHERE id = ?')

  const history = new AcceptedHistory(database)

  const recordsFrom = (row: Record<string, unknown> | undefined): DocRecord[] =>
    row === undefined ? [] : (JSON.parse(unpack(row['bytes'])) as DocRecord[])
  const toSet = (id: number, created: string): RecordSet => ({
    id,
    created,
    pages: function* () {
      for (const row of database.prepare('SELECT * FROM set_page WHERE set_id = ? ORDER BY url').iterate(id))
        yield toPage(row)
    },
    records: function* () {
      for (const row of database
        .prepare('SELECT bytes FROM set_page JOIN records USING (hash) WHERE set_id = ? ORDER BY url')
        .iterate(id))
        yield* recordsFrom(row)
    },
    recordsOf: (url) => recordsFrom(bytes.get(id, url)),
  })
  const of = (state: SetState): RecordSet | undefined => {
    const row = byState.get(state)
    return row && toSet(Number(row['id']), String(row['created']))
  }
  const drop = (state: SetState): void => {
    const old = of(state)
    if (old === undefined) return
    database.prepare('DELETE FROM set_page WHERE set_id = ?').run(old.id)
    database.prepare('DELETE FROM record_set WHERE id = ?').run(old.id)
    database.exec('DELETE FROM records WHERE hash NOT IN (SELECT hash FROM set_page)')
  }

  /** Makes the set of a state the accepted one; the set that was accepted takes the place of `kept`. */
  const serve = (from: SetState, kept: SetState, missing: string): void => {
    const next = of(from)
    if (next === undefined) throw new Error(missing)
    const accepted = of('accepted')
    drop(kept)
    if (accepted !== undefined) setState.run(kept, accepted.id)
    setState.run('accepted', next.id)
  }

  return {
    begin: () =>
      inTransaction(database, () => {
        drop('open')
        return Number(
          database.prepare(`INSERT INTO record_set (created, state) VALUES ('', 'open')`).run().lastInsertRowid,
        )
      }),
    addPage(set, { url, title, layout, keptUntil }, records) {
      const json = JSON.stringify(records)
      const key = hash('sha256', json, 'base64url')
      if (hasRecords.get(key) === undefined) insertRecords.run(key, pack(json))
      insert.run(set, url, title, layout, records.length, key, keptUntil ?? null)
      return key
    },
    addKnown(set, { url, title, layout, hash: key }) {
      const count = countOf.get(key)?.['count']
      if (count === undefined) return undefined
      insert.run(set, url, title, layout, Number(count), key, null)
      return Number(count)
    },
    copyPage(set, from, url, keptUntil) {
      const row = page.get(from, url)
      if (row === undefined) return
      const { title, layout, records, hash: key } = toPage(row)
      insert.run(set, url, title, layout, records, key, keptUntil ?? null)
    },
    finish: (set, created) =>
      inTransaction(database, () => {
        drop('candidate')
        database.prepare(`UPDATE record_set SET state = 'candidate', created = ? WHERE id = ?`).run(created, set)
        return toSet(set, created)
      }),
    pageOf(set, url) {
      const row = page.get(set, url)
      return row && toPage(row)
    },
    recordsOf: (set, url) => recordsFrom(bytes.get(set, url)),
    of,
    accept(how) {
      inTransaction(database, () => {
        const before = of('accepted')
        serve('candidate', 'previous', 'No crawl waits to be accepted.')
        if (how === 'wanted') history.clear()
        history.addSize()
        if (before !== undefined && typeof how === 'object') history.addAnswers(before, how)
      })
    },
    rollback() {
      inTransaction(database, () => {
        serve('previous', 'candidate', 'There is no earlier set of records to go back to.')
        history.clear()
        history.addSize()
      })
    },
    earlierAnswers: () => history.answers(of('accepted')?.id),
    largest: () => history.largest(),
  }
}

function toPage(row: Record<string, unknown>): SetPage {
  return {
    url: String(row['url']),
    title: String(row['title']),
    layout: String(row['layout']),
    records: Number(row['count']),
    hash: String(row['hash']),
    ...(row['kept_until'] !== null && { keptUntil: String(row['kept_until']) }),
  }
}
