/** Why a data folder cannot be opened, as a sentence with what to do: the same for a server that starts and for a doctor. */
import { ServerError } from '../wire/errors.ts'

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])
/** Another program holds a lock. */
const LOCKED: ReadonlySet<unknown> = new Set([5, 6])
const FULL: ReadonlySet<unknown> = new Set([13, 'ENOSPC', 'EDQUOT'])
/** SQLite's for a file that may not be written, opened or reached; the system's for the same. */
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

/** Whether SQLite refused because what it read makes no sense. */
export const isDamage = (cause: unknown): boolean => DAMAGED.has(primaryCode(cause))

/** Whether SQLite refused because another program has locked the database. */
export const isLocked = (cause: unknown): boolean => LOCKED.has(primaryCode(cause))

/** The upper bytes of SQLite's code tell more than is needed here. */
const primaryCode = (cause: unknown): number => Number((cause as { errcode?: number }).errcode) & 0xff

/** What a failed system call or SQLite threw, with what to do about `path`; anything else is a defect and stays as it is. */
export function openFailure(path: string, cause: unknown): unknown {
  const { code, errcode, syscall, message } = cause as Error & { code?: string; errcode?: number; syscall?: string }
  if (errcode === undefined && syscall === undefined) return cause
  const reason = errcode === undefined ? code : primaryCode(cause)
  // SQLite quotes the lines of a damaged table.
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
  return 'run docent as the user who owns it, or choose another data folder'
}
