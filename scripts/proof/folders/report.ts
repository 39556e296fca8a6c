/** The measurements as text: a table with a row for each folder, and a list of findings. */
import { CONSTRUCTS } from './constructs.ts'
import { FINDINGS, type Measurement } from './measure.ts'

/** Prints one row for each folder, and the sums. */
export function printTable(measurements: readonly Measurement[]): void {
  const rows = measurements.map(rowOf)
  const sum = Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [key, rows.reduce((total, row) => total + (Number(row[key]) || 0), 0)]),
  )
  const all = rows.length > 1 ? [...rows, { ...sum, folder: 'all', generator: '', recognised: '' }] : rows
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map((name) =>
    Math.max(name.length, ...all.map((row) => String((row as Record<string, unknown>)[name]).length)),
  )
  const line = (cells: string[]): string =>
    cells.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  console.log(line(names))
  for (const row of all) console.log(line(names.map((name) => String((row as Record<string, unknown>)[name]))))
  console.log(`\nConstructs, written/differing: ${constructSums(measurements)}`)
}

function rowOf({
  name,
  generator,
  recognised,
  files,
  findings,
  extraPages,
  constructs,
  problems,
}: Measurement): Record<string, string | number> {
  const written = Object.values(constructs).reduce((sum, one) => sum + one.written, 0)
  const differing = Object.values(constructs).reduce((sum, one) => sum + one.differing, 0)
  const of = (kind: string): number => findings.filter((one) => one.kind === kind).length
  return {
    folder: name,
    generator,
    recognised,
    files: files.total ?? 0,
    pages: files.page ?? 0,
    missing: of('missing page'),
    extra: extraPages.length,
    partials: files.partial ?? 0,
    conf: files.configuration ?? 0,
    accounted: files.accounted ?? 0,
    assets: files.asset ?? 0,
    out: files['left-out'] ?? 0,
    constructs: written,
    differing,
    leftovers: of('leftover'),
    images: of('image'),
    links: of('link'),
    anchors: of('anchor'),
    ids: of('heading id') + of('record id'),
    problems,
  }
}

function constructSums(measurements: readonly Measurement[]): string {
  return CONSTRUCTS.map((name) => {
    const sum = (key: 'written' | 'differing'): number =>
      measurements.reduce((total, { constructs }) => total + (constructs[name]?.[key] ?? 0), 0)
    return `${name} ${sum('written')}/${sum('differing')}`
  }).join(', ')
}

/** Prints the findings by folder, kind, file and line. @param kinds the kinds to print; default: all. */
export function printFindings(measurements: readonly Measurement[], kinds?: readonly string[]): void {
  for (const { name, findings } of measurements)
    for (const kind of FINDINGS) {
      if (kinds !== undefined && !kinds.includes(kind)) continue
      for (const { file, line, message } of findings.filter((one) => one.kind === kind))
        console.log(`${name}/${file}${line === undefined ? '' : `:${line}`}: ${kind}: ${message.replaceAll('\n', ' ')}`)
    }
}
