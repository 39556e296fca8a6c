/**
 * The part of OpenSearch that Docent's state uses, in memory: documents with sequence numbers, primary terms and external versions,
 * conditional creation and replacement, bulk writes through an alias, refreshes, and a few queries. Each request is one step without
 * a delay or a failure; `simulated-network.ts` adds both. `semantics.opensearch.test.ts` compares its answers with those of a real
 * cluster.
 *
 * An index has a primary and a replica. A write is on the primary at once and on the replica after `replicate`; then the cluster
 * acknowledges it. A read by id is answered by either of them. When the primary is lost, the replica replaces it with a higher term,
 * and writes that it does not have are lost, also those that were read from the primary.
 */
import { ClusterError, type ClusterRequest } from '../http/cluster.ts'
import { matches, searchDocuments } from './simulated-query.ts'

interface StoredDocument {
  seqNo: number
  term: number
  version: number
  /** JSON; `undefined` after a removal, whose version is kept. */
  json: string | undefined
}

interface Index {
  documents: Map<string, StoredDocument>
  /** JSON by id, as of the last refresh. */
  visible: Map<string, string>
  /** Whether writes become visible only with a requested refresh. */
  isManual: boolean
  nextSeqNo: number
  term: number
  /** Writes that the replica does not have, in order. */
  unreplicated: Write[]
}

/** A write of one document. */
interface Write {
  index: Index
  id: string
  before: StoredDocument | undefined
  after: StoredDocument
  isLost: boolean
  outcome: Outcome | undefined
}

/** Rules that a mutant of the cluster breaks, to prove that the checked properties detect it. */
export interface Mutation {
  /** Replaces a document without the comparison: the head of a former lease holder wins. */
  ignoresSequence?: (id: string) => boolean
  /** Overwrites an existing document at a creation: two tasks with one number. */
  ignoresCreate?: boolean
  /** Accepts an older external version. */
  ignoresVersion?: boolean
  /** Reports writes as durable that only the primary has. */
  ignoresReplica?: boolean
}

/** Called when a write cannot be lost any more, and when it is lost. */
interface Outcome {
  kept?: () => void
  lost?: () => void
}

/** Called after each write of a document that succeeded, with its new content. */
export type WriteListener = (index: string, id: string, json: string | undefined) => Outcome | undefined

const conflict = (): ClusterError => new ClusterError(409, 'version_conflict_engine_exception', 'simulated')
const missing = (name: string): ClusterError => new ClusterError(404, 'index_not_found_exception', name)

interface CreateBody {
  aliases?: object
  settings?: { index?: { refresh_interval?: string } }
}

interface Line {
  _index?: string
  _id: string
  version?: number
}

export class SimulatedCluster {
  readonly indexes = new Map<string, Index>()
  readonly #aliases = new Map<string, string>()
  readonly #mutation: Mutation
  readonly #asksReplica: () => boolean
  #writes: Write[] = []
  onWrite: WriteListener = () => undefined

  /** @param asksReplica whether the next read by id is answered by the replica. */
  constructor(mutation: Mutation = {}, asksReplica = () => false) {
    this.#mutation = mutation
    this.#asksReplica = asksReplica
  }

  /** The writes since the last call, for `replicate`. */
  takeWrites(): Write[] {
    return this.#writes.splice(0)
  }

  /** Copies the writes of the primary to the replica. Returns whether none of the writes is lost. */
  replicate(writes: readonly Write[]): boolean {
    for (const { index, id, after, isLost } of writes) {
      // The number of a lost write may be that of a later one.
      if (isLost) continue
      // The replica ignores an older write of a document than the one that it has.
      const covered = index.unreplicated.filter((other) => other.id === id && other.after.seqNo <= after.seqNo)
      index.unreplicated = index.unreplicated.filter((other) => !covered.includes(other))
      for (const { outcome } of covered) outcome?.kept?.()
    }
    return writes.every(({ isLost }) => !isLost)
  }

  /** The primary of an index is lost; `isKept` decides of each write in flight whether the replica has it. */
  losePrimary(name: string, isKept: () => boolean): void {
    const index = this.#index(name)
    for (const id of new Set(index.unreplicated.map((write) => write.id))) {
      const writes = index.unreplicated.filter((write) => write.id === id)
      const kept = writes.findLastIndex(isKept)
      this.replicate(writes.slice(0, kept + 1))
      const [first] = writes.slice(kept + 1)
      if (first !== undefined) this.#undo(index, id, first.before)
    }
    for (const write of index.unreplicated.splice(0)) {
      write.isLost = true
      write.outcome?.lost?.()
    }
    index.term++
    // The new primary continues with its own numbers, so it uses those of lost writes again.
    index.nextSeqNo = Math.max(-1, ...[...index.documents.values()].map(({ seqNo }) => seqNo)) + 1
  }

