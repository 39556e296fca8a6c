/**
 * The part of OpenSearch that Docent's state uses, in memory: documents with sequence numbers, primary terms and external versions,
 * conditional creation and replacement, bulk writes through an alias, refreshes, and a few queries. Each request is one step without
 * a delay or a failure; `simulated-network.ts` adds both. `semantics.opensearch.test.ts` compares its answers with those of a real
 * cluster.
 */
import { ClusterError } from '../http/cluster.ts'
import type { ClusterRequest } from '../http/cluster.ts'
import { matches, searchDocuments } from './simulated-query.ts'

interface StoredDocument {
  seqNo: number
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
}

/** Rules that a mutant of the cluster breaks, to prove that the checked properties detect it. */
export interface Mutation {
  /** Replaces a document without the comparison: the head of a former lease holder wins. */
  ignoresSequence?: (id: string) => boolean
  /** Overwrites an existing document at a creation: two tasks with one number. */
  ignoresCreate?: boolean
  /** Accepts an older external version. */
  ignoresVersion?: boolean
}

/** Called after each write of a document that succeeded, with its new content. */
export type WriteListener = (index: string, id: string, json: string | undefined) => void

const TERM = 1

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
  onWrite: WriteListener = () => undefined

  constructor(mutation: Mutation = {}) {
    this.#mutation = mutation
  }

  /** Answers one request. Throws `ClusterError` as a cluster does, and an `Error` for an unknown request. */
  answer(method: string, path: string, { body, query = {} }: ClusterRequest = {}): unknown {
    const parts = path.split('/').slice(1).map(decodeURIComponent)
    const [first = '', second = '', third = ''] = parts
    const last = parts.at(-1)
    if (last === '_mget') return this.#read(body as { docs: { _index: string; _id: string; _source?: unknown }[] })
    if (last === '_bulk') return this.#bulk(body, parts.length > 1 ? first : undefined)
    if (last === '_refresh') return this.#refresh(first)
    if (last === '_count') return { count: this.#searchable(first).length }
    if (last === '_search') return this.#search(first, body as object)
    if (last === '_delete_by_query') return this.#deleteMatching(first, body as { query: unknown })
    if (last === '_mapping') return void this.#index(first)
    if (first === '_cat') return []
    if (second === '_stats') return { indices: {} }
    if (method === 'PUT' && second === '_create') return this.#put(first, third, body as object, { isNew: true })
    if (method === 'PUT' && second === '_doc') {
      const { if_seq_no: seqNo } = query
      return this.#put(first, third, body as object, seqNo === undefined ? {} : { seqNo: Number(seqNo) })
    }
    if (method === 'PUT' && parts.length === 1) return this.#create(first, body as CreateBody)
    if (method === 'DELETE' && parts.length === 1) return this.#drop(first.split(','))
    throw new Error(`The simulated cluster knows no ${method} ${path}`)
  }

  #create(name: string, body: CreateBody): object {
    if (this.indexes.has(name)) throw new ClusterError(400, 'resource_already_exists_exception', name)
    const isManual = body.settings?.index?.refresh_interval === '-1'
    this.indexes.set(name, { documents: new Map(), visible: new Map(), isManual, nextSeqNo: 0 })
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

  #read({ docs }: { docs: readonly { _index: string; _id: string; _source?: unknown }[] }): object {
    return {
      docs: docs.map(({ _index, _id, _source: wanted }) => {
        const index = this.indexes.get(_index)
        if (index === undefined) return { _id, error: { type: 'index_not_found_exception', reason: _index } }
        const document = index.documents.get(_id)
        if (document?.json === undefined) return { _id, found: false }
        const { seqNo, version, json } = document
        const found = { _id, found: true, _seq_no: seqNo, _primary_term: TERM, _version: version }
        return wanted === false ? found : { ...found, _source: picked(json, wanted as string[] | undefined) }
      }),
    }
  }

  #write(name: string, index: Index, id: string, document: { version: number; json: string | undefined }): object {
    const seqNo = index.nextSeqNo++
    index.documents.set(id, { ...document, seqNo })
    this.onWrite(this.#aliases.get(name) ?? name, id, document.json)
    return { _id: id, _version: document.version, _seq_no: seqNo, _primary_term: TERM }
  }

  #put(name: string, id: string, body: object, { isNew = false, seqNo }: { isNew?: boolean; seqNo?: number }): object {
    const index = this.#index(name)
    const before = index.documents.get(id)
    const exists = before?.json !== undefined
    if (isNew && exists && this.#mutation.ignoresCreate !== true) throw conflict()
    const isOther = seqNo !== undefined && (!exists || before.seqNo !== seqNo)
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
    if (name.includes('*')) return {}
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
