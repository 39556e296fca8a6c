/**
 * The records of an import that have arrived, in a SQLite file of the data folder. A page and its cursor are one transaction, so an
 * import that ended at any moment continues after the last whole page.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { makePrivateFolder } from '@docent/server/private-files'
import { whyRefused } from '@docent/server'
import type { SearchRecord } from '@docent/engine'

import { UsageError } from '../terminal/usage-error.ts'
import type { RecordPage, Surroundings } from './source.ts'

/** Changes with the tables and with the reading; a file of another format starts empty. */
const FORMAT = 2

const TABLES = `
  CREATE TABLE import (id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT NOT NULL, surroundings TEXT NOT NULL, cursor TEXT, whole INTEGER NOT NULL, written TEXT) STRICT;
  CREATE TABLE record (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, refused TEXT) STRICT;
`

/** Ceiling (characters of JSON) of the records that are kept: a million of 4 kB. */
const MOST_CHARS = 4 * 1024 ** 3

/** The state of an import. */
export interface ImportState {
  /** Application, host and index. */
  source: string
  surroundings: Surroundings
  /** The start of the next page; absent before the first and after the last. */
  cursor?: string
  /** Whether the last page has arrived. */
  whole: boolean
}

/** A record that Docent does not take. */
export interface RefusedRecord {
  objectID: string
  reason: string
}

/** The parts of an index that have been read from a source, in a file. */
export interface Arrived {
  state: () => ImportState | undefined
  /** Removes the parts that have arrived, and begins an import. */
  begin: (source: string, surroundings: Surroundings) => void
  /** Stores a page. Returns the number of records that were not there before. */
  add: (page: RecordPage) => number
  /** Number of records, with the refused ones. */
  count: () => number
  refused: () => RefusedRecord[]
  /** The records that are written, the oldest first, as an index adds them; can be read several times. */
  records: () => Iterable<SearchRecord> & { readonly length: number }
  /** Notes the index that has the records, by host and content; a repeated command does not write them again. */
  setWritten: (index: string) => void
  written: () => string | undefined
  /** Keeps the parts that have arrived. */
  close: () => void
  /** Closes and deletes the file. */
  discard: () => void
}

/**
 * Opens the file in a folder, which is created. @param mostChars for tests. @throws UsageError while another import uses it.
 */
export function openArrived(folder: string, mostChars = MOST_CHARS): Arrived {
  makePrivateFolder(folder)
  const database = new DatabaseSync(join(folder, 'arrived.db'))
  const inTransaction = (change: () => void): void => {
    database.exec('BEGIN IMMEDIATE')
    try {
      change()
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    inTransaction(() => {
      if (database.prepare('PRAGMA user_version').get()?.['user_version'] !== FORMAT)
        database.exec(`DROP TABLE IF EXISTS import; DROP TABLE IF EXISTS record; ${TABLES}`)
      // Written in any case: the first write takes the lock, which is kept until the end.
      database.exec(`PRAGMA user_version = ${FORMAT}`)
    })
  } catch (error) {
    database.close()
    throw new UsageError(
      `${folder} cannot be used (${(error as Error).message}): another import of this index may run; else delete the folder.`,
    )
  }
  const insert = database.prepare(`
    INSERT INTO record (id, json, refused) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET json = excluded.json, refused = excluded.refused`)
  let chars = Number(database.prepare('SELECT coalesce(sum(length(json)), 0) AS n FROM record').get()?.['n'])
  const has = database.prepare('SELECT 1 FROM record WHERE id = ?')
  const countOf = (condition: string): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM record WHERE ${condition}`).get()?.['n'])
  return {
    state() {
      const row = database.prepare('SELECT source, surroundings, cursor, whole FROM import').get()
      if (row === undefined) return undefined
      const { source, surroundings, cursor, whole } = row
      return {
        source: String(source),
        surroundings: JSON.parse(String(surroundings)) as Surroundings,
        ...(cursor !== null && { cursor: String(cursor) }),
        whole: whole === 1,
      }
    },
    begin(source, surroundings) {
      inTransaction(() => {
        database.exec('DELETE FROM record; DELETE FROM import')
        chars = 0
        database.prepare('INSERT INTO import VALUES (1, ?, ?, NULL, 0, NULL)').run(source, JSON.stringify(surroundings))
      })
    },
    add({ hits, cursor }) {
      let added = 0
      inTransaction(() => {
        for (const hit of hits) {
          const json = JSON.stringify(hit)
          chars += json.length
          if (chars > mostChars)
            throw new Error(
              `The source has more than ${mostChars} characters of records: an import keeps at most these.`,
            )
          if (has.get(hit.objectID) === undefined) added++
          insert.run(hit.objectID, json, whyRefused('record', hit) ?? null)
        }
        database.prepare('UPDATE import SET cursor = ?, whole = ?').run(cursor ?? null, cursor === undefined ? 1 : 0)
      })
      return added
    },
    count: () => countOf('true'),
    refused: () =>
      database
        .prepare('SELECT id, refused FROM record WHERE refused IS NOT NULL ORDER BY position')
        .all()
        .map(({ id, refused }) => ({ objectID: String(id), reason: String(refused) })),
    records: () => ({
      length: countOf('refused IS NULL'),
      *[Symbol.iterator]() {
        // The source gives the newest first.
        const rows = database.prepare('SELECT json FROM record WHERE refused IS NULL ORDER BY position DESC').iterate()
        for (const { json } of rows) yield JSON.parse(String(json)) as SearchRecord
      },
    }),
    setWritten: (index) => void database.prepare('UPDATE import SET written = ?').run(index),
    written() {
      const written = database.prepare('SELECT written FROM import').get()?.['written']
      return typeof written === 'string' ? written : undefined
    },
    close: () => database.close(),
    discard() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
