/** Sizes of the last accepted sets, and the answers that they gave to the queries of a comparison. */
import type { DatabaseSync } from 'node:sqlite'
import type {
  Acceptance,
  AcceptedSize,
  EarlierAnswers,
  LargestSizes,
  MeasuredAnswer,
  RecordSet,
} from '../result/crawl-result.ts'

/** Number of accepted sets whose sizes and answers are kept. */
const KEPT_SETS = 10

/** The history of one crawled index. Methods belong in the transaction that accepts a set. */
export class AcceptedHistory {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Forgets the earlier sets: the operator has chosen the set that is accepted now. */
  clear(): void {
    this.#database.exec('DELETE FROM accepted_size; DELETE FROM accepted_answers')
  }

  /** Notes the size of the accepted set. */
  addSize(): void {
    this.#database.exec(`
      INSERT OR REPLACE INTO accepted_size
        SELECT id, created, count(url), coalesce(sum(count), 0) FROM record_set LEFT JOIN set_page ON set_id = id
        WHERE state = 'accepted' GROUP BY id;
      DELETE FROM accepted_size WHERE set_id NOT IN (
        SELECT set_id FROM accepted_size ORDER BY set_id DESC LIMIT ${KEPT_SETS})`)
  }

  /** Keeps the answers of the set that was served before; without answers, counts the changes since the last comparison. */
  addAnswers(before: RecordSet, { answers, changed }: Exclude<Acceptance, 'wanted'>): void {
    if (answers === undefined) {
      const sum = this.#uncompared(before.id) + changed
      this.#database.prepare(`UPDATE record_set SET uncompared = ? WHERE state = 'accepted'`).run(sum)
      return
    }
    this.#database
      .prepare('INSERT OR REPLACE INTO accepted_answers VALUES (?, ?, ?)')
      .run(before.id, before.created, JSON.stringify(answers))
    this.#database.exec(`
      DELETE FROM accepted_answers WHERE set_id NOT IN (
        SELECT set_id FROM accepted_answers ORDER BY set_id DESC LIMIT ${KEPT_SETS})`)
  }

  /** The answers of earlier sets, the oldest first, and the changes that no comparison has seen. @param accepted the served set. */
  answers(accepted: number | undefined): EarlierAnswers {
    const rows = this.#database.prepare('SELECT created, answers FROM accepted_answers ORDER BY set_id').all()
    return {
      measured: rows.map(({ created, answers }) => ({
        created: String(created),
        answers: JSON.parse(String(answers)) as MeasuredAnswer[],
      })),
      uncompared: this.#uncompared(accepted ?? 0),
    }
  }

  /** The largest of the last accepted sets. */
  largest(): LargestSizes | undefined {
    const [pages, records] = [this.#most('pages'), this.#most('records')]
    return pages && records && { pages, records }
  }

  #most(name: 'pages' | 'records'): AcceptedSize | undefined {
    const sql = `SELECT created, ${name} AS count FROM accepted_size ORDER BY ${name} DESC, set_id DESC LIMIT 1`
    const row = this.#database.prepare(sql).get()
    return row && { created: String(row['created']), count: Number(row['count']) }
  }

  #uncompared(set: number): number {
    return Number(this.#database.prepare('SELECT uncompared AS n FROM record_set WHERE id = ?').get(set)?.['n'] ?? 0)
  }
}
