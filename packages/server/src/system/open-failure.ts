/** The reason why a data folder cannot be opened, in one sentence with a remedy: for the server's start and for `docent doctor`. */
import { ServerError } from '../wire/errors.ts'

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])
/** Another program holds a lock. */
const LOCKED: ReadonlySet<unknown> = new Set([5, 6])
const FULL: ReadonlySet<unknown> = new Set([13, 'ENOSPC', 'EDQUOT'])
/** The disk failed, or has no room for the memory that connections share (`docent.db-shm`). */
const FAILED: ReadonlySet<unknown> = new Set([10, 'EIO'])
/** The process, or the machine, has no more descriptors. */
const EXHAUSTED: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])
/** Codes of SQLite and of the system for a file that may not be written, opened or reached. */
const FORBIDDEN: ReadonlySet<unknown> = new Set([
  3,
  8,
  14,
  23,
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
])

/** Whether SQLite found the database damaged. */
export const isDamage = (cause: unknown): boolean => DAMAGED.has(primaryCode(cause))

/** Whether SQLite refused because another program has locked the database. */
export const isLocked = (cause: unknown): boolean => LOCKED.has(primaryCode(cause))

/** The primary result code: the lowest byte of SQLite's extended code. */
const primaryCode = (cause: unknown): number => Number((cause as { errcode?: number }).errcode) & 0xff

/** The error of a system call or of SQLite as a `ServerError` about `path`; any other error is a defect and is returned as it is. */
export function openFailure(path: string, cause: unknown): unknown {
  const { code, errcode, syscall, message } = cause as Error & { code?: string; errcode?: number; syscall?: string }
  if (errcode === undefined && syscall === undefined) return cause
  const reason = errcode === undefined ? code : primaryCode(cause)
  // SQLite's message about a damaged table has several lines.
  const said = message.split(/\s+/).join(' ')
  return new ServerError('storage-failed', `${path} ${sentence(reason)} (${said}): ${remedy(reason)}.`, { cause })
}

function sentence(reason: unknown): string {
  if (DAMAGED.has(reason)) return 'is damaged'
  return FORBIDDEN.has(reason) || FULL.has(reason) ? 'cannot be written to' : 'cannot be opened'
}

function remedy(reason: unknown): string {
  if (DAMAGED.has(reason)) return 'bring back a backup with docent restore'
  if (LOCKED.has(reason)) return 'end the program that keeps it locked'
  if (FULL.has(reason)) return 'make room on the disk'
  if (EXHAUSTED.has(reason)) return 'raise the limit of open files (ulimit -n)'
  if (FAILED.has(reason)) return 'make room on the disk if it is full, else check it for faults'
  return 'run docent as the user who owns it, or choose another data folder'
}
