/**
 * Writes a file in a folder that other programs may change at the same time. Between the check of a path and its opening,
 * a part of it can become a symbolic link. So a file is opened without following a link at its end and without truncating
 * it, and its place is compared with that of the path before the first byte changes. Node has no `openat`, which would
 * exclude the rest: SECURITY.md names it.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { isWithin } from '@docent/ingest/below-root'

/** No link is followed, and opening a pipe fails instead of waiting for its reader. Windows has neither. */
const AS_FILE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Bytes that are copied at a time. */
const COPIED_BYTES = 1024 * 1024

/** Thrown when a file of the site cannot be written at its path. */
export class OutputError extends Error {
  override name = 'OutputError'
}

/** Opens a file below a root (a real path) for writing, created if missing; its content stays. Throws an `OutputError`. */
export function openBelow(root: string, path: string, flags = 0): number {
  const file = openAsFile(path, flags)
  if (file !== undefined && isAtPath(file, root, path)) return file
  if (file !== undefined) closeSync(file)
  throw replaced(path)
}

function replaced(path: string): OutputError {
  return new OutputError(
    `${path} was replaced by another program while the site was written: stop that program, then build again.`,
  )
}

/** `undefined` for a link (ELOOP) and a pipe (ENXIO). */
function openAsFile(path: string, flags: number): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_CREAT | AS_FILE | flags, 0o666)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP' || code === 'ENXIO') return undefined
    throw error
  }
}

function isAtPath(file: number, root: string, path: string): boolean {
  try {
    const real = realpathSync.native(path)
    const opened = fstatSync(file)
    const seen = lstatSync(real)
    return opened.isFile() && isWithin(root, real) && opened.ino === seen.ino && opened.dev === seen.dev
  } catch {
    return false // Another program has removed the path.
  }
}

/** Replaces the content of a file below a root. Throws an `OutputError`. */
export function writeBelow(root: string, path: string, bytes: Uint8Array): void {
  const file = openBelow(root, path)
  try {
    makeEmpty(file)
    writeWhole(file, bytes)
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces a file that exists below a root (a real path), which keeps its mode: the bytes are written to a new file beside
 * it, which then takes its name. So a reader never sees a half of it, a full disk leaves the old file, and other names of it
 * (hard links) keep the old content. @throws OutputError if a part of the path has become a symbolic link.
 */
export function replaceBelow(root: string, path: string, bytes: Uint8Array): void {
  const before = lstatSync(path)
  if (!before.isFile()) throw replaced(path)
  const partial = `${path}.${randomUUID()}.partial`
  const file = openBelow(root, partial, constants.O_EXCL)
  try {
    try {
      writeWhole(file, bytes)
      fchmodSync(file, before.mode)
    } finally {
      closeSync(file)
    }
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Copies a file, whose path must not end with a link. Throws an `OutputError`. */
export function copyBelow(root: string, path: string, source: string): void {
  const from = openSync(source, constants.O_RDONLY | AS_FILE)
  try {
    const file = openBelow(root, path)
    try {
      makeEmpty(file)
      const buffer = Buffer.allocUnsafe(Math.min(COPIED_BYTES, Math.max(1, fstatSync(from).size)))
      for (let read = readSync(from, buffer); read > 0; read = readSync(from, buffer))
        writeWhole(file, buffer.subarray(0, read))
    } finally {
      closeSync(file)
    }
  } finally {
    closeSync(from)
  }
}

/** Removes the content of a file. A new file has none: after a truncation, ext4 writes a file to the disk when it is closed. */
function makeEmpty(file: number): void {
  if (fstatSync(file).size > 0) ftruncateSync(file)
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}
