/** A TOML value as far as we read it. */
export type TomlValue = string | number | boolean | string[]

/**
 * The plain keys of a TOML file, by table: strings, numbers, booleans, and lists of strings on one line. Enough for
 * `book.toml` and for Hugo's front matter; what it does not know it leaves out. Keys before the first table stand
 * under the empty name.
 */
export function parseToml(source: string): Record<string, Record<string, TomlValue>> {
  const tables: Record<string, Record<string, TomlValue>> = { '': {} }
  let table = tables['']!
  for (const line of source.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)
    if (header !== null) {
      table = tables[header[1]!.trim()] ??= {}
      continue
    }
    const entry = /^\s*([\w-]+|"[^"]+")\s*=\s*(.+?)\s*$/.exec(line)
    const value = entry === null ? undefined : tomlValue(entry[2]!)
    if (entry !== null && value !== undefined) table[entry[1]!.replaceAll('"', '')] = value
  }
  return tables
}

function tomlValue(source: string): TomlValue | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'([^']*)'/.exec(source)
  if (quoted !== null) return quoted[2] ?? quoted[1]!.replaceAll(/\\(["\\])/g, '$1')
  if (/^(true|false)\b/.test(source)) return source.startsWith('true')
  if (/^[+-]?\d+(\.\d+)?\s*(#.*)?$/.test(source)) return Number.parseFloat(source)
  if (source.startsWith('[')) return [...source.matchAll(/"([^"]*)"|'([^']*)'/g)].map((m) => m[1] ?? m[2] ?? '')
  return undefined
}
