/** JSON of the database's rows. SQLite has no checksums, so a flipped bit within a text is first noticed here. */
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { ServerError } from '../../wire/errors.ts'

/**
 * The value of a stored text. `place` names it in the error, such as `The settings of the index "docs"`. Throws a `ServerError`
 * (`storage-damaged`) if the text is no JSON or `isWhole` refuses its value.
 */
export function parseStored<Value>(
  text: string,
  place: string,
  isWhole: (value: Value) => boolean = () => true,
): Value {
  let value: Value
  try {
    value = JSON.parse(text) as Value
  } catch (cause) {
    throw damaged(place, cause)
  }
  if (!isWhole(value)) throw damaged(place)
  return value
}

const damaged = (place: string, cause?: unknown): ServerError =>
  new ServerError('storage-damaged', `${place} in the database is damaged: bring back a backup with docent restore`, {
    cause,
  })

/** The stored settings of an index. Throws as `parseStored`. */
export const parseSettings = (text: string): IndexSettings => parseStored(text, 'A settings row')

/** A stored record. Throws as `parseStored`. */
export const parseRecord = (text: string): SearchRecord => parseStored(text, 'A record')
