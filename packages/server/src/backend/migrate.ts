/**
 * Moves all that one backend holds into another: records, settings, synonyms, rules, keys, events; then reads both, side
 * by side, record by record. It asks the interface alone, so it leads from any backend to any other. What is there
 * already and the same is not written again: a migration that was ended is simply run again.
 *
 * Replicas have no records: they are linked to their primaries when these are there, and get their settings and parts.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SearchRecord } from '@docent/engine'
import type { Backend, IndexInfo, Receipt } from './backend.ts'
import type { PartKind } from '../wire/operations.ts'
import { ServerError } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import { parseReplica } from '../wire/replica-name.ts'

const KINDS: readonly PartKind[] = ['synonyms', 'rules']
/** Differences that are named; the rest is counted. */
const DIFFERENCES_NAMED = 5

/** What was moved. Replicas are not among the indexes. */
export interface Migrated {
  indexes: { name: string; records: number; synonyms: number; rules: number }[]
  replicas: number
  keys: number
  events: number
}

/** How far it is: `records` of `total` of the index are done. */
export interface Step {
  index: string
  doing: 'writing' | 'checking'
  records: number
  total: number
}

export interface MigrateOptions {
  /** Called after every thousand records, and at the end of an index. */
  onProgress?: (step: Step) => void
}

/**
 * Resolves when the target holds what the source holds, and that is checked. Throws a `ServerError`: before anything is
 * written if the target has an index that the source has not; after it, with their names, if anything differs.
 */
export async function migrate(source: Backend, target: Backend, options: MigrateOptions = {}): Promise<Migrated> {
  const indexes = await source.listIndexes()
  const known = new Map(indexes.map((index) => [index.name, index]))
  const present = await target.listIndexes()
  const foreign = present.map(({ name }) => name).filter((name) => !known.has(name))
  if (foreign.length > 0)
    throw new ServerError(
      'bad-request',
      `The target holds indexes that the source has not (${foreign.join(', ')}): delete them, or choose an empty target`,
    )
  // What is a replica there and not here gets records.
  for (const { name, replicas = [] } of present) {
    const kept = replicas.filter((replica) => known.get(parseReplica(replica).name)?.primary === name)
    if (kept.length < replicas.length) await published(target, target.updateSettings(name, { replicas: kept }))
  }
  const differences: string[] = []
  const moved: Migrated['indexes'] = []
  for (const index of indexes.filter(({ primary }) => primary === undefined)) {
    let done = await moveIndex(source, target, index, options)
    if (done.differences.length > 0) {
      // Records that were there before may stand in another order; from nothing it is the source's.
      const { tasks } = await target.write([{ action: 'clear', index: index.name }])
      for (const { taskID } of tasks) await target.waitForTask(taskID)
      done = await moveIndex(source, target, index, options)
    }
    moved.push(done.moved)
    differences.push(...done.differences)
    if (!isDeepStrictEqual(await target.getLinks(index.name), await source.getLinks(index.name)))
      await published(target, target.updateSettings(index.name, { replicas: index.replicas ?? null }))
  }
  const replicas = indexes.filter(({ primary }) => primary !== undefined)
  for (const { name } of replicas) differences.push(...(await moveReplica(source, target, name)))

  const keys = await source.keys.list()
  await target.keys.adopt(keys)
  if (!isDeepStrictEqual(await target.keys.list(), keys)) differences.push('the keys')
  const events = (await source.events.list(LIMITS.eventsKept)).toReversed()
  await target.events.adopt(events)
  if (!isDeepStrictEqual((await target.events.list(LIMITS.eventsKept)).toReversed(), events))
    differences.push('the events')

  if (differences.length > 0) {
    const rest = differences.length - DIFFERENCES_NAMED
    const named = `${differences.slice(0, DIFFERENCES_NAMED).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`
    throw new ServerError(
      'storage-failed',
      `What was moved differs from the source: ${named}; end what writes to either, and run it again`,
    )
  }
  return { indexes: moved, replicas: replicas.length, keys: keys.length, events: events.length }
}

