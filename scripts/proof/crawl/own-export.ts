/** Crawls the output of `docent build` and compares the records, and the answers of an index of them, with those of ingest. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { crawl } from '@docent/crawl'
import { buildIndex, DOCS_SETTINGS, type DocRecord, openIndex, search } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import { run } from '../../../e2e/docent-process.ts'
import { type EvalQuery, readQueries } from '../../../packages/cli/src/eval/queries.ts'
import { macroScore, rankOf } from '../../../packages/cli/src/eval/score.ts'
import { serveSite } from './serve-site.ts'

/** A docs folder with files of queries. */
export interface EvalFolder {
  name: string
  folder: string
  queries: readonly string[]
  /** Address of the pages in the files of queries; absent for root-relative addresses. */
  site?: string
}

/** Figures of one folder. MRR@10 by page, the mean of the sets of queries. */
export interface OwnExport {
  name: string
  /** Records of ingest, of the crawl, and those that are equal but for address and id. */
  ingest: number
  crawled: number
  equal: number
  queries: number
  ingestMrr: number
  crawlMrr: number
  /** Queries whose first hit is another page or section. */
  otherFirst: number
  differences: string[]
}

/** The project's own queries, and those of `queries` for the docs folders that are there. */
export function evalFolders(folders: readonly string[], queries: string | undefined): EvalFolder[] {
  const own = join(import.meta.dirname, '../../../fixtures/eval')
  const files = queries === undefined ? [] : readdirSync(queries).sort()
  const book = folders.map((folder) => join(folder, 'rust-book')).find((folder) => existsSync(folder))
  const ofBook = files.filter((file) => file.startsWith('rust-book.queries.')).map((file) => join(queries ?? '', file))
  return [
    { name: 'fixtures', folder: join(own, 'pages'), queries: [join(own, 'queries.yaml')] },
    ...(book === undefined || ofBook.length === 0
      ? []
      : [{ name: 'rust-book', folder: book, queries: ofBook, site: 'https://doc.rust-lang.org/book/' }]),
  ]
}

/** Requested hits, as in `docent eval`. */
const HITS = 50

/** Builds, serves, crawls and compares. @throws if `docent build` fails. */
export async function measureOwnExport({ name, folder, queries, site }: EvalFolder): Promise<OwnExport> {
  const work = mkdtempSync(join(tmpdir(), 'docent-own-'))
  try {
    const out = join(work, 'out')
    const { code, stderr } = await run('build', folder, '--out', out)
    if (code !== 0) throw new Error(`docent build ${folder} ended with ${code}: ${stderr}`)
    const expected = (await readDocs(folder)).records
    const crawled = await crawlFolder(out, work)
    const given = (await Promise.all(queries.map((file) => readQueries(file)))).flat()
    const own = given.map((query) => (site === undefined ? query : relativeTo(site, query)))
    const before = ranksOf(expected, own)
    const after = ranksOf(crawled, own)
    const differences = differencesOf(expected, crawled)
    return {
      name,
      ingest: expected.length,
      crawled: crawled.length,
      equal: expected.length - differences.missing,
      queries: own.length,
      ingestMrr: macroScore(before).mrr10,
      crawlMrr: macroScore(after).mrr10,
      otherFirst: before.filter(({ first }, at) => first !== after[at]?.first).length,
      differences: differences.lines,
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The records of a crawl of a built site, with root-relative addresses. */
async function crawlFolder(out: string, work: string): Promise<DocRecord[]> {
  await using served = await serveSite(out, '/')
  const result = await crawl({
    source: { kind: 'site', starts: [`${served.origin}/`] },
    store: join(work, 'store.sqlite'),
    version: '0',
    allowPrivate: true,
  })
  const relative = (url: string): string => decodeURI(url.slice(served.origin.length)).replace(/(.)\/(?=#|$)/, '$1')
  const records = [...result.candidate.records()].map((record) => ({
    ...record,
    url: relative(record.url),
    url_without_anchor: relative(record.url_without_anchor),
  }))
  result.close()
  return records
}

function ranksOf(records: DocRecord[], queries: readonly EvalQuery[]): ReturnType<typeof rankOf>[] {
  const settings = {
    ...DOCS_SETTINGS,
    attributesToRetrieve: ['url'],
    attributesToHighlight: [],
    attributesToSnippet: [],
  }
  const index = openIndex(buildIndex(records, settings), settings)
  return queries.map((query) => {
    const { hits } = search(index, { query: query.query, hitsPerPage: HITS, distinct: false })
    return rankOf(
      query,
      hits.flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : [])),
    )
  })
}

/** The queries with root-relative targets without `.html`, the form of Docent's addresses. */
function relativeTo(site: string, query: EvalQuery): EvalQuery {
  const relative = (url: string): string => url.replace(site, '/').replace(/(?:\/index)?\.html(?=#|$)/, '')
  return { ...query, targets: query.targets.map(relative), pageTargets: query.pageTargets.map(relative) }
}

/** The compared attributes of a record: all but its address and those that follow from it. */
function comparedOf({ hierarchy, content, code, type, lang, weight }: DocRecord): object {
  // Line breaks of a paragraph are blanks, in inline code too.
  return { hierarchy, content: content?.replaceAll(/\s+/g, ' ') ?? null, code: code?.trimEnd(), type, lang, weight }
}

function differencesOf(
  expected: readonly DocRecord[],
  crawled: readonly DocRecord[],
): { missing: number; lines: string[] } {
  const byUrl = Map.groupBy(crawled, ({ url }) => decodeURI(url))
  const lines: string[] = []
  let missing = 0
  for (const record of expected) {
    const candidates = byUrl.get(decodeURI(record.url)) ?? []
    if (candidates.some((one) => isDeepStrictEqual(comparedOf(one), comparedOf(record)))) continue
    missing++
    const other = candidates[0]
    if (other === undefined) lines.push(`${record.url}: no record`)
    else
      for (const [key, value] of Object.entries(comparedOf(record))) {
        const found = (comparedOf(other) as Record<string, unknown>)[key]
        if (!isDeepStrictEqual(value, found)) lines.push(`${record.url}: ${key}: ${difference(value, found)}`)
      }
  }
  const known = new Set(expected.map(({ url }) => decodeURI(url)))
  for (const { url } of crawled) if (!known.has(decodeURI(url))) lines.push(`${url}: only in the crawl`)
  return { missing, lines }
}

/** Both values from shortly before the place where they differ. */
function difference(a: unknown, b: unknown): string {
  const [left, right] = [JSON.stringify(a) ?? '', JSON.stringify(b) ?? '']
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const from = Math.max(0, at - 30)
  return `${left.slice(from, at + 50)} | ${right.slice(from, at + 50)}`
}
