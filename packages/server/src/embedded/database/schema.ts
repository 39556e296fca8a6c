/**
 * The tables of the database, and their migrations. `user_version` is the number of migrations that a database has. One
 * with a higher number was written by a newer Docent and is refused unchanged.
 *
 * The numbers of tasks order all writes: each changed row has the number of its task, and a generation has that of its last task.
 * A task has a row until it is published.
 *
 * `indexes` and `records` are the source; `served` names the generations that searches read, which are outdated until a build is
 * done; `removed` lists removals for deltas. `served` is a table of its own, so that a name keeps its old generation (of another
 * index, after a move) until the new one replaces it.
 */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { makePrivateFile } from '../../system/private-files.ts'
import { ServerError } from '../../wire/errors.ts'
import { LIMITS } from '../../wire/limits.ts'

/**
 * Each entry is one migration, in SQL. Released entries are never edited, comments included: `damagedPart` compares the texts
 * that SQLite keeps.
 */
const MIGRATIONS = [
  `
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_task INTEGER NOT NULL,          -- last change of any kind
    records_task INTEGER NOT NULL        -- last change of a record
  ) STRICT;

  CREATE TABLE records (
    position INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of adding; kept when a record is replaced
    index_id INTEGER NOT NULL,
    object_id TEXT NOT NULL,
    body TEXT NOT NULL,
    digest BLOB NOT NULL,                -- of the body: tells what a replacement changes
    task INTEGER NOT NULL,               -- last change
    UNIQUE (index_id, object_id)
  ) STRICT;
  CREATE INDEX records_by_index ON records (index_id);

  CREATE TABLE parts (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    index_id INTEGER NOT NULL,
    kind TEXT NOT NULL,                  -- synonyms, rules
    object_id TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (index_id, kind, object_id)
  ) STRICT;

  CREATE TABLE served (
    name TEXT PRIMARY KEY,
    index_id INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    task INTEGER NOT NULL,               -- last task that it holds
    settings TEXT NOT NULL,
    entries INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    build_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    index_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tasks_by_index ON tasks (index_id);

  CREATE TABLE keys (
    value TEXT PRIMARY KEY,
    fields TEXT NOT NULL,
    created_at INTEGER NOT NULL,         -- seconds since 1970
    expires_at INTEGER NOT NULL,         -- seconds since 1970; 0 is never
    deleted_at INTEGER                   -- seconds since 1970; kept, so that it can be restored
  ) STRICT;
  `,
  `
  ALTER TABLE served ADD COLUMN parts TEXT NOT NULL DEFAULT '{}';  -- synonyms and rules that it is read with
  `,
  `
  -- What is served is a base and the changes since, or a base alone, which then is the generation.
  ALTER TABLE served ADD COLUMN base INTEGER NOT NULL DEFAULT 0;           -- generation of the base
  ALTER TABLE served ADD COLUMN base_position INTEGER NOT NULL DEFAULT 0;  -- of the latest record in it
  UPDATE served SET base = generation;

  ALTER TABLE indexes ADD COLUMN cleared_task INTEGER NOT NULL DEFAULT 0;  -- last change of all records at once

  -- Records that are gone, as long as a base that is served may have them.
  CREATE TABLE removed (
    index_id INTEGER NOT NULL,
    object_id TEXT NOT NULL,
    task INTEGER NOT NULL,
    PRIMARY KEY (index_id, object_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_task ON records (index_id, task);
  CREATE INDEX removed_by_task ON removed (index_id, task);
  `,
  `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at INTEGER NOT NULL,        -- ms since 1970
    user_token TEXT NOT NULL,
    other_token TEXT,                    -- of a user who is known to the site
    digest BLOB UNIQUE,                  -- of an event with a time of its own: it may be sent again
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_time ON events (received_at);
  CREATE INDEX events_by_user ON events (user_token);
  CREATE INDEX events_by_other ON events (other_token) WHERE other_token IS NOT NULL;

  ALTER TABLE tasks ADD COLUMN opened_at INTEGER NOT NULL DEFAULT 0;  -- ms since 1970
  `,
  `
  -- Bytes of the bodies of all events up to this one: from it those that are kept are known without reading them.
  ALTER TABLE events ADD COLUMN ends INTEGER NOT NULL DEFAULT 0;
  UPDATE events SET ends = sums.ends
    FROM (SELECT id, sum(octet_length(body)) OVER (ORDER BY id) AS ends FROM events) AS sums
    WHERE events.id = sums.id;
  CREATE INDEX events_by_end ON events (ends);

  -- Changes of records that take many turns: what a record becomes, in order. They hold when the index names their task.
  CREATE TABLE staged (
    position INTEGER PRIMARY KEY,
    index_id INTEGER NOT NULL,
    object_id TEXT NOT NULL,
    body TEXT                            -- NULL removes the record
  ) STRICT;
  CREATE INDEX staged_by_index ON staged (index_id);
  CREATE INDEX staged_by_record ON staged (index_id, object_id);
  ALTER TABLE indexes ADD COLUMN applying_task INTEGER NOT NULL DEFAULT 0;  -- of staged changes that hold; 0 for none
  `,
  `
  -- A replica has settings and parts; its records, its builds and its tasks are those of its primary.
  ALTER TABLE indexes ADD COLUMN primary_id INTEGER;                       -- of a replica
  ALTER TABLE indexes ADD COLUMN is_virtual INTEGER NOT NULL DEFAULT 0;    -- 1: of a virtual replica
  CREATE INDEX indexes_by_primary ON indexes (primary_id) WHERE primary_id IS NOT NULL;
  ALTER TABLE served ADD COLUMN replicas TEXT NOT NULL DEFAULT '{}';       -- what each is searched with, by name
  `,
]

