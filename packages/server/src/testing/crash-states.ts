/**
 * What a disk may hold after the power went at some moment of a recording. Durable is what was synced; of everything since
 * the last sync of a file each part may be there or not: nothing, a beginning, any of the writes, or any of their sectors
 * of 512 bytes (a sector is written whole or not at all). A name that was made, removed or changed since the folder was
 * synced may be as it was before; names change in their order.
 */
import type { IoEvent } from './recorded-io.ts'

/** Bytes that a disk writes whole. */
const SECTOR = 512

/** The contents of files by name. Valid until the next state is asked for. */
export type Files = ReadonlyMap<string, Buffer>

type Change = { at: number } & ({ kind: 'write'; offset: number; data: Buffer } | { kind: 'truncate'; size: number })

type NameChange = { at: number } & (
  | { kind: 'add'; name: string; file: File }
  | { kind: 'remove'; name: string }
  | { kind: 'rename'; name: string; to: string }
)

/** A file that grows by doubling. */
class File {
  #bytes = Buffer.alloc(4096)
  #size = 0
  /** Since the last sync. */
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
    // What a file is cut by reads as zeros when it grows again.
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

/** The parts of a write that lie in one sector each. */
function sectorsOf({ at, offset, data }: { at: number; offset: number; data: Buffer }): Change[] {
  const parts: Change[] = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR - ((offset + from) % SECTOR))
    parts.push({ at, kind: 'write', offset: offset + from, data: data.subarray(from, to) })
    from = to
  }
  return parts
}

/** How much of what was not synced is there, from nothing to everything. */
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

/** The folder while a recording is played. */
class Disk {
  /** As programs see it. */
  readonly #names = new Map<string, File>()
  /** As it was when the folder was last synced. */
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

/** The state of a disk, and what had been printed by the time that its power went. */
export interface CrashState {
  /** The number of events before it. */
  at: number
  files: Files
  /** Lines that were printed before, with those of earlier states. */
  printed: readonly string[]
}

/** `count` states of a recording's folder, which was empty before; moments and losses are by `random`. */
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
