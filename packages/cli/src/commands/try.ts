/**
 * `docent try <site or folder>`: indexes it for this run, asks this index and the present search of the site the same queries, prints
 * the figures of both, and shows both side by side in a local page.
 */

import { resolve } from 'node:path'

import { type Ask, askHost, askRecords, type RemoteIndex } from '../ask/ask.ts'
import { isAddress } from '../crawl/crawl-source.ts'
import { alignColumns } from '../terminal/align-columns.ts'
import { plural } from '../terminal/plural.ts'
import { stopSignal } from '../terminal/stop-signal.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { boxOfFolder, boxOfSite } from '../try/find-box.ts'
import { type Figures, measure, queriesFor } from '../try/figures.ts'
import { readRecords, type ReadRecords } from '../try/read-records.ts'
import { servePage } from '../try/serve-page.ts'
import type { Side } from '../try/side.ts'

/** Options of `docent try`. */
export interface TryOptions {
  /** The present search. */
  appId?: string
  index?: string
  key?: string
  host?: string
  /** Use the box that the site states. */
  findBox?: boolean
  /** Filters that the present search's box sends. */
  filters?: string
  /** The base path of the present search's URLs. */
  base?: string
  queries?: string
  pages: number
  siteUrl?: string
  allowPrivate?: boolean
  port: number
  json?: boolean
}

/** Compares; with `json` prints the figures, else serves the page until it is stopped. Returns the exit code. @throws UsageError */
export async function tryCommand(source: string, options: TryOptions): Promise<number> {
  const box = await presentBox(source, options)
  const read = await readRecords(source, options)
  const queries = await queriesFor(read, options.queries)
  const sides: Side[] = [{ name: 'Docent', ask: askRecords(read.records) }]
  if (box) sides.push({ name: nameOf(box), ask: asTheBoxDoes(askHost(box), options.filters), base: options.base })
  const figures = await measure(sides, queries)
  const notes = notesOf(read, box, options)
  if (options.json) {
    print(JSON.stringify({ source, pages: read.pages, records: read.records.length, notes, ...figures }, null, 2))
    return 0
  }
  for (const line of [figuresTable(figures), ...notes]) print(line)
  const siteUrl = options.siteUrl ?? (isAddress(source) ? source : undefined)
  const page = await servePage({ source, sides, figures, notes, siteUrl }, options.port)
  print(`Both are at http://127.0.0.1:${page.port}/ – end with Ctrl+C.`)
  await stopSignal()
  await page.close(0)
  return 0
}

/** The search to compare with: that of the options, else with `findBox` the one that the site states; `undefined` for none. */
async function presentBox(source: string, options: TryOptions): Promise<RemoteIndex | undefined> {
  const { appId, index, key, host, findBox } = options
  if (appId !== undefined || host !== undefined) {
    if (index === undefined || key === undefined)
      throw new UsageError('--app-id and --host also need --index NAME and --key KEY, a key that may search.')
    return { host, appId, index, key }
  }
  if (index !== undefined || key !== undefined)
    throw new UsageError('--index and --key need the --app-id or --host that they belong to.')
  if (!findBox) return undefined
  const found = isAddress(source) ? await boxOfSite(source, options) : boxOfFolder(resolve(source))
  if (found === undefined)
    printError('The site states no search box of the hosted provider: give --app-id, --index and --key.')
  return found
}

/** Queries with the filters of the box, such as those for the language and version of a page. */
const asTheBoxDoes = (ask: Ask, filters: string | undefined): Ask =>
  filters === undefined ? ask : (params) => ask({ ...params, filters })

const nameOf = ({ host, appId, index }: RemoteIndex): string => `${index} of ${host ?? appId ?? ''}`

function notesOf({ pages, isPart }: ReadRecords, box: RemoteIndex | undefined, options: TryOptions): string[] {
  const part = `Docent has ${plural(pages, 'page')} only, the ceiling of --pages ${options.pages}: with fewer pages, the right one is easier to find.`
  return [
    isPart ? part : `Docent has ${plural(pages, 'page')}.`,
    ...(box && options.filters === undefined
      ? [
          'The present search is asked without filters: give those that its box sends, for a language or a version, with --filters.',
        ]
      : []),
    ...(box ? [] : ['The present search is not asked: give --app-id, --index and --key, or --find-box.']),
    ...(options.queries === undefined
      ? [
          'The queries are titles, headings and texts of links of these pages: --queries FILE asks those of your readers.',
        ]
      : []),
  ]
}

function figuresTable({ sides, queries }: Figures): string {
  const shares = ['hit1', 'hit5', 'mrr10', 'zeroResults'] as const
  return alignColumns([
    [plural(queries.length, 'query', 'queries'), 'hit@1', 'hit@5', 'MRR@10', 'zero'],
    ...sides.map(({ name, scores, failure }) => [
      visible(name),
      ...(scores ? shares.map((share) => scores[share].toFixed(3)) : [visible(failure ?? 'not measured')]),
    ]),
  ])
}
