/**
 * Writes an imported index to a search host: completely to a temporary index, whose records, synonyms and rules are then counted, and
 * which replaces the old one at the end. The temporary index is named by its content, so that a command that is started again
 * continues with it.
 */

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { moveIndex, saveRecords, setSettings, type Transport, waitForTask } from '@docent/client'
import type { IndexSettings } from '@docent/engine'

import { batchSize, drop, findListed, type RecordList, savedBefore, waitForWrite } from '../records/send-records.ts'
import type { Imported } from './source.ts'

/** The content of an index. */
export interface IndexContent {
  settings: IndexSettings
  synonyms: Imported[]
  rules: Imported[]
  records: RecordList
}

/** Numbers of an index. */
export interface Counts {
  records: number
  synonyms: number
  rules: number
}

const PARTS_PER_BATCH = 1000

/** The progress of a command, and of those before it that were interrupted. */
export interface Progress {
  onProgress?: (sent: number, total: number) => void
  /** The index that an earlier command completed, by the name of its temporary index. */
  written: string | undefined
  setWritten: (name: string) => void
}

/** Replaces the index. Returns the numbers that the host counted before. @throws SearchError, and Error for another number. */
export async function writeIndex(
  transport: Transport,
  index: string,
  content: IndexContent,
  { onProgress, written, setWritten }: Progress,
): Promise<Counts> {
  const { records } = content
  const name = `${index}_tmp_${hashOf(content)}`
  const expected = { records: records.length, synonyms: content.synonyms.length, rules: content.rules.length }
  if (written === name) {
    const present = await countsOf(transport, index)
    if (isDeepStrictEqual(present, expected)) return present
  }
  const saved = await savedBefore(transport, name, records.length)
  if (saved === 0) {
    // Parts of an earlier attempt.
    await drop(transport, name)
    await waitForTask(transport, name, await setSettings(transport, name, content.settings))
    await saveParts(transport, name, 'synonyms', content.synonyms)
    await saveParts(transport, name, 'rules', content.rules)
  }
  const tasks = await saveRecords(transport, name, after(records, saved), {
    batchSize: batchSize(records),
    onSaved: (count) => onProgress?.(saved + count, records.length),
  })
  const last = tasks.at(-1)
  if (last !== undefined) await waitForTask(transport, name, last)
  const counts = await countsOf(transport, name)
  for (const kind of ['records', 'synonyms', 'rules'] as const) {
    if (counts[kind] === expected[kind]) continue
    await drop(transport, name)
    throw new Error(
      `The host has ${counts[kind]} of ${expected[kind]} ${kind}. The index ${index} is unchanged: start the command again.`,
    )
  }
  const moved = await moveIndex(transport, name, index)
  setWritten(name)
  await waitForTask(transport, name, moved)
  return counts
}

function hashOf({ records, ...others }: IndexContent): string {
  const hash = createHash('sha256').update(JSON.stringify(others))
  for (const record of records) hash.update(JSON.stringify(record))
  return hash.digest('hex').slice(0, 16)
}

/** Makes the synonyms or rules of an index these. @throws SearchError */
export async function replaceParts(
  transport: Transport,
  index: string,
  kind: 'synonyms' | 'rules',
  parts: readonly Imported[],
): Promise<void> {
  const path = `/1/indexes/${encodeURIComponent(index)}/${kind}/clear`
  const answer = await transport.send({ method: 'POST', path, kind: 'write' })
  await waitForWrite(transport, index, answer)
  await saveParts(transport, index, kind, parts)
}

async function saveParts(
  transport: Transport,
  index: string,
  kind: 'synonyms' | 'rules',
  parts: readonly Imported[],
): Promise<void> {
  for (let from = 0; from < parts.length; from += PARTS_PER_BATCH) {
    const body = parts.slice(from, from + PARTS_PER_BATCH)
    const path = `/1/indexes/${encodeURIComponent(index)}/${kind}/batch`
    const answer = await transport.send({ method: 'POST', path, body, kind: 'write' })
    await waitForWrite(transport, index, answer)
  }
}

/** The numbers of an index of the host; no records where the host or the key does not list it. @throws SearchError */
export async function countsOf(transport: Transport, index: string): Promise<Counts> {
  const listed = await findListed(transport, index)
  const parts = async (kind: 'synonyms' | 'rules'): Promise<number> => {
    const path = `/1/indexes/${encodeURIComponent(index)}/${kind}/search`
    const answer = await transport.send({ method: 'POST', path, body: { query: '', hitsPerPage: 1 }, kind: 'read' })
    return Number((answer as { nbHits?: unknown } | null)?.nbHits)
  }
  return { records: Number(listed?.entries ?? 0), synonyms: await parts('synonyms'), rules: await parts('rules') }
}

function* after<Item>(items: Iterable<Item>, skipped: number): Generator<Item> {
  let seen = 0
  for (const item of items) if (seen++ >= skipped) yield item
}