/** The format that this Docent writes. */
export const DATABASE_VERSION = MIGRATIONS.length

/** The format of a database; 0 for one that Docent did not create. */
export const versionOf = (database: DatabaseSync): number =>
  Number((database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version)

/** Migrates a database in one transaction. `to` other than the current format is for tests. */
export function migrate(database: DatabaseSync, to = DATABASE_VERSION): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const step of MIGRATIONS.slice(versionOf(database), to)) database.exec(step)
    database.exec(`PRAGMA user_version = ${to}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Opens the database for writing; creates a missing file, readable by its owner only. Throws `newer-database`.
 *
 * Only SQLite may close a file of an open database: when a process closes any descriptor of a file, POSIX drops all locks
 * of the process on it. The next program that opens the database then finds no other user and removes the log.
 */
export function openDatabase(path: string): DatabaseSync {
  // The file gets its mode before SQLite opens it, because the -wal and -shm files get the same mode.
  makePrivateFile(path)
  return joinDatabase(path)
}

/** Opens an existing database for writing, and migrates it. Throws `newer-database`. */
export function joinDatabase(path: string): DatabaseSync {
  const location = pathToFileURL(path)
  // https://www.sqlite.org/uri.html: `rw` does not create a file.
  location.searchParams.set('mode', 'rw')
  const database = new DatabaseSync(location, { timeout: LIMITS.lockedWaitMs })
  const version = versionOf(database)
  if (version > MIGRATIONS.length) {
    database.close()
    throw new ServerError(
      'newer-database',
      `${path} was written by a newer Docent (format ${version}, this one knows ${MIGRATIONS.length}) and is left as it is: use that one, or choose another data folder`,
    )
  }
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  if (version < MIGRATIONS.length) migrate(database)
  const damaged = damagedPart(database)
  if (damaged !== undefined) {
    database.close()
    throw new ServerError(
      'storage-damaged',
      `${path} is damaged (${damaged} is not as Docent made it): bring back a backup with docent restore`,
    )
  }
  return database
}

interface SchemaRow {
  name: string
  sql: string | null
}

const schemaOf = (database: DatabaseSync): SchemaRow[] =>
  database.prepare('SELECT name, sql FROM sqlite_schema').all() as unknown as SchemaRow[]

let wanted: readonly SchemaRow[] | undefined

/**
 * The name of a table or an index that is missing or differs from the migrations; `undefined` when there is none. SQLite
 * opens a database with a flipped bit in these texts without an error, and statements fail later.
 */
function damagedPart(database: DatabaseSync): string | undefined {
  if (wanted === undefined) {
    using fresh = new DatabaseSync(':memory:')
    migrate(fresh)
    wanted = schemaOf(fresh)
  }
  const found = new Map(schemaOf(database).map(({ name, sql }) => [name, sql]))
  return wanted.find(({ name, sql }) => found.get(name) !== sql)?.name
}
