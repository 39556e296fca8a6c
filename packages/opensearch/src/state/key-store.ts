/**
 * The keys of all servers: one document, replaced by compare-and-set, and in each server's memory, since one is looked up
 * at every request. A lookup goes by the SHA-256 of what was sent, so its time tells nothing about any key.
 */
import { createHash } from 'node:crypto'
import {
  checkKeys,
  LIMITS,
  ServerError,
  tooMany,
  isAdmin,
  newKeyValue,
  type KeyStore,
  type Limits,
  type ApiKey,
  type KeyFields,
} from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { replaceDocument } from '../http/documents.ts'
import type { Names } from './names.ts'
import { KEYS } from './documents.ts'
import type { StoredKey } from './documents.ts'
import type { View } from './view.ts'

const MOST_TRIES = 20

const seconds = (): number => Math.floor(Date.now() / 1000)

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64')

const expiryOf = (fields: KeyFields, now: number): number => (fields.validity === 0 ? 0 : now + fields.validity)

const keyNotFound = (): ServerError => new ServerError('not-found', 'Key does not exist')

const isLive = (key: StoredKey): boolean =>
  key.deletedAt === undefined && (key.expiresAt === 0 || key.expiresAt > seconds())

function asKey(stored: StoredKey): ApiKey {
  const { deletedAt: _deletedAt, ...key } = stored
  return key
}

function changeable(keys: readonly StoredKey[], value: string): StoredKey {
  const key = keys.find((each) => each.value === value && isLive(each))
  if (key === undefined) throw keyNotFound()
  if (isAdmin(key)) throw new ServerError('not-allowed', 'The admin key cannot be changed')
  return key
}

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
    return this.#keys.filter(isLive).map(asKey)
  }

  async find(value: string): Promise<ApiKey | undefined> {
    const keys = this.#keys
    if (this.#indexed.keys !== keys)
      this.#indexed = { keys, byHash: new Map(keys.map((key) => [hashOf(key.value), key])) }
    const key = this.#indexed.byHash.get(hashOf(value))
    return key && isLive(key) ? asKey(key) : undefined
  }

  /** `change` makes the new list of the present one, and the key it is about; it may be asked again with a later list. */
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
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await this.#view.look()
      const { source, sequence } = this.#view.keys
      const keys = this.#keepable(change(source.keys))
      const written = await replaceDocument(this.#cluster, this.#names.state, KEYS, { keys }, sequence)
      if (written === undefined) continue
      this.#view.noteKeys(keys, written)
      return
    }
    throw tooMany('changes of keys')
  }

  /** Without what nobody can use or bring back: keys that have expired, and those that were deleted long ago. */
  #keepable(keys: readonly StoredKey[]): StoredKey[] {
    const kept = keys.filter((key) => key.expiresAt === 0 || key.expiresAt > seconds())
    const deleted = kept.filter((key) => key.deletedAt !== undefined)
    const oldestFirst = deleted.toSorted((left, right) => (left.deletedAt ?? 0) - (right.deletedAt ?? 0))
    const surplus = new Set(oldestFirst.slice(0, Math.max(0, deleted.length - this.#limits.deletedKeys)))
    return kept.filter((key) => !surplus.has(key))
  }

  #checkRoom(keys: readonly StoredKey[]): void {
    checkKeys(keys.filter(isLive).length, this.#limits)
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
    const now = seconds()
    const key = { ...fields, value: newKeyValue(), createdAt: now, expiresAt: expiryOf(fields, now) }
    return this.#change((keys) => {
      this.#checkRoom(keys)
      return { keys: [...keys, key], key }
    })
  }

  update(value: string, fields: KeyFields): Promise<ApiKey> {
    return this.#replace(value, (key) => ({ ...key, ...fields, expiresAt: expiryOf(fields, seconds()) }))
  }

  async delete(value: string): Promise<void> {
    await this.#replace(value, (key) => ({ ...key, deletedAt: seconds() }))
  }

  restore(value: string): Promise<ApiKey> {
    return this.#replace(value, asKey, (keys) => {
      const stored = keys.find((key) => key.value === value)
      if (stored && isLive(stored)) throw new ServerError('bad-request', 'Key already exists')
      if (stored?.deletedAt === undefined) throw keyNotFound()
      this.#checkRoom(keys)
      return stored
    })
  }
}
