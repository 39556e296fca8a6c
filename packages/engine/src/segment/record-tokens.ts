/** The tokens of a record, field by field. */
import { valuesAt } from '../base/attributes.ts'
import type { SearchRecord } from '../wire.ts'
import { FIELD_ROLE, type FieldMeta, type FieldRole, isText, levelOf } from './fields.ts'
import { FIELD_SHIFT, MAX_POSITION } from './postings.ts'
import type { TokenReader } from './token-reader.ts'

/** Between the values of a list: words of two values are not near each other. */
const VALUE_GAP = 8

/** A field, prepared for reading many records. */
export interface ReadField {
  path: string
  /** The names of its path. */
  names: readonly string[]
  role: FieldRole
}

/** Splits the paths once, because every record is read by them. */
export const readFieldsOf = (fields: readonly FieldMeta[]): ReadField[] =>
  fields.map(({ path, role }) => ({ path, names: path.split('.'), role }))

/** Numbers of tokens in the attributes of a record that are text or code. */
export interface BodyTokens {
  all: number
  /** Of those that are no code either. */
  text: number
  functionWords: number
}

/**
 * Calls `visit` with the number of each term of a record, its place (field × 2^20 + position), and 1 if it is in the
 * record's own heading.
 */
export function eachToken(
  record: SearchRecord,
  fields: readonly ReadField[],
  reader: TokenReader,
  visit: (term: number, code: number, own: 0 | 1) => void,
): BodyTokens {
  const level = levelOf(record)
  const body = { all: 0, text: 0, functionWords: 0 }
  for (let field = 0; field < fields.length; field++) {
    const { path, names, role } = fields[field] as ReadField
    const own = isOwnHeading(field, path, level) ? 1 : 0
    let position = 0
    for (const value of valuesAt(record, path, names)) {
      if (typeof value === 'boolean') continue
      const used = reader.read(String(value), position)
      const { tokens, positions, count } = reader
      for (let i = 0; i < count; i++) {
        const at = positions[i] as number
        if (at <= MAX_POSITION) visit(tokens[i] as number, (field << FIELD_SHIFT) | at, own)
      }
      position += used + VALUE_GAP
      if (isText(role)) body.all += used
      if (role !== FIELD_ROLE.body) continue
      body.text += used
      body.functionWords += reader.functionWords
    }
  }
  return body
}

const HEADINGS = Array.from({ length: 7 }, (_, level) => `hierarchy.lvl${level}`)

/** `hierarchy.lvl0` to `hierarchy.lvl6`, made once, since every record needs them. */
export const headingPath = (level: number): string => HEADINGS[level] as string

/** The heading of the record itself: the deepest of its hierarchy; else its first searchable attribute. */
export function isOwnHeading(field: number, path: string, level: number): boolean {
  return level > 0 ? path === headingPath(level) : field === 0
}
