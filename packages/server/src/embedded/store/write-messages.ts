/** Messages between the writer and its thread. */
import type { ServerErrorCode } from '../../wire/errors.ts'
import type { Limits } from '../../wire/limits.ts'
import type { Change } from './changes.ts'
import type { Pause } from './prepared.ts'

/** `database` is the path of the file. */
export interface WriteWorkerData {
  database: string
  limits: Limits
}

/**
 * One turn: starts a change, or continues a paused one; `undefined` ends the thread. `waitMs` is the maximum wait of the turn for a
 * lock of another program.
 */
export type ToWriteWorker =
  | { id: number; waitMs: number; change: Change; values: unknown[] }
  | { id: number; waitMs: number }
  | undefined

/**
 * The outcome of one turn. A `ServerError` is sent as its fields, since an error loses its class between threads. With
 * `needsRecovery` the failed change was committed, and the rest of it is applied before the next change.
 */
export type FromWriteWorker =
  | { result: unknown; hasOrphans: boolean }
  | { pause: Pause }
  | { refusal: { code: ServerErrorCode; message: string; retryAfter: number | undefined }; needsRecovery: boolean }
  | { defect: string; needsRecovery: boolean }
