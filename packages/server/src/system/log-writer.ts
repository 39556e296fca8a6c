/**
 * Writes the log as JSON, one event per line, to files in the data folder or to the standard output. Files are limited in age
 * and in bytes, since a full disk stops the server.
 */
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino, stdTimeFunctions } from 'pino'
import { openFailure } from './open-failure.ts'
import type { Log } from './log.ts'

/** Maximum age of a line, in days. */
export const LOG_DAYS = 14
/** Bytes after which the next file begins. */
const FILE_BYTES = 32 * 1024 * 1024
/** Maximum number of files. */
const FILES_KEPT = 16
/** Lines are buffered up to this many bytes or this many ms: a write for each line costs too much. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 1000
/** Maximum size of the buffer in bytes, while the disk refuses. */
const MAX_BUFFER_BYTES = 1024 * 1024

const FILE_NAME = /^\d{4}-\d\d-\d\d\.\d{4}\.jsonl$/

/** A log that is open. */
export interface LogWriter {
  log: Log
  /** Writes the buffered lines. */
  close: () => void
}

const logFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()

/** The file of the day that is not full. Names sort by time. */
function fileFor(folder: string, day: string): string {
  const last = logFiles(folder).findLast((name) => name.startsWith(day))
  if (last === undefined) return join(folder, `${day}.0000.jsonl`)
  const path = join(folder, last)
  if (statSync(path).size < FILE_BYTES) return path
  const next = Number(last.slice(11, 15)) + 1
  return join(folder, `${day}.${String(next).padStart(4, '0')}.jsonl`)
}

function removeOld(folder: string, now: number): void {
  const oldest = new Date(now - LOG_DAYS * 86_400_000).toISOString().slice(0, 10)
  const files = logFiles(folder)
  for (const [i, name] of files.entries())
    if (name.slice(0, 10) < oldest || i < files.length - FILES_KEPT) rmSync(join(folder, name), { force: true })
}

/**
 * Opens a buffered target. Writes are synchronous, of 8 kB at a time: no line is lost when the process ends, and a file exists
 * as soon as it is opened. When the disk refuses, lines are dropped and the server continues.
 */
function open(options: { fd: number } | { dest: string; mode: number }): ReturnType<typeof destination> {
  const target = destination({
    ...options,
    sync: true,
    minLength: BUFFER_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
  })
  return target.on('error', () => undefined)
}

/** Characters that JSON may hold as they are and that a terminal obeys: DEL, C1, line ends of Unicode, directions of text. */
const OBEYED = /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g

/** A line of JSON that a terminal shows and does not obey, with the same meaning: queries of readers are in it. */
const shown = (line: string): string =>
  line.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Writes each event as one line; events after `close` are dropped. */
function writerTo(target: ReturnType<typeof destination>): LogWriter {
  const level = (label: string): object => ({ level: label })
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level },
      hooks: { streamWrite: shown },
    },
    target,
  )
  let isOpen = true
  return {
    log({ level, message, ...fields }) {
      if (isOpen) logger[level](fields, message)
    },
    close() {
      isOpen = false
      target.end()
    },
  }
}

/** A log on the standard output. */
export function logToOutput(): LogWriter {
  return writerTo(open({ fd: 1 }))
}

/**
 * A log in files of `folder`, which is created: a new file each day, readable by its owner only. `now` returns ms since 1970.
 * Throws `storage-failed` when the folder cannot be used.
 */
export function logToFiles(folder: string, now: () => number = Date.now): LogWriter {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw openFailure(folder, cause)
  }
  const dayOf = (): string => new Date(now()).toISOString().slice(0, 10)
  let day = dayOf()
  let written = 0
  removeOld(folder, now())
  const target = open({ dest: fileFor(folder, day), mode: 0o600 })
  target.on('write', (bytes: number) => (written += bytes))
  const writer = writerTo(target)
  const turnOver = (): void => {
    target.flushSync()
    day = dayOf()
    written = 0
    removeOld(folder, now())
    target.reopen(fileFor(folder, day))
  }
  return {
    log(event) {
      if (written >= FILE_BYTES || dayOf() !== day) turnOver()
      writer.log(event)
    },
    close: writer.close,
  }
}
