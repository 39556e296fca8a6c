/**
 * Synonyms and rules of an existing crawler configuration, saved with the index. Those of other programs stay: only the ones that
 * an earlier crawl saved, and that the configuration no longer has, are deleted.
 */

import { createHash } from 'node:crypto'

import type { SiteConfig } from '@docent/crawl'
import type { IndexPart, PartKind } from '@docent/server'

import type { CrawledIndex } from './crawled-index.ts'

/** Synonyms and rules by their kind. */
export type ConfigParts = Record<PartKind, IndexPart[]>

/** The parts that a crawl has saved. */
export interface SavedParts {
  /** Of all parts: with an equal one nothing is sent. */
  digest: string
  /** ObjectIDs. */
  synonyms: string[]
  rules: string[]
}

const KINDS = ['synonyms', 'rules'] as const

/** The parts of a configuration, with ids of their own where it has none, and a sentence for each that cannot be read. */
export function readConfigParts({ synonyms, queryRules }: Pick<SiteConfig, 'synonyms' | 'queryRules'>): {
  parts: ConfigParts
  notes: string[]
} {
  const notes: string[] = []
  const read = (kind: PartKind, list: unknown): IndexPart[] =>
    (Array.isArray(list) ? (list as unknown[]) : list === undefined ? [] : [list]).flatMap((one, at) => {
      const part = partOf(kind, one)
      if (part === undefined) notes.push(`Entry ${at + 1} of the ${kind} is not saved: it is no ${FORMS[kind]}.`)
      return part ?? []
    })
  return { parts: { synonyms: read('synonyms', synonyms), rules: read('rules', queryRules) }, notes }
}

const FORMS: Record<PartKind, string> = { synonyms: 'list of words and no table', rules: 'table' }

/** The scraper's synonyms are lists of words. */
function partOf(kind: PartKind, value: unknown): IndexPart | undefined {
  const isWords = Array.isArray(value) && value.every((word) => typeof word === 'string')
  if (isWords && kind === 'synonyms') return { objectID: idOf(value), type: 'synonym', synonyms: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const table = value as IndexPart
  return { ...table, objectID: typeof table.objectID === 'string' ? table.objectID : idOf(value) }
}

const idOf = (value: unknown): string =>
  `configuration-${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)}`

/** Saves the parts if they differ from the saved ones. Parts that the index refuses are named in `notes`. */
export async function saveConfigParts(
  index: CrawledIndex,
  parts: ConfigParts,
  before: SavedParts | undefined,
): Promise<{ saved: SavedParts; notes: string[] }> {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  if (before?.digest === digest) return { saved: before, notes: [] }
  const saved: SavedParts = { digest, synonyms: [], rules: [] }
  const notes: string[] = []
  for (const kind of KINDS) {
    const ids = new Set(parts[kind].map(({ objectID }) => objectID))
    for (const objectID of before?.[kind] ?? []) if (!ids.has(objectID)) await index.deletePart(kind, objectID)
    const refused = await savePartsOf(index, kind, parts[kind])
    for (const [id, refusal] of refused)
      notes.push(`${NAMES[kind]} ${id} of the configuration is not saved: ${refusal}.`)
    saved[kind] = [...ids].filter((id) => !refused.has(id))
  }
  return { saved, notes }
}

/** Saves the parts that the index accepts. Returns the refusals of the others, by objectID. */
async function savePartsOf(
  index: CrawledIndex,
  kind: PartKind,
  parts: readonly IndexPart[],
): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  // One that is refused refuses its whole batch.
  if (parts.length === 0 || (await index.saveParts(kind, parts)) === undefined) return refused
  for (const part of parts) {
    const refusal = await index.saveParts(kind, [part])
    if (refusal !== undefined) refused.set(part.objectID, refusal)
  }
  return refused
}

const NAMES: Record<PartKind, string> = { synonyms: 'The synonym', rules: 'The rule' }
