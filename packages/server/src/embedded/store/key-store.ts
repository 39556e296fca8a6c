/**
 * The keys of the embedded backend: rows in the database, and all live ones in memory, since each request looks up a key. Lookups
 * use the SHA-256 of the value, so their time reveals nothing about the values of keys.
 */
import type { KeyStore } from '../../backend/backend.ts'
import {
  changedKey,
  firstKeys,
  hashOfKey,
  isLive,
  keyNotFound,
  newKey,
  nowInSeconds,
  requireChangeableKey,
  requireRestorable,
} from '../../backend/key-rules.ts'
import type { Store } from './store.ts'
import type { InTurn } from './writer.ts'
import { DEFAULT_KEY_FIELDS, type ApiKey, type KeyFields } from '../../keys/key.ts'
import { LIMITS, type Limits } from '../../wire/limits.ts'
import { checkKeys } from '../../wire/storage-limits.ts'
import { parseStored } from '../database/stored-json.ts'

interface KeyRow {
  value: string
  fields: string
  created_at: number
  expires_at: number
}

/** The fields of a key as stored JSON, without those that have columns. */
function fieldsOf({ value: _value, createdAt: _createdAt, expiresAt: _expiresAt, ...fields }: ApiKey): string {
  return JSON.stringify(fields)
}

/** Whether each field has its type. */
const hasAllFields = (fields: KeyFields | null): boolean =>
  fields !== null &&
  Object.entries(DEFAULT_KEY_FIELDS).every(([name, value]) => {
    const stored: unknown = fields[name as keyof KeyFields]
    if (Array.isArray(value)) return Array.isArray(stored) && stored.every((item) => typeof item === 'string')
    return typeof stored === typeof value
  })

/** An empty table gets the first keys (`firstKeys`) when it is opened. */
export class EmbeddedKeyStore implements KeyStore {
  readonly #store: Store
  readonly #inTurn: InTurn
  readonly #limits: Limits
  #byHash = new Map<string, ApiKey>()

  /** `inTurn` orders its writes with those of others; by default there are no others. */
  constructor(store: Store, inTurn: InTurn = async (step) => step(), limits: Limits = LIMITS) {
    this.#store = store
    this.#inTurn = inTurn
    this.#limits = limits
    this.#load()
    if (this.#byHash.size > 0) return
    store.transaction(() => {
      this.#removeOld()
      this.#insert(firstKeys())
    })
    this.#load()
  }

  #load(): void {
    const rows = this.#store.database
      .prepare('SELECT * FROM keys WHERE deleted_at IS NULL ORDER BY rowid')
      .all() as unknown as KeyRow[]
    this.#byHash = new Map(
      rows.map((row) => {
        const fields = parseStored<KeyFields>(row.fields, 'An API key', hasAllFields)
        return [
          hashOfKey(row.value),
          { ...fields, value: row.value, createdAt: row.created_at, expiresAt: row.expires_at },
        ]
      }),
    )
  }

  /** To be called in a transaction. */
  #insert(keys: readonly ApiKey[]): void {
    const insert = this.#store.database.prepare(
      'INSERT INTO keys (value, fields, created_at, expires_at) VALUES (?, ?, ?, ?)',
    )
    for (const key of keys) insert.run(key.value, fieldsOf(key), key.createdAt, key.expiresAt)
  }

  #change<Result>(change: () => Result): Promise<Result> {
    return this.#inTurn(() => this.#store.transaction(change))
  }

  #live(value: string): ApiKey | undefined {
    const key = this.#byHash.get(hashOfKey(value))
    return key && isLive(key) ? key : undefined
  }

  #known(value: string): ApiKey {
    const key = this.#live(value)
    if (key === undefined) throw keyNotFound()
    return key
  }

  #checkCount(): void {
    checkKeys([...this.#byHash.values()].filter((key) => isLive(key)).length, this.#limits)
  }

  /** Removes expired keys, and the oldest deleted ones beyond `deletedKeys`. To be called in a transaction. */
  #removeOld(): void {
    const { database } = this.#store
    database.prepare('DELETE FROM keys WHERE expires_at BETWEEN 1 AND ?').run(nowInSeconds())
    database
      .prepare(
        `DELETE FROM keys WHERE value IN (
           SELECT value FROM keys WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
      )
      .run(this.#limits.deletedKeys)
  }

  async list(): Promise<ApiKey[]> {
    return [...this.#byHash.values()].filter((key) => isLive(key))
  }

  async find(value: string): Promise<ApiKey | undefined> {
    return this.#live(value)
  }

  async add(fields: KeyFields): Promise<ApiKey> {
    const key = newKey(fields)
    await this.#inTurn(() => {
      // Loaded within the turn, so that keys of earlier turns count.
      this.#load()
      this.#checkCount()
      this.#store.transaction(() => {
        this.#removeOld()
        this.#insert([key])
      })
    })
    this.#load()
    return this.#known(key.value)
  }

  async update(value: string, fields: KeyFields): Promise<ApiKey> {
    const key = changedKey(requireChangeableKey(this.#live(value)), fields)
    await this.#change(() =>
      this.#store.database
        .prepare('UPDATE keys SET fields = ?, expires_at = ? WHERE value = ?')
        .run(fieldsOf(key), key.expiresAt, value),
    )
    this.#load()
    return this.#known(value)
  }

  async delete(value: string): Promise<void> {
    requireChangeableKey(this.#live(value))
    await this.#change(() => {
      this.#store.database.prepare('UPDATE keys SET deleted_at = ? WHERE value = ?').run(nowInSeconds(), value)
      this.#removeOld()
    })
    this.#load()
  }

  async restore(value: string): Promise<ApiKey> {
    requireRestorable(this.#live(value))
    this.#checkCount()
    const { changes } = await this.#change(() =>
      this.#store.database
        .prepare('UPDATE keys SET deleted_at = NULL WHERE value = ? AND deleted_at IS NOT NULL')
        .run(value),
    )
    if (changes === 0) throw keyNotFound()
    this.#load()
    return this.#known(value)
  }

  async adopt(keys: readonly ApiKey[]): Promise<void> {
    await this.#change(() => {
      this.#store.database.exec('DELETE FROM keys')
      this.#insert(keys)
    })
    this.#load()
  }
}
