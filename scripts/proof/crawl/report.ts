/** Prints the figures of crawled sites. */
import type { BuiltSite } from './build-site.ts'
import type { Measurement } from './measure.ts'
import type { OwnExport } from './own-export.ts'

/** The result of one site. */
export interface SiteResult extends BuiltSite {
  measurement: Measurement
  /** Counts by outcome or reason. */
  verdicts: Record<string, number>
  /** Addresses of sitemaps without a verdict. */
  withoutVerdict: string[]
  notes: string[]
  /** Duration of the crawl. */
  seconds: number
}

/** Share of the sections that must be found with the right trail and anchor. */
const SHARE_FOUND = 0.98

/** Whether a site meets the requirements. */
export function isRight({ measurement: { expected, found, frameWords }, withoutVerdict }: SiteResult): boolean {
  return withoutVerdict.length === 0 && found >= expected * SHARE_FOUND && frameWords === 0
}

/** Greatest difference of the MRR@10 between the crawl and the Markdown. */
const MRR_TOLERANCE = 0.01

/** Whether the crawl of Docent's own output answers like its Markdown. */
export function isOwnRight({ ingestMrr, crawlMrr }: OwnExport): boolean {
  return Math.abs(ingestMrr - crawlMrr) <= MRR_TOLERANCE
}

/** One row for each folder; with `list`, the records that differ. */
export function printOwn(results: readonly OwnExport[], list: boolean): void {
  if (results.length === 0) return
  console.table(
    results.map(({ differences, ingestMrr, crawlMrr, ...counts }) => ({
      ...counts,
      ingestMrr: ingestMrr.toFixed(4),
      crawlMrr: crawlMrr.toFixed(4),
      differences: differences.length,
    })),
  )
  if (list) for (const { name, differences } of results) for (const line of differences) console.log(`${name}${line}`)
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)

/** One row for each site. */
export function printTable(results: readonly SiteResult[]): void {
  console.table(
    Object.fromEntries(
      results.map(({ name, generator, measurement, seconds }) => [
        name,
        {
          generator,
          layout: summary(measurement.layouts),
          pages: measurement.pages,
          sections: measurement.expected,
          found: percent(measurement.found, measurement.expected),
          text: percent(measurement.withText, measurement.found),
          frame: measurement.frameWords,
          foreign: measurement.foreignLines,
          recall: percent(measurement.recall, 1),
          precision: percent(measurement.precision, 1),
          notBuilt: measurement.notBuilt,
          seconds: Math.round(seconds),
        },
      ]),
    ),
  )
  for (const { name, verdicts, withoutVerdict, notes } of results) {
    console.log(`${name}: verdicts: ${summary(verdicts)}`)
    for (const url of withoutVerdict) console.log(`${name}: no verdict for ${url} of a sitemap`)
    for (const note of notes) console.log(`${name}: ${note}`)
  }
}

const summary = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

/** Prints the findings by site. @param kinds the kinds to print; default: all. */
export function printFindings(results: readonly SiteResult[], kinds?: readonly string[]): void {
  for (const { name, measurement } of results)
    for (const { kind, path, message } of measurement.findings)
      if (kinds === undefined || kinds.includes(kind))
        console.log(`${name}${path}: ${kind}: ${message.replaceAll('\n', ' ')}`)
}
