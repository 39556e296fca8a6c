/**
 * Converts the historical spellings of the wire's values into canonical ones: numbers and booleans as text, lists as text (JSON or
 * separated by commas), filters in old string forms. One function for each kind of value. They return unknown values unchanged;
 * the schema that follows refuses them.
 */

/** `"20"` is 20. */
export function spelledNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}

/** `"true"`, `"1"` and 1 are true; `"false"`, `"0"` and 0 are false. */
export function spelledBoolean(value: unknown): unknown {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}

/** The value of JSON of a list or an object; other text unchanged. */
function spelledJson(text: string): unknown {
  const start = text.trimStart()[0]
  if (start !== '[' && start !== '{') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** JSON of an object is that object. */
export function spelledObject(value: unknown): unknown {
  return typeof value === 'string' ? spelledJson(value) : value
}

/** `"a,b"`, `'["a","b"]'` and `["a", "b"]` are the same list; an empty text is an empty list. */
export function spelledList(value: unknown): unknown {
  const read = typeof value === 'string' ? spelledJson(value) : value
  if (typeof read !== 'string') return read
  return read
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** A boolean in any spelling, else a list in any spelling. */
export function spelledBooleanOrList(value: unknown): unknown {
  const read = spelledBoolean(value)
  return typeof read === 'boolean' ? read : spelledList(read)
}

/** A boolean in any spelling, or a number; `1` stays a number, since `distinct` distinguishes them. */
export function spelledBooleanOrNumber(value: unknown): unknown {
  if (value === 'true') return true
  if (value === 'false') return false
  return spelledNumber(value)
}

/** The old string form: items separated by commas are AND, a group in parentheses is OR: `a:1,(b:2,b:3)`. */
function parseOldFilters(text: string): (string | string[])[] {
  const filters: (string | string[])[] = []
  let group: string[] | undefined
  let start = 0
  const endItem = (end: number): void => {
    const item = text.slice(start, end).trim()
    if (item !== '') (group ?? filters).push(item)
    start = end + 1
  }
  // Whether the current item is white space so far.
  let isBlank = true
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === ',') endItem(at)
    else if (char === '(' && group === undefined && isBlank) {
      group = []
      start = at + 1
    } else if (char === ')' && group !== undefined) {
      endItem(at)
      filters.push(group)
      group = undefined
    } else {
      isBlank &&= char.trim() === ''
      continue
    }
    isBlank = true
  }
  endItem(text.length)
  if (group !== undefined) filters.push(group)
  return filters
}

/** Lists inside lists below the second level are one OR. A stack, not recursion: nesting is the caller's choice. */
function flattenGroup(group: readonly unknown[]): unknown[] {
  const flat: unknown[] = []
  const stack: unknown[] = group.toReversed()
  while (stack.length > 0) {
    const item = stack.pop()
    if (Array.isArray(item)) stack.push(...item.toReversed())
    else flat.push(item)
  }
  return flat
}

/** Filters as text in the old form or as JSON, or as a list of any depth: AND of ORs. */
export function spelledFilters(value: unknown): unknown {
  const read = typeof value === 'string' ? spelledJson(value) : value
  if (typeof read === 'string') return parseOldFilters(read)
  if (!Array.isArray(read)) return read
  return read.map((item: unknown) => (Array.isArray(item) ? flattenGroup(item) : item))
}

const RANGE = /:\s*(-?[\d.]+)\s+to\s+(-?[\d.]+)\s*$/i

/** As `spelledFilters`; `n:11 to 46` becomes `n:11 TO 46`. */
export function spelledNumericFilters(value: unknown): unknown {
  const upper = (item: unknown): unknown => (typeof item === 'string' ? item.replace(RANGE, ':$1 TO $2') : item)
  const filters = spelledFilters(value)
  if (!Array.isArray(filters)) return filters
  return filters.map((item: unknown) => (Array.isArray(item) ? item.map(upper) : upper(item)))
}