async function moveIndex(
  source: Backend,
  target: Backend,
  { name, entries }: IndexInfo,
  { onProgress = () => undefined }: MigrateOptions,
): Promise<{ moved: Migrated['indexes'][number]; differences: string[] }> {
  const tell = (doing: Step['doing']) => (records: number) =>
    onProgress({ index: name, doing, records, total: entries })
  const settings = await source.getSettings(name)
  const { total, taskID } = await target.replaceRecords(name, counted(browsed(source, name), tell('writing')), settings)
  await target.waitForTask(taskID)
  const counts = await moveParts(source, target, name)
  const differences = await differencesBeside(source, target, name)
  const there = browsed(target, name)
  for await (const record of counted(browsed(source, name), tell('checking'))) {
    const { value } = await there.next()
    if (!isDeepStrictEqual(value, record)) differences.push(`${name}/${record.objectID}`)
  }
  for await (const { objectID } of there) differences.push(`${name}/${objectID}`)
  return { moved: { name, records: total, ...counts }, differences }
}

async function moveParts(source: Backend, target: Backend, name: string): Promise<{ synonyms: number; rules: number }> {
  const counts = { synonyms: 0, rules: 0 }
  for (const kind of KINDS) {
    const parts = await source.listParts(name, kind)
    counts[kind] = parts.length
    if (isDeepStrictEqual(await target.listParts(name, kind), parts)) continue
    await published(target, target.saveParts(name, kind, parts, { replaceAll: true }))
  }
  return counts
}

/** Resolves with the differences that are left, by name. */
async function moveReplica(source: Backend, target: Backend, name: string): Promise<string[]> {
  const [settings, there] = [await source.getSettings(name), await target.getSettings(name)]
  const gone = Object.keys(there).filter((setting) => settings[setting] === undefined)
  const changes = { ...settings, ...Object.fromEntries(gone.map((setting) => [setting, null])) }
  if (!isDeepStrictEqual(there, settings)) await published(target, target.updateSettings(name, changes))
  await moveParts(source, target, name)
  return differencesBeside(source, target, name)
}

/** What of settings, parts and links differs, by name. */
async function differencesBeside(source: Backend, target: Backend, name: string): Promise<string[]> {
  const differences: string[] = []
  if (!isDeepStrictEqual(await target.getSettings(name), await source.getSettings(name)))
    differences.push(`the settings of ${name}`)
  for (const kind of KINDS)
    if (!isDeepStrictEqual(await target.listParts(name, kind), await source.listParts(name, kind)))
      differences.push(`the ${kind} of ${name}`)
  return differences
}

/** Resolves when searches see the change. */
async function published(backend: Backend, receipt: Promise<Receipt>): Promise<void> {
  await backend.waitForTask((await receipt).taskID)
}

/** All records whole, the most recently added first: the order in which `replaceRecords` takes them. */
async function* browsed(backend: Backend, index: string): AsyncGenerator<SearchRecord, undefined> {
  let cursor: string | undefined
  do {
    const page = await backend.browse(index, {
      params: { attributesToRetrieve: ['*'], unretrievableAttributes: [] },
      hitsPerPage: LIMITS.hitsPerPage,
      ...(cursor !== undefined && { cursor }),
    })
    yield* page.hits
    cursor = page.cursor
  } while (cursor !== undefined)
  return undefined
}

/** The same records; tells their number after every page, and at the end. */
async function* counted(
  records: AsyncIterable<SearchRecord>,
  tell: (records: number) => void,
): AsyncGenerator<SearchRecord> {
  let count = 0
  for await (const record of records) {
    yield record
    if (++count % LIMITS.hitsPerPage === 0) tell(count)
  }
  if (count % LIMITS.hitsPerPage !== 0) tell(count)
}
