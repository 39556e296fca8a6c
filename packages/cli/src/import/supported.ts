/** Divides the settings, synonyms and rules of a source into those that Docent takes and those that it does not. */

import { isDeepStrictEqual } from 'node:util'

import type { IndexSettings } from '@docent/engine'
import { isSharedSetting, whyRefused } from '@docent/server'

import { plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'
import type { RefusedRecord } from './arrived.ts'
import type { Configuration, Imported, Surroundings } from './source.ts'

/** Something that is not imported, or has no effect. */
export interface Unsupported {
  kind: 'record' | 'synonym' | 'rule' | 'setting' | 'replica'
  /** The objectID, or the name of the setting or of the replica. */
  name: string
  /** The replica whose part it is; absent for parts of the index. */
  replica?: string
  reason: string
}

/** The importable parts of an index. */
export interface Supported {
  settings: IndexSettings
  synonyms: Imported[]
  rules: Imported[]
}

/** The importable parts of a replica. */
export interface SupportedReplica extends Supported {
  name: string
  isVirtual: boolean
}

/** Settings that are stored and have no effect here, with the value that says nothing. */
const WITHOUT_EFFECT: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['enablePersonalization', false],
  ['enableReRanking', true],
  ['mode', 'keywordSearch'],
  ['relevancyStrictness', 100],
])

/** Read-only parts of the answer. */
const ANSWER_ONLY = new Set(['version', 'primary', 'virtual'])

/** Number of names in one line of the report; further ones are counted. */
const NAMED = 5

/** @param records the records that are not imported. */
export function divide(
  surroundings: Surroundings,
  records: readonly RefusedRecord[],
): { supported: Supported; replicas: SupportedReplica[]; unsupported: Unsupported[] } {
  const unsupported: Unsupported[] = records.map(({ objectID: name, reason }) => ({ kind: 'record', name, reason }))
  const supported = importable(surroundings, whySetting, (part) => unsupported.push(part))
  const replicas = surroundings.replicas.flatMap(({ name, isVirtual, configuration }): SupportedReplica[] => {
    if (typeof configuration === 'string') {
      unsupported.push({ kind: 'replica', name, reason: configuration })
      return []
    }
    const why = (setting: string, value: unknown): string | undefined =>
      isSharedSetting(setting) ? whyShared(value, surroundings.settings[setting]) : whySetting(setting, value)
    const parts = importable(configuration, why, (part) => unsupported.push({ ...part, replica: name }))
    const own = Object.entries(parts.settings).filter(([setting]) => !isSharedSetting(setting))
    return [{ name, isVirtual, ...parts, settings: Object.fromEntries(own) }]
  })
  return { supported, replicas, unsupported }
}

/** The parts that Docent takes; the others are passed to `leave`. */
function importable(
  { settings, synonyms, rules }: Configuration,
  why: (name: string, value: unknown) => string | undefined,
  leave: (part: Unsupported) => void,
): Supported {
  const partsOf = (kind: 'synonym' | 'rule', parts: readonly Imported[]): Imported[] =>
    parts.filter((part) => {
      const reason = whyRefused(kind, part)
      if (reason !== undefined) leave({ kind, name: part.objectID, reason })
      return reason === undefined
    })
  const taken = Object.entries(settings).filter(([name, value]) => {
    if (value === null || ANSWER_ONLY.has(name)) return false
    const reason = why(name, value)
    if (reason !== undefined) leave({ kind: 'setting', name, reason })
    // Replicas are linked when the index is complete.
    return (reason === undefined || isStored(name)) && name !== 'replicas'
  })
  return {
    settings: Object.fromEntries(taken) as IndexSettings,
    synonyms: partsOf('synonym', synonyms),
    rules: partsOf('rule', rules),
  }
}

const whyShared = (value: unknown, ofPrimary: unknown): string | undefined =>
  isDeepStrictEqual(value, ofPrimary) ? undefined : 'a replica has the value of its index'

const isStored = (name: string): boolean => WITHOUT_EFFECT.has(name)

function whySetting(name: string, value: unknown): string | undefined {
  const refusal = whyRefused('settings', Object.fromEntries([[name, value]]))
  if (refusal !== undefined) return refusal
  if (isStored(name) && value !== WITHOUT_EFFECT.get(name)) return 'stored, without effect'
  return undefined
}

/** One line for each kind and reason, with the count and the first names. */
export function unsupportedLines(unsupported: readonly Unsupported[]): string[] {
  const groups = Map.groupBy(unsupported, ({ kind, reason }) => `${kind} ${generalised(reason)}`)
  return [...groups.values()].map((group) => {
    const [{ kind, reason }] = group as [Unsupported]
    const rest = group.length - NAMED
    const names = group
      .slice(0, NAMED)
      .map(({ name, replica }) => (replica === undefined ? name : `${name} of ${replica}`))
    const list = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
    return visible(`  ${plural(group.length, kind)}: ${reason} (${list})`)
  })
}

/** A reason without the places and numbers in it, which differ from one part to the next. */
const generalised = (reason: string): string => reason.replaceAll(/\d+/g, '#').replace(/objectID=\S+/, '')

/** Attributes that no record has although the settings hide them: the key may not show them. */
export function hiddenAttributes({ settings }: Surroundings, records: Iterable<Record<string, unknown>>): string[] {
  const hidden = new Set(Array.isArray(settings['unretrievableAttributes']) ? settings['unretrievableAttributes'] : [])
  if (hidden.size === 0) return []
  for (const record of records) {
    for (const name of hidden) if (Object.hasOwn(record, String(name).split('.')[0] ?? '')) hidden.delete(name)
    if (hidden.size === 0) break
  }
  return [...hidden].map(String)
}
