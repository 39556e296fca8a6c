/** Checked reading of a table of an existing configuration: values of a wrong type and unknown keys become notes. */

/** Entries of one table. Every key that is asked for counts as known. */
export interface Fields {
  text: (key: string) => string | undefined
  /** A text or a list of texts. */
  texts: (key: string) => string[]
  number: (key: string) => number | undefined
  /** True or false, also as a text. */
  flag: (key: string) => boolean
  list: (key: string) => unknown[]
  table: (key: string) => Record<string, unknown> | undefined
  any: (key: string) => unknown
  /** Adds a note for each of these keys that the table has. @param reasons half a sentence by key. */
  unused: (reasons: Readonly<Record<string, string>>) => void
  /** Adds a note for each key that was not read. */
  rest: () => void
}

/** Reads `data`. @param place for notes: `start_urls[0]`; empty for the top. */
export function fieldsOf(data: Record<string, unknown>, place: string, notes: string[]): Fields {
  const known = new Set<string>()
  const at = (key: string): string => (place === '' ? key : `${place}.${key}`)
  const get = (key: string): unknown => {
    known.add(key)
    return Object.hasOwn(data, key) ? (data[key] ?? undefined) : undefined
  }
  const note = (key: string, wanted: string): void => {
    notes.push(`"${at(key)}" is not used: it is no ${wanted}.`)
  }
  return {
    text(key) {
      const value = get(key)
      if (value !== undefined && typeof value !== 'string') note(key, 'text')
      return typeof value === 'string' ? value : undefined
    },
    texts(key) {
      const value = get(key)
      const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
      const texts = list.filter((one): one is string => typeof one === 'string')
      if (texts.length < list.length) note(key, 'list of texts')
      return texts
    },
    number(key) {
      const value = get(key)
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      const isNumber = typeof number === 'number' && Number.isFinite(number)
      if (value !== undefined && !isNumber) note(key, 'number')
      return isNumber ? number : undefined
    },
    flag(key) {
      const value = get(key)
      if (value !== undefined && typeof value !== 'boolean' && value !== 'true' && value !== 'false')
        note(key, 'true or false')
      return value === true || value === 'true'
    },
    list(key) {
      const value = get(key)
      return Array.isArray(value) ? value : value === undefined ? [] : [value]
    },
    table(key) {
      const value = get(key)
      if (value !== undefined && !isTable(value)) note(key, 'table')
      return isTable(value) ? value : undefined
    },
    any: get,
    unused(reasons) {
      for (const [key, reason] of Object.entries(reasons))
        if (get(key) !== undefined) notes.push(`"${at(key)}" is not used: ${reason}.`)
    },
    rest() {
      for (const key of Object.keys(data))
        if (!known.has(key)) notes.push(`"${at(key)}" is not used: Docent has no such setting.`)
    },
  }
}

/** Whether a value is a table of entries. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
