/**
 * Records with strace the operations of programs on the files of one folder, in order and with all bytes. The lines that a program
 * prints are in the same order, so the recording shows the operations before an acknowledgement. Writes through mapped memory are
 * not recorded; SQLite uses them only for `-shm`, which need not survive a failure.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One operation. `name` is a file of the folder; `undefined` means the folder itself. */
export type IoEvent =
  /** `cut`: an existing file was truncated. */
  | { kind: 'open'; name: string; cut: boolean }
  | { kind: 'write'; name: string; offset: number; data: Buffer }
  | { kind: 'truncate'; name: string; size: number }
  /** Makes the operations before the event with number `since` durable. */
  | { kind: 'sync'; name: string | undefined; since: number }
  | { kind: 'unlink'; name: string }
  | { kind: 'rename'; name: string; to: string }
  | { kind: 'close'; name: string }
  /** A lock that POSIX drops when the process closes any descriptor of the file. */
  | { kind: 'lock'; name: string }
  | { kind: 'printed'; line: string }

/** Whether strace is installed; without it, tests that need it are skipped with the reason `NO_STRACE`. */
export const hasStrace = spawnSync('strace', ['-V']).status === 0

export const NO_STRACE = 'strace is not installed'

const CALLS =
  'openat,open,creat,close,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2,fcntl'

/** Maximum bytes of one write: more than any write of a test. */
const LONGEST = 64 * 1024 * 1024

/** The options with which strace writes a trace for `parseTrace` to `file`. */
export const straceOptions = (file: string): string[] =>
  `-f -qq -y -xx --seccomp-bpf -s ${LONGEST} -e trace=${CALLS} -e signal=none -o`.split(' ').concat(file)

/** Decodes text or bytes in strace's form `\x61\x62`. */
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

const textOf = (hex: string): string => bytesOf(hex).toString()

/** A path in a trace with `-y -xx`: an argument in quotes, or the path of a descriptor in angle brackets. */
const PATH = /"((?:\\x[0-9a-f]{2})*)"|<((?:\\x[0-9a-f]{2}|[^>])*)>/g

const pathsIn = (args: string): string[] =>
  [...args.matchAll(PATH)].map(([, argument, target]) => textOf(argument ?? '') || plainTarget(target ?? ''))

/** The path of a descriptor, which some versions of strace encode and others do not. */
const plainTarget = (target: string): string => (target.startsWith('\\x') ? textOf(target) : target)

class TraceReader {
  readonly events: IoEvent[] = []
  readonly #folder: string
  /** The unfinished call of each thread: the beginning of its line, and the number of the next event. */
  readonly #begun = new Map<string, { text: string; since: number }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  read(line: string): void {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = ' <unfinished ...>'
    if (text.endsWith(unfinished)) {
      this.#begun.set(thread, { text: text.slice(0, -unfinished.length), since: this.events.length })
      return
    }
    const [resumed, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? []
    const begun = resumed === undefined ? undefined : this.#begun.get(thread)
    if (resumed !== undefined && begun === undefined) return
    const call = begun === undefined ? text : begun.text + rest
    // Other lines report signals and exits.
    if (!/^\w+\(/.test(call)) return
    this.#note(call, begun?.since ?? this.events.length)
  }

  /** The name of a file of the folder, or the folder itself; `undefined` for anything else. */
  #place(path: string): { name: string | undefined } | undefined {
    if (path === this.#folder) return { name: undefined }
    if (!path.startsWith(`${this.#folder}/`)) return undefined
    const name = path.slice(this.#folder.length + 1).replace(/ \(deleted\)$/, '')
    return name.includes('/') ? undefined : { name }
  }

  #note(call: string, since: number): void {
    const open = call.indexOf('(')
    // The result follows `) = `, with spaces before the sign to align it.
    const end = call.search(/\) += [^=]*$/)
    const name = call.slice(0, open)
    const args = call.slice(open + 1, end)
    const result = Number(/^\) += (-?\d+|\?)/.exec(call.slice(end))?.[1]?.replace('?', '-1'))
    if (!Number.isFinite(result)) {
      // The process was killed during the call, and strace wrote no result. Calls on other files do not matter.
      if (!pathsIn(call).some((each) => this.#place(each))) return
      throw new Error(`A recording has a call that cannot be read: ${call.slice(0, 200)} … ${call.slice(-100)}`)
    }
    if (result < 0) return
    if (name === 'write' && args.startsWith('1<')) {
      const line = textOf(/, "([^"]*)"/.exec(args)?.[1] ?? '')
      for (const each of line.split('\n').slice(0, -1)) this.events.push({ kind: 'printed', line: each })
      return
    }
    const opened = /^(?:openat|open|creat)$/.test(name)
    const path = opened
      ? plainTarget(/<(.*)>$/.exec(call.slice(end))?.[1] ?? '')
      : (pathsIn(args).find((each) => this.#place(each)) ?? '')
    const place = this.#place(path)
    if (place === undefined) return
    if (name === 'fsync' || name === 'fdatasync') this.events.push({ kind: 'sync', name: place.name, since })
    else if (place.name !== undefined) this.#noteFile(name, args, place.name, result)
  }

  #noteFile(call: string, args: string, name: string, result: number): void {
    const lastNumber = (): number => Number(/(\d+)$/.exec(args)?.[1])
    switch (call) {
      case 'openat':
      case 'open':
        this.events.push({ kind: 'open', name, cut: args.includes('O_TRUNC') })
        return
      case 'pwrite64': {
        const data = bytesOf(/, "([^"]*)"/.exec(args)?.[1] ?? '').subarray(0, result)
        this.events.push({ kind: 'write', name, offset: lastNumber(), data })
        return
      }
      case 'ftruncate':
      case 'truncate':
        this.events.push({ kind: 'truncate', name, size: lastNumber() })
        return
      case 'unlink':
      case 'unlinkat':
        this.events.push({ kind: 'unlink', name })
        return
      case 'rename':
      case 'renameat':
      case 'renameat2': {
        const places = pathsIn(args).map((path) => this.#place(path)?.name)
        this.events.push({ kind: 'rename', name, to: places.findLast((each) => each !== undefined) ?? name })
        return
      }
      case 'close':
        this.events.push({ kind: 'close', name })
        return
      case 'fcntl':
        if (/F_SETLKW?,/.test(args)) this.events.push({ kind: 'lock', name })
        return
      default:
        // A replay without an unknown operation on the database would be wrong.
        if (name.startsWith('docent.db')) throw new Error(`A recording cannot replay ${call} of ${name}`)
    }
  }
}

/** The operations in `folder` (absolute, without links), from a trace with `straceOptions`. */
export function parseTrace(trace: string, folder: string): IoEvent[] {
  const reader = new TraceReader(folder)
  for (const line of trace.split('\n')) reader.read(line)
  return reader.events
}

/**
 * Runs a command and records its operations, and those of its child processes, in `folder` (absolute, without links). Throws when the
 * command fails; an end by a signal is no failure.
 */
export async function recordIo(folder: string, command: readonly string[]): Promise<IoEvent[]> {
  const home = mkdtempSync(join(tmpdir(), 'docent-trace-'))
  try {
    const file = join(home, 'trace')
    const child = spawn('strace', [...straceOptions(file), ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== null && code !== 0 && code !== 137) throw new Error(`${command[0]} ended with code ${code}`)
    return parseTrace(readFileSync(file, 'latin1'), folder)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
