/**
 * The indexes that changes must lead to: a model of a backend, written from the definitions in `backend/backend.ts`, without
 * looking at a store.
 */
import type { SearchRecord } from '@docent/engine'
import { parseReplica } from '../wire/replica-name.ts'
import type { CopyScope, IndexPart, WriteOperation } from '../wire/operations.ts'
import type { Observed } from './observe-index.ts'
import { KINDS, SHARED, manyOperations, partOf, type Step } from './write-steps.ts'

/** One index; a replica has no records of its own. */
interface ModelIndex {
  records: Map<string, SearchRecord>
  settings: Record<string, unknown>
  synonyms: Map<string, IndexPart>
  rules: Map<string, IndexPart>
  primary?: string
  isVirtual: boolean
}
const newIndex = (): ModelIndex => ({
  records: new Map(),
  settings: {},
  synonyms: new Map(),
  rules: new Map(),
  isVirtual: false,
})

/** Thrown for a change that is refused; the model is then unchanged. */
const REFUSED = new Error('refused')

/** The expected indexes. */
export class WriteModel {
  #indexes = new Map<string, ModelIndex>()

  get names(): string[] {
    return [...this.#indexes.keys()].sort()
  }

  /** Applies a change and returns true; returns false for a change that is refused. */
  apply(step: Step): boolean {
    const before = structuredClone(this.#indexes)
    try {
      this.#apply(step)
      return true
    } catch (error) {
      if (error !== REFUSED) throw error
      this.#indexes = before
      return false
    }
  }

  #ensured(index: string): ModelIndex {
    const entry = this.#indexes.get(index) ?? newIndex()
    this.#indexes.set(index, entry)
    return entry
  }

  #holder(index: string): ModelIndex | undefined {
    const entry = this.#indexes.get(index)
    return entry?.primary === undefined ? entry : this.#indexes.get(entry.primary)
  }

  #replicas(index: string): [string, ModelIndex][] {
    return [...this.#indexes].filter(([, { primary }]) => primary === index)
  }

  #refuseReplica(index: string): void {
    if (this.#indexes.get(index)?.primary !== undefined) throw REFUSED
  }

