/**
 * Possible contents of a disk after a power failure at a moment of a recording. Synced changes are durable. Of the later changes of a
 * file, any part may be on the disk: none, a beginning, any of the writes, or any of their sectors of 512 bytes (a sector is written
 * completely or not at all). Names that were created, removed or changed since the last sync of the folder may have their earlier
 * state; they change in order.
 */
import type { IoEvent } from './recorded-io.ts'

/** Bytes that a disk writes atomically. */
const SECTOR = 512

/** The contents of files by name. Valid until the next state is requested. */
export type Files = ReadonlyMap<string, Buffer>

type Change = { at: number } & ({ kind: 'write'; offset: number; data: Buffer } | { kind: 'truncate'; size: number })

type NameChange = { at: number } & (
  | { kind: 'add'; name: string; file: File }
  | { kind: 'remove'; name: string }
  | { kind: 'rename'; name: string; to: string }
)

/** A file. Its buffer grows by doubling. */
class File {
  #bytes = Buffer.alloc(4096)
  #size = 0
  /** Changes since the last sync. */
  pending: Change[] = []

  apply(change: Change): void {
    const end = change.kind === 'write' ? change.offset + change.data.length : change.size
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(2 ** Math.ceil(Math.log2(end)))
      this.#bytes.copy(larger, 0, 0, this.#size)
      this.#bytes = larger
    }
    if (change.kind === 'write') {
      change.data.copy(this.#bytes, change.offset)
      this.#size = Math.max(this.#size, end)
      return
    }
    // Removed bytes read as zeros when the file grows again.
    if (end < this.#size) this.#bytes.fill(0, end, this.#size)
    this.#size = end
  }

  sync(since: number): void {
    for (const change of this.pending) if (change.at < since) this.apply(change)
    this.pending = this.pending.filter(({ at }) => at >= since)
  }

  /** The synced bytes and these changes. */
  with(changes: readonly Change[]): Buffer {
    if (changes.length === 0) return this.#bytes.subarray(0, this.#size)
    const copy = new File()
    copy.#bytes = Buffer.from(this.#bytes)
    copy.#size = this.#size
    for (const change of changes) copy.apply(change)
    return copy.#bytes.subarray(0, copy.#size)
  }
}

/** Numbers from 0 to below 1. */
export type Random = () => number

/** A write, divided at the boundaries of sectors. */
function sectorsOf({ at, offset, data }: { at: number; offset: number; data: Buffer }): Change[] {
  const parts: Change[] = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR - ((offset + from) % SECTOR))
    parts.push({ at, kind: 'write', offset: offset + from, data: data.subarray(from, to) })
    from = to
  }
  return parts
}

/** The part of the unsynced changes that is on the disk. */
const MODES = ['nothing', 'beginning', 'writes', 'sectors', 'everything'] as const

function survivors(pending: readonly Change[], mode: (typeof MODES)[number], random: Random): readonly Change[] {
  if (mode === 'nothing') return []
  if (mode === 'everything') return pending
  const share = random()
  if (mode === 'beginning') return pending.slice(0, Math.floor(share * (pending.length + 1)))
  const parts =
    mode === 'sectors' ? pending.flatMap((each) => (each.kind === 'write' ? sectorsOf(each) : [each])) : pending
  return parts.filter(() => random() < share)
}

/** The folder during the replay of a recording. */
class Disk {
  /** Files by name as programs see them. */
  readonly #names = new Map<string, File>()
  /** Files by name at the last sync of the folder. */
  #durable = new Map<string, File>()
  #pending: NameChange[] = []

  play(event: IoEvent, at: number): void {
    if (event.kind === 'printed' || event.kind === 'close' || event.kind === 'lock') return
    if (event.kind === 'sync') {
      if (event.name === undefined) this.#syncNames(event.since)
      else this.#names.get(event.name)?.sync(event.since)
      return
    }
    const { name } = event
    if (event.kind === 'unlink') {
      this.#change({ at, kind: 'remove', name })
      return
    }
    if (event.kind === 'rename') {
      this.#change({ at, kind: 'rename', name, to: event.to })
      return
    }
    let file = this.#names.get(name)
    if (file === undefined) {
      if (event.kind !== 'open') return
      file = new File()
      this.#change({ at, kind: 'add', name, file })
    }
    if (event.kind === 'write') file.pending.push({ at, kind: 'write', offset: event.offset, data: event.data })
    else if (event.kind === 'truncate') file.pending.push({ at, kind: 'truncate', size: event.size })
    else if (event.cut) file.pending.push({ at, kind: 'truncate', size: 0 })
  }

  #change(change: NameChange): void {
    rename(this.#names, change)
    this.#pending.push(change)
  }

  #syncNames(since: number): void {
    for (const change of this.#pending) if (change.at < since) rename(this.#durable, change)
    this.#pending = this.#pending.filter(({ at }) => at >= since)
  }

  crash(random: Random): Files {
    const mode = MODES[Math.floor(random() * MODES.length)] ?? 'nothing'
    const kept =
      mode === 'everything'
        ? this.#pending.length
        : mode === 'nothing'
          ? 0
          : Math.floor(random() * (this.#pending.length + 1))
    const names = new Map(this.#durable)
    for (const change of this.#pending.slice(0, kept)) rename(names, change)
    return new Map([...names].map(([name, file]) => [name, file.with(survivors(file.pending, mode, random))]))
  }
}

function rename(names: Map<string, File>, change: NameChange): void {
  if (change.kind === 'add') {
    names.set(change.name, change.file)
    return
  }
  const file = names.get(change.name)
  names.delete(change.name)
  if (change.kind === 'rename' && file !== undefined) names.set(change.to, file)
}

/** The state of a disk after a power failure, and the lines that were printed before. */
export interface CrashState {
  /** Number of events before the failure. */
  at: number
  files: Files
  /** All lines that were printed before the failure. */
  printed: readonly string[]
}

/** `count` states of the folder of a recording, which was empty at its start; moments and losses are chosen with `random`. */
export function* crashStates(events: readonly IoEvent[], count: number, random: Random): Generator<CrashState> {
  const moments = Array.from({ length: count }, () => Math.floor(random() * (events.length + 1))).toSorted(
    (a, b) => a - b,
  )
  const disk = new Disk()
  const printed: string[] = []
  let at = 0
  for (const moment of moments) {
    for (; at < moment; at++) {
      const event = events[at]
      if (event === undefined) continue
      if (event.kind === 'printed') printed.push(event.line)
      disk.play(event, at)
    }
    yield { at, files: disk.crash(random), printed }
  }
}
