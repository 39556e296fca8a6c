/**
 * The keys of the embedded backend: rows in the database, and all live ones in memory, since one is looked up at every
 * request. The lookup goes by the SHA-256 of what was sent, so its time tells nothing about any key.
 */
import { hash } from 'node:crypto'
import type { KeyStore } from '../../backend/backend.ts'
import type { Store } from './store.ts'
import type { InTurn } from './writer.ts'
import {
  DEFAULT_KEY_FIELDS,
  isAdmin,
  newKeyValue,
  PAGES_KEY_FIELDS,
  type ApiKey,
  type KeyFields,
} from '../../keys/key.ts'
import { ServerError } from '../../wire/errors.ts'
import { LIMITS, type Limits } from '../../wire/limits.ts'
import { checkKeys } from '../../wire/storage-limits.ts'

interface KeyRow {
  value: string
  fields: string
  created_at: number
  expires_at: number
}

const seconds = (): number => Math.floor(Date.now() / 1000)

const hashOf = (value: string): string => hash('sha256', value, 'base64')

const expiryOf = (fields: KeyFields, now: number): number => (fields.validity === 0 ? 0 : now + fields.validity)

const keyNotFound = (): ServerError => new ServerError('not-found', 'Key does not exist')

export class EmbeddedKeyStore implements KeyStore {
  readonly #store: Store
  readonly #inTurn: InTurn
  readonly #limits: Limits
  #byHash = new Map<string, ApiKey>()

  /** `inTurn` where others write too. */
  constructor(store: Store, inTurn: InTurn = async (step) => step(), limits: Limits = LIMITS) {
    this.#store = store
    this.#inTurn = inTurn
    this.#limits = limits
    this.#load()
    if (this.#byHash.size === 0) this.#createFirstKeys()
  }

  #load(): void {
    const rows = this.#store.database
      .prepare('SELECT * FROM keys WHERE deleted_at IS NULL ORDER BY rowid')
      .all() as unknown as KeyRow[]
    this.#byHash = new Map(
      rows.map((row) => {
        const fields = JSON.parse(row.fields) as KeyFields
        return [
          hashOf(row.value),
          { ...fields, value: row.value, createdAt: row.created_at, expiresAt: row.expires_at },
        ]
      }),
    )
  }

  /** A start without any key makes two: everything, and searching only (for pages). */
  #createFirstKeys(): void {
    this.#insert({ ...DEFAULT_KEY_FIELDS, acl: ['admin'], description: 'Admin' })
    this.#insert(PAGES_KEY_FIELDS)
    this.#load()
  }

  #insert(fields: KeyFields): string {
    const value = newKeyValue()
    const now = seconds()
    this.#store.transaction(() => {
      this.#forget()
      this.#store.database
        .prepare('INSERT INTO keys (value, fields, created_at, expires_at) VALUES (?, ?, ?, ?)')
        .run(value, JSON.stringify(fields), now, expiryOf(fields, now))
    })
    return value
  }

  #change<Result>(change: () => Result): Promise<Result> {
    return this.#inTurn(() => this.#store.transaction(change))
  }

  #live(value: string): ApiKey | undefined {
    const key = this.#byHash.get(hashOf(value))
    return key && (key.expiresAt === 0 || key.expiresAt > seconds()) ? key : undefined
  }

  #changeable(value: string): ApiKey {
    const key = this.#live(value)
    if (key === undefined) throw keyNotFound()
    if (isAdmin(key)) throw new ServerError('not-allowed', 'The admin key cannot be changed')
    return key
  }

  #known(value: string): ApiKey {
    const key = this.#live(value)
    if (key === undefined) throw keyNotFound()
    return key
  }

  #checkRoom(): void {
    checkKeys([...this.#byHash.values()].filter((key) => this.#live(key.value) !== undefined).length, this.#limits)
  }

  /** What nobody can use or bring back: keys that have expired, and those that were deleted long ago. */
  #forget(): void {
    const { database } = this.#store
    database.prepare('DELETE FROM keys WHERE expires_at BETWEEN 1 AND ?').run(seconds())
    database
      .prepare(
        `DELETE FROM keys WHERE value IN (
           SELECT value FROM keys WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
      )
      .run(this.#limits.deletedKeys)
  }

  async list(): Promise<ApiKey[]> {
    return [...this.#byHash.values()].filter((key) => this.#live(key.value) !== undefined)
  }

  async find(value: string): Promise<ApiKey | undefined> {
    return this.#live(value)
  }

  async add(fields: KeyFields): Promise<ApiKey> {
    const value = await this.#inTurn(() => {
      // Within the turn, so that keys which were added before it count.
      this.#load()
      this.#checkRoom()
      return this.#insert(fields)
    })
    this.#load()
    return this.#known(value)
  }

  async update(value: string, fields: KeyFields): Promise<ApiKey> {
    this.#changeable(value)
    await this.#change(() =>
      this.#store.database
        .prepare('UPDATE keys SET fields = ?, expires_at = ? WHERE value = ?')
        .run(JSON.stringify(fields), expiryOf(fields, seconds()), value),
    )
    this.#load()
    return this.#known(value)
  }

  async delete(value: string): Promise<void> {
    this.#changeable(value)
    await this.#change(() => {
      this.#store.database.prepare('UPDATE keys SET deleted_at = ? WHERE value = ?').run(seconds(), value)
      this.#forget()
    })
    this.#load()
  }

  async restore(value: string): Promise<ApiKey> {
    if (this.#live(value)) throw new ServerError('bad-request', 'Key already exists')
    this.#checkRoom()
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
      const { database } = this.#store
      database.exec('DELETE FROM keys')
      const insert = database.prepare('INSERT INTO keys (value, fields, created_at, expires_at) VALUES (?, ?, ?, ?)')
      for (const { value, createdAt, expiresAt, ...fields } of keys)
        insert.run(value, JSON.stringify(fields), createdAt, expiresAt)
    })
    this.#load()
  }
}
