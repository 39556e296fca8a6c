/**
 * Copies the whole content of one backend to another: records, settings, synonyms, rules, keys, events. Then it compares both,
 * record by record. It uses the interface only, so it works between any two backends. Content that is already the same is not
 * written again, so an interrupted migration can be repeated.
 *
 * Replicas have no records: they are linked to their primaries after these were copied, and get their settings and parts.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SearchRecord } from '@docent/engine'
import type { Backend, IndexInfo, Receipt } from './backend.ts'
import type { PartKind } from '../wire/operations.ts'
import { ServerError } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import { parseReplica } from '../wire/replica-name.ts'

const KINDS: readonly PartKind[] = ['synonyms', 'rules']
/** Maximum number of differences in the error message; further ones are counted. */
const DIFFERENCES_NAMED = 5

/** The copied content. Replicas are not among the indexes. */
export interface Migrated {
  indexes: { name: string; records: number; synonyms: number; rules: number }[]
  replicas: number
  keys: number
  events: number
}

/** Progress: `records` of `total` of the index are done. */
export interface Step {
  index: string
  doing: 'writing' | 'checking'
  records: number
  total: number
}

/** Reports of progress, for the terminal. */
export interface MigrateOptions {
  /** Called after every thousand records, and at the end of an index. */
  onProgress?: (step: Step) => void
}

/**
 * Resolves when the target has the content of the source and both were compared. Throws a `ServerError`: before the first write
 * if the target has an index that the source does not have; at the end, with their names, if there are differences.
 */
export async function migrate(source: Backend, target: Backend, options: MigrateOptions = {}): Promise<Migrated> {
  const indexes = await source.listIndexes()
  const known = new Map(indexes.map((index) => [index.name, index]))
  const present = await target.listIndexes()
  const foreign = present.map(({ name }) => name).filter((name) => !known.has(name))
  if (foreign.length > 0)
    throw new ServerError(
      'bad-request',
      `The target holds indexes that the source does not have (${foreign.join(', ')}): delete them, or choose an empty target`,
    )
  // Replicas of the target that the source has as ordinary indexes are unlinked, so that they can receive records.
  for (const { name, replicas = [] } of present) {
    const kept = replicas.filter((replica) => known.get(parseReplica(replica).name)?.primary === name)
    if (kept.length < replicas.length) await published(target, target.updateSettings(name, { replicas: kept }))
  }
  const differences: string[] = []
  const moved: Migrated['indexes'] = []
  for (const index of indexes.filter(({ primary }) => primary === undefined)) {
    let done = await moveIndex(source, target, index, options)
    if (done.differences.length > 0) {
      // Earlier records of the target may be in another order; after a clear the order is that of the source.
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
      `The copy differs from the source: ${named}; stop all writes to both, and run it again`,
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
  const report = (doing: Step['doing']) => (records: number) =>
    onProgress({ index: name, doing, records, total: entries })
  const settings = await source.getSettings(name)
  const { total, taskID } = await target.replaceRecords(
    name,
    counted(allRecords(source, name), report('writing')),
    settings,
  )
  await target.waitForTask(taskID)
  const counts = await moveParts(source, target, name)
  const differences = await otherDifferences(source, target, name)
  const targetRecords = allRecords(target, name)
  for await (const record of counted(allRecords(source, name), report('checking'))) {
    const { value } = await targetRecords.next()
    if (!isDeepStrictEqual(value, record)) differences.push(`${name}/${record.objectID}`)
  }
  for await (const { objectID } of targetRecords) differences.push(`${name}/${objectID}`)
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

/** Resolves with the names of the remaining differences. */
async function moveReplica(source: Backend, target: Backend, name: string): Promise<string[]> {
  const [settings, there] = [await source.getSettings(name), await target.getSettings(name)]
  const gone = Object.keys(there).filter((setting) => settings[setting] === undefined)
  const changes = { ...settings, ...Object.fromEntries(gone.map((setting) => [setting, null])) }
  if (!isDeepStrictEqual(there, settings)) await published(target, target.updateSettings(name, changes))
  await moveParts(source, target, name)
  return otherDifferences(source, target, name)
}

/** The names of the settings and of the kinds of parts that differ. */
async function otherDifferences(source: Backend, target: Backend, name: string): Promise<string[]> {
  const differences: string[] = []
  if (!isDeepStrictEqual(await target.getSettings(name), await source.getSettings(name)))
    differences.push(`the settings of ${name}`)
  for (const kind of KINDS)
    if (!isDeepStrictEqual(await target.listParts(name, kind), await source.listParts(name, kind)))
      differences.push(`the ${kind} of ${name}`)
  return differences
}

/** Resolves when the change is visible to searches. */
async function published(backend: Backend, receipt: Promise<Receipt>): Promise<void> {
  await backend.waitForTask((await receipt).taskID)
}

/** All records with all attributes, the most recently added first, as `replaceRecords` expects them. */
async function* allRecords(backend: Backend, index: string): AsyncGenerator<SearchRecord, undefined> {
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

/** Yields the records unchanged; reports their number after every page and at the end. */
async function* counted(
  records: AsyncIterable<SearchRecord>,
  report: (records: number) => void,
): AsyncGenerator<SearchRecord> {
  let count = 0
  for await (const record of records) {
    yield record
    if (++count % LIMITS.hitsPerPage === 0) report(count)
  }
  if (count % LIMITS.hitsPerPage !== 0) report(count)
}
