/** Reads settings of a body as canonical ones, and formats canonical settings as the wire's answer. */
import type { IndexSettings } from '@docent/engine'
import { badRequest } from './errors.ts'
import { readIndexName } from './names.ts'
import { parseReplica } from './replica-name.ts'
import { asObject } from './read-search.ts'
import { readParameter } from './parameter.ts'
import { SETTING_ALIASES, SETTING_PARAMETERS, UNSETTABLE_NAMES } from './setting-parameters.ts'

/** A record with the objectID `settings` has the path of the settings. */
const RECORD_REFUSAL =
  'Unknown parameter: objectID; to save a record whose objectID is "settings", send it to /1/indexes/{index}/batch'

/** The changes in a settings body; `null` stays, since it restores a default. Throws a `ServerError` (400). */
export function readSettings(body: unknown): Record<string, unknown> {
  const changes = new Map<string, unknown>()
  for (const [given, value] of Object.entries(asObject(body, 'The settings'))) {
    const name = SETTING_ALIASES.get(given) ?? given
    if (UNSETTABLE_NAMES.has(name)) continue
    const parameter = SETTING_PARAMETERS.get(name)
    if (given === 'objectID') throw badRequest(RECORD_REFUSAL)
    if (parameter === undefined) throw badRequest(`Unknown parameter: ${given}`)
    changes.set(name, value === null ? null : readParameter(given, value, parameter))
  }
  return Object.fromEntries(changes)
}

/**
 * The names of the replicas in canonical settings of the index. Throws a `ServerError` (400) for an invalid name, a name that is
 * listed twice, and the index itself.
 */
export function replicasIn(settings: Readonly<Record<string, unknown>>, index: string): string[] {
  const names = ((settings['replicas'] ?? []) as string[]).map((entry) => readIndexName(parseReplica(entry).name))
  for (const [i, name] of names.entries())
    if (name === index || names.indexOf(name) !== i)
      throw badRequest(`"replicas" names ${name} ${name === index ? 'as a replica of itself' : 'twice'}`)
  return names
}

/** The format that the provider's clients expect of settings. */
const SETTINGS_VERSION = 2

/**
 * All settings with their defaults in the form of the wire: empty lists that mean "not set" are `null`, and `typoTolerance` is
 * text, as in recorded answers of the provider.
 */
export function settingsAnswer(settings: IndexSettings, defaults: IndexSettings): Record<string, unknown> {
  // Names that begin with an underscore are Docent's own notes about the index.
  const set = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith('_')))
  const all: IndexSettings = { ...defaults, ...set }
  const orNull = (list: string[] | undefined): string[] | null =>
    list === undefined || list.length === 0 ? null : list
  return {
    ...all,
    searchableAttributes: orNull(all.searchableAttributes),
    attributesForFaceting: orNull(all.attributesForFaceting),
    customRanking: orNull(all.customRanking),
    typoTolerance: String(all.typoTolerance ?? true),
    version: SETTINGS_VERSION,
  }
}