  #undo(index: Index, id: string, before: StoredDocument | undefined): void {
    if (before === undefined) index.documents.delete(id)
    else index.documents.set(id, before)
    if (!index.visible.has(id)) return
    const visible = new Map(index.visible)
    if (before?.json === undefined) visible.delete(id)
    else visible.set(id, before.json)
    index.visible = visible
  }

  /** Answers one request. Throws `ClusterError` as a cluster does, and an `Error` for an unknown request. */
  answer(method: string, path: string, { body, query = {} }: ClusterRequest = {}): unknown {
    const parts = path.split('/').slice(1).map(decodeURIComponent)
    const [first = '', second = '', third = ''] = parts
    const last = parts.at(-1)
    if (last === '_mget') {
      const isReplica = query['preference'] !== '_primary' && this.#asksReplica()
      return this.#read(body as { docs: { _index: string; _id: string; _source?: unknown }[] }, isReplica)
    }
    if (last === '_bulk') return this.#bulk(body, parts.length > 1 ? first : undefined)
    if (last === '_refresh') return this.#refresh(first)
    if (last === '_count') return { count: this.#searchable(first).length }
    if (last === '_search') return this.#search(first, body as object)
    if (last === '_delete_by_query') return this.#deleteMatching(first, body as { query: unknown })
    if (last === '_mapping') return void this.#index(first)
    if (first === '_cat') return []
    if (second === '_stats' && third === 'docs') return this.#shardStats(first)
    if (second === '_stats') return { indices: {} }
    if (method === 'PUT' && second === '_create') return this.#put(first, third, body as object, { isNew: true })
    if (method === 'PUT' && second === '_doc') {
      const { if_seq_no: seqNo, if_primary_term: term } = query
      const seen = seqNo === undefined ? {} : { seen: { seqNo: Number(seqNo), term: Number(term) } }
      return this.#put(first, third, body as object, seen)
    }
    if (method === 'PUT' && parts.length === 1) return this.#create(first, body as CreateBody)
    if (method === 'DELETE' && parts.length === 1) return this.#drop(first.split(','))
    throw new Error(`The simulated cluster knows no ${method} ${path}`)
  }

  #create(name: string, body: CreateBody): object {
    if (this.indexes.has(name)) throw new ClusterError(400, 'resource_already_exists_exception', name)
    const isManual = body.settings?.index?.refresh_interval === '-1'
    const empty = { documents: new Map(), visible: new Map(), unreplicated: [] }
    this.indexes.set(name, { ...empty, isManual, nextSeqNo: 0, term: 1 })
    for (const alias of Object.keys(body.aliases ?? {})) this.#aliases.set(alias, name)
    return {}
  }

  #drop(names: readonly string[]): object {
    for (const name of names) {
      this.indexes.delete(name)
      for (const [alias, target] of this.#aliases) if (target === name) this.#aliases.delete(alias)
    }
    return {}
  }

  #index(name: string): Index {
    const index = this.indexes.get(this.#aliases.get(name) ?? name)
    if (index === undefined) throw missing(name)
    return index
  }

  #read({ docs }: { docs: readonly { _index: string; _id: string; _source?: unknown }[] }, isReplica: boolean): object {
    return {
      docs: docs.map(({ _index, _id, _source: wanted }) => {
        const index = this.indexes.get(_index)
        if (index === undefined) return { _id, error: { type: 'index_not_found_exception', reason: _index } }
        const missed = isReplica ? index.unreplicated.find(({ id }) => id === _id) : undefined
        const document = missed === undefined ? index.documents.get(_id) : missed.before
        if (document?.json === undefined) return { _id, found: false }
        const { seqNo, term, version, json } = document
        const found = { _id, found: true, _seq_no: seqNo, _primary_term: term, _version: version }
        return wanted === false ? found : { ...found, _source: picked(json, wanted as string[] | undefined) }
      }),
    }
  }

  /** Whether all copies have a write: those before the first one that the replica does not have. */
  #shardStats(name: string): object {
    const { unreplicated, nextSeqNo } = this.#index(name)
    const [first] = this.#mutation.ignoresReplica === true ? [] : unreplicated
    const checkpoint = (first?.after.seqNo ?? nextSeqNo) - 1
    return { indices: { [name]: { shards: { 0: [{ seq_no: { global_checkpoint: checkpoint } }] } } } }
  }

  #write(name: string, index: Index, id: string, document: { version: number; json: string | undefined }): object {
    const before = index.documents.get(id)
    const after = { ...document, seqNo: index.nextSeqNo++, term: index.term }
    index.documents.set(id, after)
    const outcome = this.onWrite(this.#aliases.get(name) ?? name, id, document.json)
    const write: Write = { index, id, before, after, isLost: false, outcome }
    index.unreplicated.push(write)
    this.#writes.push(write)
    return { _id: id, _version: after.version, _seq_no: after.seqNo, _primary_term: after.term }
  }

  #put(
    name: string,
    id: string,
    body: object,
    { isNew = false, seen }: { isNew?: boolean; seen?: Pick<StoredDocument, 'seqNo' | 'term'> },
  ): object {
    const index = this.#index(name)
    const before = index.documents.get(id)
    const exists = before?.json !== undefined
    if (isNew && exists && this.#mutation.ignoresCreate !== true) throw conflict()
    const isOther = seen !== undefined && (!exists || before.seqNo !== seen.seqNo || before.term !== seen.term)
    if (isOther && this.#mutation.ignoresSequence?.(id) !== true) throw conflict()
    return this.#write(name, index, id, { version: (before?.version ?? 0) + 1, json: JSON.stringify(body) })
  }

  #bulk(body: unknown, alias: string | undefined): object {
    const lines =
      body instanceof Uint8Array
        ? Buffer.from(body)
            .toString()
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as object)
        : (body as object[])
    const items: Record<string, { status: number; error?: object }>[] = []
    for (let at = 0; at < lines.length; at++) {
      const [[kind, line] = ['', { _id: '' }]] = Object.entries(lines[at] as Record<string, Line>)
      const source = kind === 'delete' ? undefined : lines[++at]
      items.push({ [kind]: this.#apply(kind, line, source, alias) })
    }
    return { errors: items.some((item) => Object.values(item).some(({ status }) => status >= 300)), items }
  }

  #apply(kind: string, line: Line, source: object | undefined, alias: string | undefined): { status: number } {
    const name = alias ?? line._index ?? ''
    const target = alias === undefined ? name : this.#aliases.get(alias)
    const index = target === undefined ? undefined : this.indexes.get(target)
    if (index === undefined || target === undefined) return failed(404, missing(name))
    const before = index.documents.get(line._id)
    const isThere = before?.json !== undefined
    if (kind === 'create' && isThere) return failed(409, conflict())
    const isOlder = line.version !== undefined && before !== undefined && before.version > line.version
    if (isOlder && this.#mutation.ignoresVersion !== true) return failed(409, conflict())
    const version = line.version ?? (before?.version ?? 0) + 1
    this.#write(target, index, line._id, { version, json: source && JSON.stringify(source) })
    if (kind === 'delete') return { status: isThere ? 200 : 404 }
    return { status: isThere ? 200 : 201 }
  }

  #refresh(names: string): object {
    for (const name of names.split(',')) {
      const index = this.#index(name)
      index.visible = new Map(
        [...index.documents].flatMap(([id, { json }]) => (json === undefined ? [] : [[id, json]])),
      )
    }
    return { _shards: { failed: 0 } }
  }

  /** The searchable documents. Indexes with automatic refreshes are always up to date. */
  #searchable(name: string): { id: string; source: Record<string, unknown> }[] {
    const index = this.#index(name)
    if (!index.isManual) this.#refresh(name)
    return [...index.visible].map(([id, json]) => ({ id, source: JSON.parse(json) as Record<string, unknown> }))
  }

  #search(name: string, body: object): object {
    // A pattern: the sizes of all generations, which are not simulated.
    if (name.includes('*')) return { hits: { hits: [] }, aggregations: { targets: { buckets: [] } } }
    return searchDocuments(this.#searchable(name), body)
  }

  #deleteMatching(name: string, { query }: { query: unknown }): object {
    const index = this.#index(name)
    for (const { id, source } of this.#searchable(name))
      if (matches(source, query)) {
        const version = (index.documents.get(id)?.version ?? 0) + 1
        this.#write(name, index, id, { version, json: undefined })
      }
    this.#refresh(name)
    return {}
  }
}

const failed = (status: number, { type, message }: ClusterError): { status: number } => {
  const item = { status, error: { type, reason: message } }
  return item
}

/** A document without the fields that a generation does not store. */
function picked(json: string, wanted: readonly string[] | undefined): object {
  const { search: _search, ...source } = JSON.parse(json) as Record<string, unknown>
  return wanted === undefined
    ? source
    : Object.fromEntries(Object.entries(source).filter(([name]) => wanted.includes(name)))
}
