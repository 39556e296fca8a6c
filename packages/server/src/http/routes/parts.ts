/** Synonyms and rules: saving, listing, searching and deleting them. */
import { setImmediate as nextEvents } from 'node:timers/promises'
import { conditionsOf, type Rule } from '@docent/engine'
import type { IndexPart, PartKind } from '../../wire/operations.ts'
import { saveEncodedParts } from '../../backend/write-encoded.ts'
import { ServerError } from '../../wire/errors.ts'
import { LIMITS } from '../../wire/limits.ts'
import { readPartSearch, readRule, readSynonym, type PartSearch } from '../../wire/read-parts.ts'
import { forwardsToReplicas } from '../forward-to-replicas.ts'
import { bytesOf, indexIn, pathValue, queryFlag, route, type Answer, type Call, type Route } from '../route.ts'

const DEFAULT_HITS_PER_PAGE = 20

/** Synonyms or rules that are compared with a query of 512 bytes in about 5 ms; then other requests have their turn. */
const PARTS_PER_STEP = 500

/** The differences between the two on the wire. */
interface Wire {
  kind: PartKind
  /** Checks one; the objectID of the path counts before that of the body. */
  read: (value: unknown, objectID?: string) => IndexPart
  notFound: string
  /** The query parameter of a batch that removes all others. */
  replaceAll: string
  /** The field of the answer to a deletion that holds its time. */
  deletedAt: string
}

const SYNONYMS: Wire = {
  kind: 'synonyms',
  read: readSynonym,
  notFound: 'Synonym set does not exist',
  replaceAll: 'replaceExistingSynonyms',
  deletedAt: 'deletedAt',
}
const RULES: Wire = {
  kind: 'rules',
  read: readRule,
  notFound: 'ObjectID does not exist',
  replaceAll: 'clearExistingRules',
  deletedAt: 'updatedAt',
}

async function get(call: Call, wire: Wire): Promise<Answer> {
  const objectID = pathValue(call, 'objectID')
  const parts = await call.backend.listParts(indexIn(call), wire.kind)
  const found = parts.find((part) => part.objectID === objectID)
  if (found === undefined) throw new ServerError('not-found', wire.notFound)
  return { body: found }
}

async function put(call: Call, wire: Wire): Promise<Answer> {
  const part = wire.read(call.body, pathValue(call, 'objectID'))
  const forwards = await forwardsToReplicas(call, indexIn(call))
  const { taskID, at } = await call.backend.saveParts(indexIn(call), wire.kind, [part], { forwards })
  return { body: { taskID, updatedAt: at, id: part.objectID } }
}

async function remove(call: Call, wire: Wire): Promise<Answer> {
  const forwards = await forwardsToReplicas(call, indexIn(call))
  const objectID = pathValue(call, 'objectID')
  const { taskID, at } = await call.backend.deletePart(indexIn(call), wire.kind, objectID, { forwards })
  return { body: { taskID, [wire.deletedAt]: at } }
}

async function batch(call: Call, wire: Wire): Promise<Answer> {
  const replaceAll = queryFlag(call.query, wire.replaceAll, false)
  const forwards = await forwardsToReplicas(call, indexIn(call))
  const encoded = { json: bytesOf(call), index: indexIn(call), kind: wire.kind, replaceAll, forwards }
  const { taskID, at } = await saveEncodedParts(call.backend, encoded)
  return { body: { taskID, updatedAt: at } }
}

async function clear(call: Call, wire: Wire): Promise<Answer> {
  const forwards = await forwardsToReplicas(call, indexIn(call))
  const { taskID, at } = await call.backend.saveParts(indexIn(call), wire.kind, [], { replaceAll: true, forwards })
  return { body: { taskID, updatedAt: at } }
}

/** Whether the part matches the criteria of the search other than its text; absent criteria match. */
function fits(part: IndexPart, { type, anchoring, context, enabled }: PartSearch): boolean {
  const conditions = conditionsOf(part as Partial<Rule>)
  const types = (type ?? '').toLowerCase().split(',')
  return (
    (!type || types.includes(String(part['type']).toLowerCase())) &&
    (!anchoring || conditions.some((condition) => condition.anchoring === anchoring)) &&
    (!context || conditions.some((condition) => condition.context === context)) &&
    (typeof enabled !== 'boolean' || (part['enabled'] ?? true) === enabled)
  )
}

/** All values of a part, in lower case, without the names of its attributes. */
function valuesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  return typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : [String(value).toLowerCase()]
}

function holdsAll(part: IndexPart, words: ReadonlySet<string>): boolean {
  const texts = valuesOf(part)
  return [...words].every((word) => texts.some((text) => text.includes(word)))
}

/** Those whose values hold the words of the query, a page of them. */
async function search(call: Call, wire: Wire): Promise<Answer> {
  const input = readPartSearch(wire.kind, call.body)
  const page = input.page ?? 0
  const hitsPerPage = Math.max(1, Math.min(input.hitsPerPage ?? DEFAULT_HITS_PER_PAGE, LIMITS.hitsPerPage))
  const words = new Set((input.query ?? '').toLowerCase().split(/\s+/))
  const parts = await call.backend.listParts(indexIn(call), wire.kind)
  const found: IndexPart[] = []
  for (const [i, part] of parts.entries()) {
    if (i % PARTS_PER_STEP === PARTS_PER_STEP - 1) await nextEvents()
    if (fits(part, input) && holdsAll(part, words)) found.push(part)
  }
  const hits = found
    .slice(page * hitsPerPage, (page + 1) * hitsPerPage)
    .map((part) => ({ ...part, _highlightResult: {} }))
  return { body: { hits, nbHits: found.length, page, nbPages: Math.ceil(found.length / hitsPerPage) } }
}

const routesOf = (wire: Wire): Route[] => {
  const base = `/1/indexes/{index}/${wire.kind}`
  const bind = (handle: (call: Call, wire: Wire) => Promise<Answer>) => (call: Call) => handle(call, wire)
  return [
    route('POST', `${base}/batch`, 'editSettings', 'batch', bind(batch)),
    route('POST', `${base}/clear`, 'editSettings', 'none', bind(clear)),
    route('POST', `${base}/search`, 'settings', 'search', bind(search)),
    route('GET', `${base}/{objectID}`, 'settings', 'none', bind(get)),
    route('PUT', `${base}/{objectID}`, 'editSettings', 'search', bind(put)),
    route('DELETE', `${base}/{objectID}`, 'editSettings', 'none', bind(remove)),
  ]
}

/** For `routes/table.ts`. */
export const PART_ROUTES: readonly Route[] = [...routesOf(SYNONYMS), ...routesOf(RULES)]
