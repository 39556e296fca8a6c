import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { DATABASE_VERSION, migrate, openDatabase, versionOf } from './schema.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = folderOf()
  file = join(folder, 'docent.db')
})

function use<Result>(work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Tables, their columns and indexes. */
const shapeOf = (database: DatabaseSync): unknown =>
  database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()

/** Stores the data of a first Docent: a served index with a record and a pending task. */
function fill(database: DatabaseSync): void {
  database.exec(`
    INSERT INTO indexes (id, name, settings, created_at, updated_at, last_task, records_task)
      VALUES (7, 'docs', '{}', '2026-01-01', '2026-01-02', 5, 5);
    INSERT INTO records VALUES (3, 7, 'a', '{"objectID":"a"}', x'00', 5);
    INSERT INTO served (name, index_id, generation, task, settings, entries, bytes, build_ms)
      VALUES ('docs', 7, 4, 4, '{}', 1, 100, 20);
    INSERT INTO tasks (id, index_id) VALUES (5, 7);
  `)
}

test('a database of any older format gets the current tables and keeps its content', () => {
  const wanted = use((database) => {
    migrate(database)
    return shapeOf(database)
  })
  for (let version = 1; version < DATABASE_VERSION; version++) {
    rmSync(file)
    use((database) => {
      migrate(database, 1)
      fill(database)
      migrate(database, version)
    })
    openDatabase(file).close()
    use((database) => {
      expect(versionOf(database)).toBe(DATABASE_VERSION)
      expect(shapeOf(database)).toEqual(wanted)
      const served = database.prepare('SELECT name, index_id, generation, base, task, parts FROM served').get()
      expect(served).toEqual({ name: 'docs', index_id: 7, generation: 4, base: 4, task: 4, parts: '{}' })
      expect(database.prepare('SELECT position, body, task FROM records').all()).toEqual([
        { position: 3, body: '{"objectID":"a"}', task: 5 },
      ])
      expect(database.prepare('SELECT id, index_id FROM tasks').all()).toEqual([{ id: 5, index_id: 7 }])
    })
  }
})

test('a migration that fails in its middle changes nothing', () => {
  const before = use((database) => {
    migrate(database, 1)
    fill(database)
    // A later step of the migration creates a table of this name.
    database.exec('CREATE TABLE removed (something TEXT)')
    return shapeOf(database)
  })
  expect(() => openDatabase(file)).toThrow('removed')
  use((database) => {
    expect(versionOf(database)).toBe(1)
    expect(shapeOf(database)).toEqual(before)
    expect(database.prepare('SELECT count(*) AS n FROM records').get()).toEqual({ n: 1 })
  })
})

test('a database of a newer format is refused, and none of its bytes changes', () => {
  use((database) => {
    migrate(database)
    fill(database)
    database.exec(`PRAGMA user_version = ${DATABASE_VERSION + 1}`)
  })
  const before = readFileSync(file)
  expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'newer-database' }))
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a damaged definition of a table is reported when the database is opened', () => {
  openDatabase(file).close()
  const bytes = readFileSync(file)
  // Pages contain older definitions beside the current one.
  for (let at = bytes.indexOf('last_task INTEGER'); at >= 0; at = bytes.indexOf('last_task INTEGER', at + 1))
    bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(() => openDatabase(file)).toThrow(/docent\.db is damaged \(indexes is not as Docent made it\)/)
})

test('additional tables and indexes of another program are no damage', () => {
  openDatabase(file).close()
  use((database) => database.exec('CREATE TABLE notes (text TEXT); CREATE INDEX mine ON records (task)'))
  expect(() => openDatabase(file).close()).not.toThrow()
})
