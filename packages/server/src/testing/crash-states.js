/** Bytes that a disk writes whole. */
const SECTOR = 512
/** A file that grows by doubling. */
class File {
  #bytes = Buffer.alloc(4096)
  #size = 0
  /** Since the last sync. */
  pending = []
  apply(change) {
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
  sync(since) {
    for (const change of this.pending) if (change.at < since) this.apply(change)
    this.pending = this.pending.filter(({ at }) => at >= since)
  }
  /** The synced bytes and these changes. */
  with(changes) {
    if (changes.length === 0) return this.#bytes.subarray(0, this.#size)
    const copy = new File()
    copy.#bytes = Buffer.from(this.#bytes)
    copy.#size = this.#size
    for (const change of changes) copy.apply(change)
    return copy.#bytes.subarray(0, copy.#size)
  }
}
/** The parts of a write that lie in one sector each. */
function sectorsOf({ at, offset, data }) {
  const parts = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR - ((offset + from) % SECTOR))
    parts.push({ at, kind: 'write', offset: offset + from, data: data.subarray(from, to) })
    from = to
  }
  return parts
}
/** How much of what was not synced is there, from nothing to everything. */
const MODES = ['nothing', 'beginning', 'writes', 'sectors', 'everything']
function survivors(pending, mode, random) {
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
  #names = new Map()
  /** As it was when the folder was last synced. */
  #durable = new Map()
  #pending = []
  play(event, at) {
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
  #change(change) {
    rename(this.#names, change)
    this.#pending.push(change)
  }
  #syncNames(since) {
    for (const change of this.#pending) if (change.at < since) rename(this.#durable, change)
    this.#pending = this.#pending.filter(({ at }) => at >= since)
  }
  crash(random) {
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
function rename(names, change) {
  if (change.kind === 'add') {
    names.set(change.name, change.file)
    return
  }
  const file = names.get(change.name)
  names.delete(change.name)
  if (change.kind === 'rename' && file !== undefined) names.set(change.to, file)
}
/** `count` states of a recording's folder, which was empty before; moments and losses are by `random`. */
export function* crashStates(events, count, random) {
  const moments = Array.from({ length: count }, () => Math.floor(random() * (events.length + 1))).toSorted(
    (a, b) => a - b,
  )
  const disk = new Disk()
  const printed = []
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
