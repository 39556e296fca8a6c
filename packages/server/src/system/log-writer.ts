/**
 * The log as JSON, one event a line: into files of the data folder, or to a stream that somebody collects. Files are
 * bounded in age and in bytes, since a log that fills the disk stops the server that it is about.
 */
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino, stdTimeFunctions } from 'pino'
import { openFailure } from './open-failure.ts'
import type { Log } from './log.ts'

/** Days that a line is kept, at most. */
export const LOG_DAYS = 14
/** Bytes after which the next file begins, and how many files are kept. */
const FILE_BYTES = 32 * 1024 * 1024
const FILES_KEPT = 16
/** Lines are held back until so many bytes are together, or so many ms are over: a write for each costs too much. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 1000
/** What is held back at most, while the disk refuses. */
const BUFFER_MOST = 1024 * 1024

const FILE_NAME = /^\d{4}-\d\d-\d\d\.\d{4}\.jsonl$/

/** A log that is open. */
export interface LogWriter {
  log: Log
  /** Writes what is held back. */
  close: () => void
}

const logFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()

/** The file of the day that has room left. Names sort in the order of time. */
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
 * Opens a target that holds lines back. Synchronous, since it writes 8 kB at a time: nothing is lost when the process
 * ends, and a file is there when it is opened. When the disk refuses, lines are dropped; the server goes on.
 */
function open(options: { fd: number } | { dest: string; mode: number }): ReturnType<typeof destination> {
  const target = destination({
    ...options,
    sync: true,
    minLength: BUFFER_BYTES,
    maxLength: BUFFER_MOST,
    periodicFlush: FLUSH_MS,
  })
  return target.on('error', () => undefined)
}

/** Writes each event as one line; what is told after the end is dropped. */
function writerTo(target: ReturnType<typeof destination>): LogWriter {
  const level = (label: string): object => ({ level: label })
  const logger = pino(
    { base: null, messageKey: 'message', timestamp: stdTimeFunctions.isoTime, formatters: { level } },
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
 * A log in files of `folder`, which is made: a new one each day, readable by its owner only. `now` is in ms. Throws
 * `storage-failed` when the folder cannot be used.
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
