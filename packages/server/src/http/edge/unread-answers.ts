/**
 * Limits answers that their clients do not read: a minimum rate for each, and the bytes of all. A client that reads a few bytes now and
 * then is active for Node's time-out, and its answer would stay in memory for hours. Beyond the limit of bytes the largest answers
 * go first: an answer to a reader is small, and is taken at once.
 */
import type { Socket } from 'node:net'
import { ANSWER_WINDOW_BYTES, ANSWER_WINDOW_MS, UNREAD_ANSWERS_BYTES } from '../../wire/limits.ts'

/** Interval (ms) of the checks, while there are open answers. */
const CHECK_MS = 250

/** The defaults of `limits.ts`; other values are for tests. */
export const ANSWER_LIMITS = {
  answersBytes: UNREAD_ANSWERS_BYTES,
  answerWindowMs: ANSWER_WINDOW_MS,
  answerWindowBytes: ANSWER_WINDOW_BYTES,
}

/** The bytes of an answer that its socket holds: they go down only when a whole piece of it has been sent. */
interface Unread {
  bytes: number
  /** Number of checks with the same bytes. */
  checks: number
}

/** The open answers of one server. */
export class UnreadAnswers {
  readonly #open = new Map<Socket, Unread>()
  readonly #limits: typeof ANSWER_LIMITS
  readonly #close: (socket: Socket) => void
  #timer: NodeJS.Timeout | undefined

  /** `close` ends the connection of an answer beyond a limit. */
  constructor(limits: typeof ANSWER_LIMITS, close: (socket: Socket) => void) {
    this.#limits = limits
    this.#close = close
  }

  /** Adds a connection whose request will be answered. */
  add(socket: Socket): void {
    if (!this.#open.has(socket)) this.#open.set(socket, { bytes: 0, checks: 0 })
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref()
  }

  /** Removes a connection whose answers are sent, or that is closed. */
  delete(socket: Socket): void {
    this.#open.delete(socket)
  }

  #check(): void {
    let bytes = 0
    for (const [socket, unread] of this.#open) {
      if (this.#isTooSlow(socket, unread)) this.#end(socket)
      else bytes += unread.bytes
    }
    if (bytes > this.#limits.answersBytes) this.#endLargest(bytes)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Measures time in checks, because no answer can be sent while this thread is blocked. */
  #isTooSlow({ writableLength }: Socket, unread: Unread): boolean {
    const { answerWindowMs, answerWindowBytes } = this.#limits
    if (writableLength === 0 || writableLength !== unread.bytes) {
      unread.bytes = writableLength
      unread.checks = 0
      return false
    }
    return ++unread.checks * CHECK_MS >= answerWindowMs * Math.ceil(writableLength / answerWindowBytes)
  }

  #endLargest(total: number): void {
    let bytes = total
    for (const [socket, unread] of [...this.#open].toSorted(([, a], [, b]) => b.bytes - a.bytes)) {
      if (bytes <= this.#limits.answersBytes) return
      bytes -= unread.bytes
      this.#end(socket)
    }
  }

  #end(socket: Socket): void {
    this.#open.delete(socket)
    this.#close(socket)
  }
}
