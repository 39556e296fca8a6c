/** The reasons for which the API would refuse a part of an index, before it is sent: an import names them all at once. */
import { ServerError } from './errors.ts'
import { checkJsonShape } from './json-shape.ts'
import { LIMITS } from './limits.ts'
import { readRule, readSynonym } from './read-parts.ts'
import { readRecord } from './read-records.ts'
import { readSettings } from './read-settings.ts'

/** A part of an index; `settings` may hold one setting or several. */
export type ImportedKind = 'record' | 'synonym' | 'rule' | 'settings'

const READERS: Readonly<Record<ImportedKind, (value: unknown) => unknown>> = {
  record: (value) => readRecord(value, undefined, false),
  synonym: (value) => readSynonym(value),
  rule: (value) => readRule(value),
  settings: readSettings,
}

/** Levels of a body around a record or a rule: the object, its list, and the operation. */
const OUTER_LEVELS = 3

/** The sentence with which the API would refuse the value; `undefined` for a value that it accepts. */
export function whyRefused(kind: ImportedKind, value: unknown): string | undefined {
  try {
    checkJsonShape(Buffer.from(JSON.stringify(value)), LIMITS.writeDepth - OUTER_LEVELS, LIMITS.objectKeys)
    READERS[kind](value)
    return undefined
  } catch (error) {
    if (error instanceof ServerError) return error.message
    throw error
  }
}
