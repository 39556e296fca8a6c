import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Base class of the tables: prepares each statement at its first use and keeps it. */
export class Statements {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }

  run(sql: string, ...values: (string | number | Uint8Array | null)[]): { changes: number; lastID: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values)
    return { changes: Number(changes), lastID: Number(lastInsertRowid) }
  }

  /** The first row; the caller names its type by the schema. */
  get<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }
}
