/**
 * What programs do to the files of one folder, in the order in which the system saw it, with all bytes: recorded by
 * strace. Lines that a program prints are in the same order, so it is known what was done before it acknowledged
 * something. What goes through mapped memory is not seen: SQLite uses that for `-shm` alone, which is not kept on disk.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
/** Whether the machine can record; tests that need it are skipped, with `NO_STRACE` as their reason, where it cannot. */
export const hasStrace = spawnSync('strace', ['-V']).status === 0
export const NO_STRACE = 'strace is not installed'
const CALLS =
  'openat,open,creat,close,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2,fcntl'
/** More than any write of a test has. */
const LONGEST = 64 * 1024 * 1024
/** The options that make strace write all that `parseTrace` reads, into `file`. */
export const straceOptions = (file) =>
  `-f -qq -y -xx --seccomp-bpf -s ${LONGEST} -e trace=${CALLS} -e signal=none -o`.split(' ').concat(file)
/** Text or bytes that strace has written as `\x61\x62`. */
const bytesOf = (hex) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const textOf = (hex) => bytesOf(hex).toString()
/** A path as a call of `-y -xx` shows it: in quotes an argument, in angle brackets what a descriptor leads to. */
const PATH = /"((?:\\x[0-9a-f]{2})*)"|<((?:\\x[0-9a-f]{2}|[^>])*)>/g
const pathsIn = (args) =>
  [...args.matchAll(PATH)].map(([, argument, target]) => textOf(argument ?? '') || plainTarget(target ?? ''))
/** Descriptors are shown in hex too, by some versions as they are. */
const plainTarget = (target) => (target.startsWith('\\x') ? textOf(target) : target)
class TraceReader {
  events = []
  #folder
  /** What is under way in each thread: the beginning of its line, and the number of the event that came next. */
  #begun = new Map()
  constructor(folder) {
    this.#folder = folder
  }
  read(line) {
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
    // The rest tells of signals and of ends.
    if (!/^\w+\(/.test(call)) return
    this.#note(call, begun?.since ?? this.events.length)
  }
  /** The name of a file of the folder, or the folder itself; `undefined` for anything else. */
  #place(path) {
    if (path === this.#folder) return { name: undefined }
    if (!path.startsWith(`${this.#folder}/`)) return undefined
    const name = path.slice(this.#folder.length + 1).replace(/ \(deleted\)$/, '')
    return name.includes('/') ? undefined : { name }
  }
  #note(call, since) {
    const open = call.indexOf('(')
    // Results stand in a column of their own.
    const end = call.search(/\) += [^=]*$/)
    const name = call.slice(0, open)
    const args = call.slice(open + 1, end)
    const result = Number(/^\) += (-?\d+|\?)/.exec(call.slice(end))?.[1]?.replace('?', '-1'))
    if (!Number.isFinite(result)) throw new Error(`A recording has a call that cannot be read: ${call.slice(0, 200)}`)
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
  #noteFile(call, args, name, result) {
    const lastNumber = () => Number(/(\d+)$/.exec(args)?.[1])
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
        // Whatever else changes a file of a database would make the replay wrong without a word.
        if (name.startsWith('docent.db')) throw new Error(`A recording cannot replay ${call} of ${name}`)
    }
  }
}
/** What happened in `folder` (absolute, without links), from what strace wrote with `straceOptions`. */
export function parseTrace(trace, folder) {
  const reader = new TraceReader(folder)
  for (const line of trace.split('\n')) reader.read(line)
  return reader.events
}
/**
 * Runs a command and all that it starts, and records what happens in `folder` (absolute, without links). Throws when the command fails;
 * one that a signal ended has not failed.
 */
export async function recordIo(folder, command) {
  const home = mkdtempSync(join(tmpdir(), 'docent-trace-'))
  try {
    const file = join(home, 'trace')
    const child = spawn('strace', [...straceOptions(file), ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== null && code !== 0 && code !== 137) throw new Error(`${command[0]} ended with code ${code}`)
    return parseTrace(readFileSync(file, 'latin1'), folder)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
