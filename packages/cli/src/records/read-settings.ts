/** Settings of an index from a JSON file that the operator names. */

import type { IndexSettings } from '@docent/engine'
import { readSettings, ServerError } from '@docent/server'
import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'
import { readJson } from './json-lines.ts'

const table = v.record(v.string(), v.unknown())

/**
 * The settings for an index of ours, as its API would read them; those for another host (`to`) are not checked, because that host
 * may have others. @throws UsageError
 */
export async function readSettingsFile(file: string, { to }: { to?: string | undefined }): Promise<IndexSettings> {
  const value = await readJson(file)
  // An array is an object to the library.
  if (Array.isArray(value) || !v.is(table, value))
    throw new UsageError(`${file} holds no settings: it must be an object such as {"hitsPerPage": 10}.`)
  if (to !== undefined) return value
  try {
    const settings = Object.entries(readSettings(value))
    // `null` means the default.
    return Object.fromEntries(settings.filter(([, set]) => set !== null))
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    throw new UsageError(`${file} holds settings that an index cannot have: ${error.message.replace(/\.$/, '')}.`)
  }
}
