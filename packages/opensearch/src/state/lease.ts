/**
 * The lease: one server at a time applies tasks. It is a document that its holder writes every second with a new beat. Another server
 * takes it when it has read the same beat for `leaseMs` by its own clock, so clocks need not agree; the holder stops before that,
 * counting from the time at which it sent its last beat.
 *
 * The lease only saves work. A former holder that has not noticed its loss cannot replace the head, since the next holder
 * has changed its epoch, nor a record of a later task, since its version is the number of that task.
 */
import { randomUUID } from 'node:crypto'
import type { Cluster } from '../http/cluster.ts'
import { isSame, replaceDocument, type Sequence } from '../http/documents.ts'
import type { Names } from './names.ts'
import { HEAD, LEASE, type Lease } from './documents.ts'
import type { View } from './view.ts'

/** The share of `leaseMs` that the holder uses: the rest is for requests in flight. */
const OWN_SHARE = 2 / 3
const BEATS = 3
/** Maximum number of failing indexes in the lease, which is read several times a second. */
const MAX_FAILING = 20

/** Thrown when a server detects that it no longer holds the lease. Another server continues. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

interface LeaseOptions {
  cluster: Cluster
  names: Names
  view: View
  /** ms without a beat after which another server takes the lease. */
  leaseMs: number
  /** Returns the indexes whose tasks fail: every server reads them with the lease. */
  failing: () => NonNullable<Lease['failing']>
}

/** Times are ms of `performance.now`; `release` lets another server continue at once. */
export class LeaseKeeper {
  readonly #cluster: Cluster
  readonly #names: Names
  readonly #view: View
  readonly #leaseMs: number
  readonly #self = randomUUID()
  /** Its result is written with each beat. */
  readonly #failing: () => NonNullable<Lease['failing']>
  /** The last beat of another server, and the time of its first reading (ms of `performance.now`). */
  #seen: { sequence: Sequence; since: number } | undefined
  #sequence: Sequence | undefined
  #heldUntil = 0
  #beat = 0
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined

  constructor({ cluster, names, view, leaseMs, failing }: LeaseOptions) {
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#leaseMs = leaseMs
    this.#failing = failing
  }

  get isHeld(): boolean {
    return this.#sequence !== undefined && performance.now() < this.#heldUntil
  }

  /** Throws `LeaseLost`. To be called before each request that writes. */
  check(): void {
    if (!this.isHeld) throw new LeaseLost('Another server holds the lease by now')
  }

  /** Takes the lease if it has no holder or its holder is silent. Resolves with whether this server holds it. */
  async tryTake(): Promise<boolean> {
    if (this.isHeld) return true
    this.#stop()
    const { source, sequence } = this.#view.lease
    if (source.holder !== null && source.holder !== this.#self) {
      if (this.#seen === undefined || !isSame(this.#seen.sequence, sequence))
        this.#seen = { sequence, since: performance.now() }
      if (performance.now() - this.#seen.since < this.#leaseMs) return false
    }
    this.#beat = source.beat
    await this.#write(sequence, this.#self)
    if (this.#sequence === undefined) {
      await this.#view.lookAtPrimary()
      return false
    }
    try {
      await this.#fence()
    } catch (error) {
      // Without it, the former holder may still replace the head.
      this.#stop()
      throw error
    }
    this.#timer = setInterval(() => this.#keep(), this.#leaseMs / BEATS)
    return this.isHeld
  }

  /** Changes the head, so that the former holder cannot replace it any more. */
  async #fence(): Promise<void> {
    await this.#view.look()
    const { head, headSequence } = this.#view
    const next = { ...head, epoch: head.epoch + 1 }
    const sequence = await replaceDocument(this.#cluster, this.#names.state, HEAD, next, headSequence)
    // The former holder has replaced it once more: the next attempt reads its head.
    if (sequence === undefined) {
      this.#stop()
      await this.#view.lookAtPrimary()
    } else this.#view.noteWrittenHead(next, sequence)
  }

  async #write(sequence: Sequence, holder: string | null): Promise<void> {
    const begun = performance.now()
    const failing = holder === null ? [] : this.#failing().slice(0, MAX_FAILING)
    const lease: Lease = { holder, beat: ++this.#beat, ...(failing.length > 0 && { failing }) }
    const written = await replaceDocument(this.#cluster, this.#names.state, LEASE, lease, sequence)
    if (written === undefined) {
      this.#stop()
      return
    }
    this.#view.noteLease(lease, written)
    this.#sequence = written
    this.#heldUntil = begun + this.#leaseMs * OWN_SHARE
  }

  #keep(): void {
    if (this.#beating !== undefined || this.#sequence === undefined) return
    // After a lost beat the next one follows, or the lease ends.
    this.#beating = this.#write(this.#sequence, this.#self)
      .catch(() => undefined)
      .finally(() => (this.#beating = undefined))
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#sequence = undefined
    this.#heldUntil = 0
  }

  /** Releases the lease, so that no server has to wait for its end. */
  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    const sequence = this.#sequence
    // If this fails, the lease ends by itself.
    if (sequence !== undefined) await this.#write(sequence, null).catch(() => undefined)
    this.#stop()
  }
}
