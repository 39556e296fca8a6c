/** A simple model of tasks: applies a log to indexes that are maps in memory, one task after the other. */
import { inflateRawSync } from 'node:zlib'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { patchRecord, type WriteOperation } from '@docent/server/backend'
import type { Change, ReplaceStep, TaskFacts } from '../state/documents.ts'

export interface ModelIndex {
  records: Map<string, SearchRecord>
  settings: IndexSettings
}

export interface LoggedTask {
  facts: TaskFacts
  change: Change
}

/** The content of a packed document, unpacked synchronously. */
const unpacked = <Value>(text: string): Value =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as Value

export class TaskModel {
  readonly indexes = new Map<string, ModelIndex>()
  readonly tasks = new Map<number, LoggedTask>()
  readonly #pieces = new Map<string, ReplaceStep[]>()

  /** Adds a document of the log. */
  note(id: string, json: string): void {
    const { packed, ...facts } = JSON.parse(json) as TaskFacts & { packed: string }
    if (id.startsWith('piece-')) this.#pieces.set(id, unpacked<ReplaceStep[]>(packed))
    else this.tasks.set(facts.number, { facts, change: unpacked<Change>(packed) })
  }

  /** Removes a lost document of the log. */
  forget(id: string): void {
    if (!id.startsWith('piece-')) this.tasks.delete(Number(id))
  }

  #ensured(name: string): ModelIndex {
    const index = this.indexes.get(name) ?? { records: new Map<string, SearchRecord>(), settings: {} }
    this.indexes.set(name, index)
    return index
  }

  #write(operation: WriteOperation): void {
    const existing = this.indexes.get(operation.index)
    switch (operation.action) {
      case 'save':
        this.#ensured(operation.index).records.set(operation.record.objectID, operation.record)
        return
      case 'patch': {
        const { objectID, changes, createIfNotExists } = operation
        if (existing === undefined && !createIfNotExists) return
        const { records } = this.#ensured(operation.index)
        const record = patchRecord(objectID, records.get(objectID), changes, createIfNotExists)
        if (record !== undefined) records.set(objectID, record)
        return
      }
      case 'delete':
        existing?.records.delete(operation.objectID)
        return
      case 'clear':
        existing?.records.clear()
        return
      case 'drop':
        this.indexes.delete(operation.index)
    }
  }

  /** Applies a task of the log. */
  apply(number: number): void {
    const change = this.tasks.get(number)?.change
    if (change === undefined) throw new Error(`Task ${number} was never in the log`)
    switch (change.kind) {
      case 'write':
        for (const operation of change.operations) this.#write(operation)
        return
      case 'settings': {
        const index = this.#ensured(change.index)
        const { replicas = [], ...changes } = change.changes as { replicas?: string[] }
        index.settings = { ...index.settings, ...changes }
        // The model's indexes have no settings that replicas do not share.
        for (const name of replicas) this.indexes.set(name, { records: index.records, settings: {} })
        return
      }
      case 'delete-by': {
        const records = this.indexes.get(change.index)?.records
        const value = String(change.params.filters).replace('kind:', '')
        for (const [objectID, record] of records ?? []) if (record['kind'] === value) records?.delete(objectID)
        return
      }
      case 'copy': {
        const source = this.indexes.get(change.source) ?? { records: new Map<string, SearchRecord>(), settings: {} }
        if (change.source !== change.destination)
          this.indexes.set(change.destination, { records: new Map(source.records), settings: source.settings })
        return
      }
      case 'move': {
        const source = this.indexes.get(change.source)
        if (source === undefined || change.source === change.destination) return
        this.indexes.delete(change.source)
        this.indexes.set(change.destination, source)
        return
      }
      case 'replace': {
        const index = this.#ensured(change.index)
        index.settings = change.settings
        for (const { objectID, record } of change.chunks.flatMap((id) => this.#pieces.get(id) ?? []))
          if (record === undefined) index.records.delete(objectID)
          else index.records.set(objectID, JSON.parse(record) as SearchRecord)
        return
      }
      case 'save-parts':
        this.#ensured(change.index)
        return
      case 'delete-part':
    }
  }
}
