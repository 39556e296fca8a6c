/**
 * Replaces the head. Changes that arrive during a write are written together by the next one. A change belongs to an epoch: it is
 * refused after the lease was taken again, by another server or by this one.
 */
import { ClusterError } from '../http/cluster-error.ts'
import { replaceDocument, type Sequence } from '../http/documents.ts'
import type { Cluster } from '../http/cluster.ts'
import { HEAD, type Head } from './documents.ts'
import { LeaseLost, type LeaseKeeper } from './lease.ts'
import type { Names } from './names.ts'
import type { View } from './view.ts'

/** Before a write whose answer was lost is repeated (ms). */
const PAUSE_MS = 50

/**
 * Returns the next head. Returns the same head if it already contains the change, because the answer to an earlier write may have
 * been lost.
 */
export type HeadChange = (head: Head) => Head

interface Waiting extends PromiseWithResolvers<void> {
  epoch: number
  change: HeadChange
}

/** A compare-and-set that fails is tried again with the head that was found, while the lease is held. */
export class HeadWriter {
  readonly #cluster: Cluster
  readonly #names: Names
  readonly #view: View
  readonly #lease: LeaseKeeper
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(cluster: Cluster, names: Names, view: View, lease: LeaseKeeper) {
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#lease = lease
  }

  /**
   * Resolves when the change is in the head, and the head cannot be lost. Throws `LeaseLost`, and `ClusterError` when the write
   * failed.
   */
  change(epoch: number, change: HeadChange): Promise<void> {
    const waiting = { epoch, change, ...Promise.withResolvers<void>() }
    this.#waiting.push(waiting)
    if (!this.#isWriting) void this.#writeAll()
    return waiting.promise
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#write(batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  /**
   * A write whose answer was lost may be executed later, after further records are visible. So it is repeated until one of
   * the two has succeeded, or the lease is lost: then the next holder changes the head, and the late one fails.
   */
  async #write(batch: readonly Waiting[]): Promise<void> {
    for (let isUncertain = false; ;) {
      this.#lease.check()
      const { head, headSequence } = this.#view
      const current = batch.filter(({ epoch }) => epoch === head.epoch)
      for (const { epoch, reject } of batch)
        if (epoch !== head.epoch) reject(new LeaseLost('Another server has changed the head'))
      const next = current.reduce((changed, { change }) => change(changed), head)
      if (next !== head || !this.#view.isHeadAcknowledged) {
        let written: Sequence | undefined
        try {
          written = await replaceDocument(this.#cluster, this.#names.state, HEAD, next, headSequence)
        } catch (error) {
          isUncertain ||= error instanceof ClusterError && error.isUncertain
          if (!isUncertain) throw error
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
          continue
        }
        if (written === undefined) {
          // The head was changed by another holder, or by a write of this server whose answer was lost or is still missing.
          await this.#view.lookAtPrimary()
          continue
        }
        this.#view.noteWrittenHead(next, written)
      }
      for (const { resolve } of current) resolve()
      return
    }
  }
}
