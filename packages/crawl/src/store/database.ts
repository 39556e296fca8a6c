/** The file of a crawl's store: a SQLite database that survives the end of the process at any moment. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Raised with every change of the tables. A store is a cache of a site: one of another format starts empty. */
const FORMAT = 5

/** Ceiling (KiB) on SQLite's page cache. */
const CACHE_KIB = 16_384

/**
 * `address`: the frontier of the present crawl, then its verdicts. `page`: the last good answer of each address, kept
 * between crawls. `content_link`: the links in its content. `body`, `records`: compressed, by the hash of their content. `record_set`, `set_page`: the candidate, the
 * accepted and the previous set. `accepted_size`: the sizes of the last accepted sets. `accepted_answers`: the answers of those
 * that were compared with their successors. `visit`: the last request of each page that a sitemap dates.
 */
const SCHEMA = `
  CREATE TABLE crawl (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, started INTEGER NOT NULL, phase TEXT NOT NULL,
    requests INTEGER NOT NULL DEFAULT 0, spent INTEGER NOT NULL DEFAULT 0, scope TEXT NOT NULL DEFAULT '[]',
    outcome TEXT NOT NULL DEFAULT 'complete', twins TEXT NOT NULL DEFAULT '', gaps INTEGER NOT NULL DEFAULT 0,
    proofs INTEGER NOT NULL DEFAULT 0, doubts INTEGER NOT NULL DEFAULT 0,
    wrong304 INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE learnt (input TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE note (text TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE address (
    url TEXT PRIMARY KEY, source TEXT NOT NULL, host TEXT NOT NULL, depth INTEGER NOT NULL, hops INTEGER NOT NULL,
    listed INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, detail TEXT,
    records INTEGER, layout TEXT, change TEXT, twin TEXT, kept_records INTEGER, kept_until TEXT,
    lastmod TEXT, requested TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX address_waiting ON address (depth, host, url) WHERE state = 'waiting';
  CREATE INDEX address_state ON address (state, url);
  CREATE TABLE page (
    url TEXT PRIMARY KEY, body TEXT NOT NULL, etag TEXT, modified TEXT, facts TEXT NOT NULL, links BLOB NOT NULL,
    read INTEGER NOT NULL, received INTEGER NOT NULL, reading TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX page_body ON page (body);
  CREATE TABLE visit (
    url TEXT PRIMARY KEY, requested INTEGER NOT NULL, lastmod TEXT NOT NULL, since INTEGER NOT NULL, evidence TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE content_link (
    source TEXT NOT NULL, url TEXT NOT NULL, anchor TEXT NOT NULL, text TEXT NOT NULL, scope TEXT NOT NULL,
    PRIMARY KEY (source, url, anchor, text)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE body (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE record_set (
    id INTEGER PRIMARY KEY, created TEXT NOT NULL, state TEXT NOT NULL, uncompared INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE set_page (
    set_id INTEGER NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, layout TEXT NOT NULL, count INTEGER NOT NULL,
    hash TEXT NOT NULL, kept_until TEXT, PRIMARY KEY (set_id, url)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX set_page_hash ON set_page (hash);
  CREATE TABLE accepted_size (
    set_id INTEGER PRIMARY KEY, created TEXT NOT NULL, pages INTEGER NOT NULL, records INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE accepted_answers (set_id INTEGER PRIMARY KEY, created TEXT NOT NULL, answers TEXT NOT NULL) STRICT;
  CREATE TABLE records (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
`

/**
 * Opens the file, and creates it if it is missing or has another format.
 *
 * @throws errors of SQLite for a file that is no database.
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -${CACHE_KIB};
  `)
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  if (version !== FORMAT) {
    inTransaction(database, () => {
      for (const { name } of database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()) {
        database.exec(`DROP TABLE "${String(name)}"`)
      }
      database.exec(SCHEMA)
      database.exec(`PRAGMA user_version = ${FORMAT}`)
    })
  }
  return database
}

/** Runs the steps as one transaction. */
export function inTransaction<T>(database: DatabaseSync, steps: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = steps()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** Text as it is stored. Zstandard at its default level: 2 ms for a page of 500 kB, a seventh of its size. */
export const pack = (text: string): Uint8Array => zstdCompressSync(text)

/** The text of stored bytes. */
export const unpack = (bytes: unknown): string => zstdDecompressSync(bytes as Uint8Array).toString()
