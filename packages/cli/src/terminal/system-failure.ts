/** Errors of the file system in one sentence with a remedy. Node's own message names a code and a call only. */

const RIGHTS = 'check the rights of the file and of the folders above it, or run docent as a user who has them'
const FULL = 'make room on the disk, or raise the quota, and run the command again'
const NAME = 'name another one'

/** Facts and remedies by the code of the system (errno(3)). */
const CODES = new Map<string, readonly [fact: string, remedy: string]>([
  ['EACCES', ['cannot be accessed', RIGHTS]],
  ['EPERM', ['cannot be accessed', RIGHTS]],
  ['EROFS', ['is on a file system that is read-only', NAME]],
  ['ENOSPC', ['cannot be written', FULL]],
  ['EDQUOT', ['cannot be written', FULL]],
  ['EFBIG', ['is larger than this process may write', 'raise its limit of the size of files (ulimit -f)']],
  ['EMFILE', ['cannot be opened', 'raise the limit of open files of this process (ulimit -n)']],
  ['ENFILE', ['cannot be opened', 'close programs that hold many files open']],
  ['ENOTDIR', ['is no folder, or lies below a file', NAME]],
  ['EEXIST', ['exists and is no folder', NAME]],
  ['EISDIR', ['is a folder, and a file is needed there', NAME]],
  ['ENAMETOOLONG', ['has a name that is longer than the system allows', NAME]],
  ['ELOOP', ['leads through too many symbolic links', NAME]],
])

/** Calls that make a folder. Below an existing folder they answer ENOENT where the system allows none, as in `/proc`. */
const MAKING: ReadonlySet<unknown> = new Set(['mkdir', 'mkdtemp'])

/** The sentence; `undefined` for an error that is none of the file system, or without a remedy known here. */
export function systemFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return undefined
  const known = code === 'ENOENT' && MAKING.has(syscall) ? ['cannot be created there', NAME] : CODES.get(code)
  if (known === undefined) return undefined
  // A write to an open file has no path.
  return `${path ?? 'A file'} ${known[0]} (${message}): ${known[1]}.`
}
