/**
 * The records of an import that have arrived, in a SQLite file of the data folder. A page and its cursor are one transaction, so an
 * import that ended at any moment continues after the last whole page.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

import { makePrivateFolder } from '@docent/server/private-files'
import { whyRefused } from '@docent/server'
import type { SearchRecord } from '@docent/engine'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { RecordPage, Surroundings } from './source.ts'

/** Changes with the tables and with the reading; a file of another format starts empty. */
const FORMAT = 2

const TABLES = `
  CREATE TABLE import (id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT NOT NULL, surroundings TEXT NOT NULL, cursor TEXT, whole INTEGER NOT NULL, written TEXT) STRICT;
  CREATE TABLE record (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, refused TEXT) STRICT;
`

/** Ceiling (characters of JSON) of the records that are kept: a million of 4 kB. */
const MAX_CHARS = 4 * 1024 ** 3

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

type Row = Readonly<Record<string, SQLOutputValue>>

/** The parts of an index that have been read from a source, in a file. */
export class Arrived {
  readonly #folder: string
  readonly #maxChars: number
  readonly #database: DatabaseSync
  /** Characters of JSON of the records. */
  #chars: number

  /** Opens the file in a folder, which is created. @param maxChars for tests. @throws UsageError while another import uses it. */
  constructor(folder: string, maxChars = MAX_CHARS) {
    makePrivateFolder(folder)
    this.#folder = folder
    this.#maxChars = maxChars
    this.#database = openFile(folder)
    this.#chars = Number(this.#row('SELECT coalesce(sum(length(json)), 0) AS n FROM record')?.['n'])
  }

  state(): ImportState | undefined {
    const row = this.#row('SELECT source, surroundings, cursor, whole FROM import')
    if (row === undefined) return undefined
    const { source, surroundings, cursor, whole } = row
    return {
      source: String(source),
      // Written by `begin`, in a file of this format.
      surroundings: JSON.parse(String(surroundings)) as Surroundings,
      ...(cursor !== null && { cursor: String(cursor) }),
      whole: whole === 1,
    }
  }

  /** Removes the parts that have arrived, and begins an import. */
  begin(source: string, surroundings: Surroundings): void {
    inTransaction(this.#database, () => {
      this.#database.exec('DELETE FROM record; DELETE FROM import')
      this.#chars = 0
      this.#database
        .prepare('INSERT INTO import VALUES (1, ?, ?, NULL, 0, NULL)')
        .run(source, JSON.stringify(surroundings))
    })
  }

  /** Stores a page. Returns the number of records that were not there before. @throws Error above the ceiling of characters. */
  add({ hits, cursor }: RecordPage): number {
    let added = 0
    const has = this.#database.prepare('SELECT 1 FROM record WHERE id = ?')
    const insert = this.#database.prepare(`
      INSERT INTO record (id, json, refused) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET json = excluded.json, refused = excluded.refused`)
    inTransaction(this.#database, () => {
      for (const hit of hits) {
        const json = JSON.stringify(hit)
        this.#chars += json.length
        if (this.#chars > this.#maxChars)
          throw new Error(
            `The source has more than ${this.#maxChars} characters of records, the limit of an import: import fewer records, such as an index without its oldest version.`,
          )
        if (has.get(hit.objectID) === undefined) added++
        insert.run(hit.objectID, json, whyRefused('record', hit) ?? null)
      }
      this.#database
        .prepare('UPDATE import SET cursor = ?, whole = ?')
        .run(cursor ?? null, cursor === undefined ? 1 : 0)
    })
    return added
  }

  /** Number of records, with the refused ones. */
  count(): number {
    return Number(this.#row('SELECT count(*) AS n FROM record')?.['n'])
  }

  refused(): RefusedRecord[] {
    const rows = this.#database
      .prepare('SELECT id, refused FROM record WHERE refused IS NOT NULL ORDER BY position')
      .all()
    return rows.map(({ id, refused }) => ({ objectID: String(id), reason: String(refused) }))
  }

  /** The records that are written, the oldest first, as an index adds them; can be read several times. */
  records(): Iterable<SearchRecord> & { readonly length: number } {
    const database = this.#database
    return {
      length: Number(this.#row('SELECT count(*) AS n FROM record WHERE refused IS NULL')?.['n']),
      *[Symbol.iterator]() {
        // The source gives the newest first.
        const rows = database.prepare('SELECT json FROM record WHERE refused IS NULL ORDER BY position DESC').iterate()
        // `whyRefused` found each to be a record.
        for (const { json } of rows) yield JSON.parse(String(json)) as SearchRecord
      },
    }
  }

  /** Notes the index that has the records, by host and content; a repeated command does not write them again. */
  setWritten(index: string): void {
    this.#database.prepare('UPDATE import SET written = ?').run(index)
  }

  written(): string | undefined {
    const written = this.#row('SELECT written FROM import')?.['written']
    return typeof written === 'string' ? written : undefined
  }

  /** Keeps the parts that have arrived. */
  close(): void {
    this.#database.close()
  }

  /** Closes and deletes the file. */
  discard(): void {
    this.#database.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #row(query: string): Row | undefined {
    return this.#database.prepare(query).get()
  }
}

/** Opens the file with empty tables or those of an earlier command. It stays locked until it is closed. */
function openFile(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'arrived.db'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    inTransaction(database, () => {
      if (database.prepare('PRAGMA user_version').get()?.['user_version'] !== FORMAT)
        database.exec(`DROP TABLE IF EXISTS import; DROP TABLE IF EXISTS record; ${TABLES}`)
      // Written in any case: the first write takes the lock, which is kept until the end.
      database.exec(`PRAGMA user_version = ${FORMAT}`)
    })
    return database
  } catch (error) {
    database.close()
    throw new UsageError(
      `${folder} cannot be used (${messageOf(error)}): another import of this index may run; else delete the folder.`,
    )
  }
}

function inTransaction(database: DatabaseSync, change: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    change()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
