/** Tasks: a row is deleted when searches see the write. */
import { Statements } from './statements.ts'

/** A task that a change has opened. */
export interface OpenTask {
  task: number
  /** Time of the change, in ISO 8601. */
  at: string
}

/** Numbers ascend in the order of the writes and are never used again. */
export class TaskTable extends Statements {
  /** Opens a task without an index. Returns its number. */
  open(): number {
    return this.run('INSERT INTO tasks (index_id, opened_at) VALUES (0, ?)', Date.now()).lastID
  }

  assign(task: number, indexID: number): void {
    this.run('UPDATE tasks SET index_id = ? WHERE id = ?', indexID, task)
  }

  /** Moves the waiting tasks to another index. */
  give(fromID: number, toID: number): void {
    this.run('UPDATE tasks SET index_id = ? WHERE index_id = ?', toID, fromID)
  }

  publish(indexID: number, upTo: number): void {
    this.run('DELETE FROM tasks WHERE index_id = ? AND id <= ?', indexID, upTo)
  }

  publishOne(task: number): void {
    this.run('DELETE FROM tasks WHERE id = ?', task)
  }

  isPending(task: number): boolean {
    return this.get('SELECT 1 FROM tasks WHERE id = ?', task) !== undefined
  }

  pending(indexID: number): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM tasks WHERE index_id = ?', indexID)?.n ?? 0
  }

  allPending(): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM tasks')?.n ?? 0
  }

  /** Time at which the oldest waiting task was opened, in ms since 1970; `undefined` when none waits. */
  oldest(): number | undefined {
    return this.get<{ opened_at: number }>('SELECT opened_at FROM tasks ORDER BY id LIMIT 1')?.opened_at
  }

  /** Number of the latest task; 0 before the first. */
  last(): number {
    return this.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'tasks'`)?.seq ?? 0
  }
}
