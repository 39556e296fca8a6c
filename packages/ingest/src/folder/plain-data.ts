/** Checks of parsed data: JSON, YAML, TOML and front matter. */

/** A table of parsed data. */
export type Table = Record<string, unknown>

/** A table; `undefined` for any other value. */
export function tableOf(value: unknown): Table | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : undefined
}

/** The tables of a list; none for any other value. */
export function tablesOf(value: unknown): Table[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.map((one) => tableOf(one)).filter((one) => one !== undefined)
}

/** A text that is not blank; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A text that is not blank, without white space around it; `undefined` for any other value. */
export function trimmedTextOf(value: unknown): string | undefined {
  return textOf(value)?.trim()
}

/** Maximum depth of lists and tables within each other. An OpenAPI file has about 20; a few thousand overflow the stack of readers. */
const MAX_LEVELS = 100

/**
 * Data of a parser, unchanged. Every reader of it may then call itself for inner values.
 * @throws an error of half a sentence, where the data contains itself (an alias inside its anchor) or is nested too deep.
 */
export function requireTree<T>(data: T): T {
  levelsOf(data, 0, new Map())
  return data
}

/** The levels of a value. `known` has those of finished values, since aliases repeat values, and 0 for the values around this one. */
function levelsOf(value: unknown, depth: number, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 0
  const before = known.get(value)
  if (before === 0) throw new Error('a value contains itself')
  if (depth + (before ?? 1) > MAX_LEVELS) throw new Error(`it has more than ${MAX_LEVELS} levels`)
  if (before !== undefined) return before
  known.set(value, 0)
  let levels = 0
  for (const inner of Object.values(value)) levels = Math.max(levels, levelsOf(inner, depth + 1, known))
  known.set(value, levels + 1)
  return levels + 1
}
