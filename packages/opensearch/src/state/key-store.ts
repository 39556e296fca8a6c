/**
 * The keys of all servers: one document, replaced by compare-and-set, and cached by each server, since each request looks up a key.
 * Lookups use the SHA-256 of the value, so their time reveals nothing about the values of keys.
 */
import {
  changedKey,
  checkKeys,
  hashOfKey,
  isLive,
  keyNotFound,
  LIMITS,
  newKey,
  nowInSeconds,
  requireChangeableKey,
  requireRestorable,
  tooMany,
  type KeyStore,
  type Limits,
  type ApiKey,
  type KeyFields,
} from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { replaceDocument } from '../http/documents.ts'
import type { Names } from './names.ts'
import { KEYS, type StoredKey } from './documents.ts'
import type { View } from './view.ts'

const MAX_TRIES = 20

const isUsable = (key: StoredKey): boolean => key.deletedAt === undefined && isLive(key)

function asKey(stored: StoredKey): ApiKey {
  const { deletedAt: _deletedAt, ...key } = stored
  return key
}

const changeable = (keys: readonly StoredKey[], value: string): StoredKey =>
  requireChangeableKey(keys.find((key) => key.value === value && isUsable(key)))

/** Other servers know a changed key with their next look at the state, a fraction of a second later. */
export class ClusterKeyStore implements KeyStore {
  readonly #cluster: Cluster
  readonly #names: Names
  readonly #view: View
  readonly #limits: Limits
  #indexed: { keys: readonly StoredKey[]; byHash: ReadonlyMap<string, StoredKey> } = { keys: [], byHash: new Map() }

  constructor(cluster: Cluster, names: Names, view: View, limits: Limits = LIMITS) {
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#limits = limits
  }

  get #keys(): readonly StoredKey[] {
    return this.#view.keys.source.keys
  }

  async list(): Promise<ApiKey[]> {
    return this.#keys.filter(isUsable).map(asKey)
  }

  async find(value: string): Promise<ApiKey | undefined> {
    const keys = this.#keys
    if (this.#indexed.keys !== keys)
      this.#indexed = { keys, byHash: new Map(keys.map((key) => [hashOfKey(key.value), key])) }
    const key = this.#indexed.byHash.get(hashOfKey(value))
    return key && isUsable(key) ? asKey(key) : undefined
  }

  /** `change` returns the new list and the changed key. It may be called again with a later list. */
  async #change(change: (keys: readonly StoredKey[]) => { keys: StoredKey[]; key: StoredKey }): Promise<ApiKey> {
    let changed: StoredKey | undefined
    await this.#changeList((before) => {
      const { keys, key } = change(before)
      changed = key
      return keys
    })
    if (changed === undefined) throw new Error('A change is about a key')
    return asKey(changed)
  }

  async #changeList(change: (keys: readonly StoredKey[]) => StoredKey[]): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.#view.look()
      const { source, sequence } = this.#view.keys
      const keys = this.#keepable(change(source.keys))
      const written = await replaceDocument(this.#cluster, this.#names.state, KEYS, { keys }, sequence)
      if (written === undefined) {
        await this.#view.lookAtPrimary()
        continue
      }
      this.#view.noteKeys(keys, written)
      return
    }
    throw tooMany('changes of keys')
  }

  /** The keys without expired ones, and without the oldest deleted ones beyond `deletedKeys`. */
  #keepable(keys: readonly StoredKey[]): StoredKey[] {
    const kept = keys.filter((key) => isLive(key))
    const deleted = kept.filter((key) => key.deletedAt !== undefined)
    const oldestFirst = deleted.toSorted((left, right) => (left.deletedAt ?? 0) - (right.deletedAt ?? 0))
    const surplus = new Set(oldestFirst.slice(0, Math.max(0, deleted.length - this.#limits.deletedKeys)))
    return kept.filter((key) => !surplus.has(key))
  }

  #checkRoom(keys: readonly StoredKey[]): void {
    checkKeys(keys.filter(isUsable).length, this.#limits)
  }

  adopt(keys: readonly ApiKey[]): Promise<void> {
    return this.#changeList(() => [...keys])
  }

  #replace(value: string, next: (key: StoredKey) => StoredKey, find = changeable): Promise<ApiKey> {
    return this.#change((keys) => {
      const before = find(keys, value)
      const key = next(before)
      return { keys: keys.map((each) => (each === before ? key : each)), key }
    })
  }

  add(fields: KeyFields): Promise<ApiKey> {
    const key = newKey(fields)
    return this.#change((keys) => {
      this.#checkRoom(keys)
      return { keys: [...keys, key], key }
    })
  }

  update(value: string, fields: KeyFields): Promise<ApiKey> {
    return this.#replace(value, (key) => changedKey(key, fields))
  }

  async delete(value: string): Promise<void> {
    await this.#replace(value, (key) => ({ ...key, deletedAt: nowInSeconds() }))
  }

  restore(value: string): Promise<ApiKey> {
    return this.#replace(value, asKey, (keys) => {
      const stored = keys.find((key) => key.value === value)
      requireRestorable(stored && isUsable(stored) ? stored : undefined)
      if (stored?.deletedAt === undefined) throw keyNotFound()
      this.#checkRoom(keys)
      return stored
    })
  }
}
