import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Base of the tables: each statement is prepared at its first use, and kept. */
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

  /** The caller names the type of the row, as the schema has it. */
  get<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }
}