  /** The settings that searches of the index read. */
  #settings(index: string): Record<string, unknown> {
    const own = this.#indexes.get(index)?.settings ?? {}
    const shared = this.#holder(index)?.settings[SHARED]
    return shared === undefined ? own : { ...own, [SHARED]: shared }
  }

  /** Stores all settings of an index; a shared one of a replica has to be that of its primary. */
  #setSettings(entry: ModelIndex, all: Record<string, unknown>): void {
    if (entry.primary === undefined) {
      entry.settings = all
      return
    }
    const { [SHARED]: shared, ...own } = all
    const wanted = this.#indexes.get(entry.primary)?.settings[SHARED]
    if (shared !== undefined && JSON.stringify(shared) !== JSON.stringify(wanted)) throw REFUSED
    entry.settings = own
  }

  #change(entry: ModelIndex, changes: Record<string, unknown>): void {
    const merged = Object.entries({ ...entry.settings, ...changes }).filter(([, value]) => value !== null)
    this.#setSettings(entry, Object.fromEntries(merged))
  }

  #detach(index: string): void {
    const entry = this.#ensured(index)
    entry.settings = this.#settings(index)
    entry.records = new Map(this.#holder(index)?.records)
    delete entry.primary
    entry.isVirtual = false
  }

  #attach(written: string, primary: string): void {
    const { name: index, isVirtual } = parseReplica(written)
    const entry = this.#indexes.get(index)
    const holder = this.#ensured(primary)
    if (entry === undefined) {
      const { [SHARED]: _, ...own } = holder.settings
      const { synonyms, rules } = structuredClone(holder)
      this.#indexes.set(index, { ...newIndex(), settings: own, synonyms, rules, primary, isVirtual })
      return
    }
    if (this.#replicas(index).length > 0) throw REFUSED
    if (entry.primary !== undefined && entry.primary !== primary) throw REFUSED
    if (entry.primary === undefined && entry.records.size > 0) throw REFUSED
    entry.primary = primary
    entry.isVirtual = isVirtual
    this.#setSettings(entry, entry.settings)
  }

  #write(change: WriteOperation): void {
    const { index } = change
    this.#refuseReplica(index)
    switch (change.action) {
      case 'save':
        this.#ensured(index).records.set(change.record.objectID, change.record)
        return
      case 'patch': {
        const { objectID, changes, createIfNotExists } = change
        const stored = this.#indexes.get(index)?.records.get(objectID)
        if (stored === undefined && !createIfNotExists) return
        this.#ensured(index).records.set(objectID, { ...stored, objectID, ...changes })
        return
      }
      case 'delete':
        this.#indexes.get(index)?.records.delete(change.objectID)
        return
      case 'clear':
        this.#indexes.get(index)?.records.clear()
        return
      case 'drop':
        for (const [replica] of this.#replicas(index)) this.#detach(replica)
        this.#indexes.delete(index)
    }
  }

  #apply(step: Step): void {
    const { kind } = step
    if (kind === 'write') return step.operations.forEach((each) => this.#write(each))
    const { index } = step
    switch (kind) {
      case 'many':
        return manyOperations(index, step.removes).forEach((each) => this.#write(each))
      case 'delete-by': {
        this.#refuseReplica(index)
        const records = this.#indexes.get(index)?.records
        for (const [id, { n }] of records ?? []) if (Number(n) < step.below) records?.delete(id)
        return
      }
      case 'settings': {
        this.#change(this.#ensured(index), step.changes)
        if (!step.forwards) return
        const { [SHARED]: _, ...own } = step.changes
        for (const [, replica] of this.#replicas(index)) this.#change(replica, own)
        return
      }
      case 'link': {
        if (this.#ensured(index).primary !== undefined && step.replicas.length > 0) throw REFUSED
        const wanted = new Set(step.replicas.map((each) => parseReplica(each).name))
        for (const [replica] of this.#replicas(index)) if (!wanted.has(replica)) this.#detach(replica)
        for (const each of step.replicas) this.#attach(each, index)
        return
      }
      case 'save-parts': {
        const entry = this.#ensured(index)
        const replicas = step.forwards ? this.#replicas(index).map(([, replica]) => replica) : []
        for (const { [step.part]: parts } of [entry, ...replicas]) {
          if (step.replaceAll) parts.clear()
          for (const id of step.ids) parts.set(id, partOf(step.part, id))
        }
        return
      }
      case 'delete-part': {
        const entry = this.#indexes.get(index)
        if (entry === undefined) return
        const replicas = step.forwards ? this.#replicas(index).map(([, replica]) => replica) : []
        for (const { [step.part]: parts } of [entry, ...replicas]) parts.delete(step.id)
        return
      }
      case 'copy':
        return this.#copy(index, step.to, step.scope)
      case 'move':
        return this.#move(index, step.to)
      case 'replace': {
        this.#refuseReplica(index)
        const entry = this.#ensured(index)
        entry.records = new Map(step.records.map((each) => [each.objectID, each]))
        entry.settings = step.settings
      }
    }
  }

  #copy(index: string, to: string, scope: CopyScope[] | undefined): void {
    if (index === to) return
    if (scope === undefined) this.#refuseReplica(to)
    const source = this.#indexes.get(index) ?? newIndex()
    const copied = { settings: this.#settings(index), records: new Map(this.#holder(index)?.records) }
    const entry = this.#ensured(to)
    if (scope === undefined) entry.records = copied.records
    if (scope === undefined || scope.includes('settings')) this.#setSettings(entry, { ...copied.settings })
    for (const kind of KINDS) if (scope === undefined || scope.includes(kind)) entry[kind] = new Map(source[kind])
  }

  #move(index: string, to: string): void {
    const source = this.#indexes.get(index)
    if (source === undefined || index === to) return
    this.#refuseReplica(index)
    this.#refuseReplica(to)
    for (const [, replica] of [...this.#replicas(index), ...this.#replicas(to)]) replica.primary = to
    this.#indexes.delete(index)
    this.#indexes.set(to, source)
  }

  /** All that a backend has to answer for an index. */
  expected(index: string): Observed {
    const { synonyms, rules, primary, isVirtual } = this.#indexes.get(index) ?? newIndex()
    const records = [...(this.#holder(index)?.records.values() ?? [])]
    const ids = records.map(({ objectID }) => objectID).sort()
    const replicas = this.#replicas(index).map(([each, { isVirtual: virtual }]) =>
      virtual ? `virtual(${each})` : each,
    )
    return {
      links: {
        ...(primary !== undefined && { primary }),
        ...(isVirtual && { virtual: true }),
        ...(replicas.length > 0 && { replicas: replicas.sort() }),
      },
      settings: this.#settings(index),
      stored: records.map((each) => JSON.stringify(each)).sort(),
      found: ids,
      numbers: records.map(({ n }) => Number(n)).sort((one, other) => one - other),
      synonyms: [...synonyms.keys()].sort(),
      rules: [...rules.keys()].sort(),
      glowing: ids.length === 0 ? [] : [...synonyms.keys()].sort(),
      applied: [...rules.keys()].sort(),
    }
  }
}
