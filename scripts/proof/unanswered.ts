/**
 * The refusals of the tool `search`, on queries that people wrote (relevance sets in `../shared`): by pair of documentations,
 * the share of queries that are refused. Of the docs' own queries at most 5 % may be refused, of others at least 90 %. Also compares
 * the first hits of the tool with those of the engine, and the tokens of its results with those of whole pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { buildIndex, DOCS_SETTINGS, openIndex, search, type SearchRecord } from '@docent/engine'
import { countTokens, type Docs, recordDocs, searchDocs, tokensOfJson } from '@docent/mcp'

const SETS = join(import.meta.dirname, '../../../shared/relevance')
/** Translations: the queries of one are about the subject of the other. */
const SAME_SUBJECT: ReadonlySet<string> = new Set(['k8s-zh k8s-en'])

const MAX_OWN = 0.05
const LEAST_FOREIGN = 0.9

if (!existsSync(SETS)) {
  console.log(`The relevance sets are missing: ${SETS}.`)
  process.exit(0)
}

interface Query {
  query: string
  corpus: string
}

const lines = (text: string): string[] => text.trim().split('\n')
const namesIn = (folder: string): string[] =>
  readdirSync(join(SETS, folder)).flatMap((file) => /^(.*)\.records\.jsonl\.gz$/.exec(file)?.[1] ?? [])

/** The human queries of a documentation. */
function queriesOf(corpus: string): Query[] {
  return ['human', 'human-extra'].flatMap((set) => {
    const file = join(SETS, 'dev', `${corpus}.queries.${set}.jsonl`)
    return existsSync(file) ? lines(readFileSync(file, 'utf8')).map((line) => JSON.parse(line) as Query) : []
  })
}

function openCorpus(folder: string, corpus: string): Docs {
  const bytes = gunzipSync(readFileSync(join(SETS, folder, `${corpus}.records.jsonl.gz`)))
  const records = lines(bytes.toString()).map((line): SearchRecord => {
    const { page, ...record } = JSON.parse(line) as SearchRecord & { page: string; url: string }
    return { ...record, url_without_anchor: page ?? record.url.replace(/#.*$/, '') }
  })
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return recordDocs(async (params) => search(index, params), { title: corpus, prefix: '' })
}

const asked = namesIn('dev')
  .map((corpus) => ({ corpus, queries: queriesOf(corpus) }))
  .filter(({ queries }) => queries.length > 0)
const total = { own: [0, 0], foreign: [0, 0] }
let differing = 0
const tokens = { results: 0, pages: 0, questions: 0 }

console.log(`refused     ${asked.map(({ corpus }) => `queries of ${corpus}`.padEnd(24)).join('')}`)
for (const [folder, corpus] of [
  ...namesIn('dev').map((name) => ['dev', name]),
  ...namesIn('corpora').map((name) => ['corpora', name]),
] as [string, string][]) {
  // The largest one takes minutes, and Chinese and Japanese docs have no human queries of their own.
  if (corpus === 'mdn') continue
  const docs = openCorpus(folder, corpus)
  const cells: string[] = []
  for (const { corpus: of, queries } of asked) {
    let refused = 0
    for (const { query } of queries) {
      const result = await searchDocs(docs, { query, limit: 10, tokens: 20_000 })
      if (!result.answered) refused++
      if (of !== corpus || !result.answered) continue
      const { hits } = await docs.search({ query, hitsPerPage: 10 })
      const same = result.sections.every(({ url }, at) => url === hits[at]?.['url'])
      if (!same || result.sections.length === 0) differing++
    }
    const sums = of === corpus ? total.own : total.foreign
    if (SAME_SUBJECT.has(`${corpus} ${of}`)) {
      cells.push(`(${((100 * refused) / queries.length).toFixed(1)} %)`.padEnd(24))
      continue
    }
    sums[0] = (sums[0] ?? 0) + refused
    sums[1] = (sums[1] ?? 0) + queries.length
    cells.push(`${of === corpus ? 'own ' : ''}${((100 * refused) / queries.length).toFixed(1)} %`.padEnd(24))
    if (of === corpus) await weighTokens(docs, queries.slice(0, 10))
  }
  console.log(corpus.padEnd(12) + cells.join(''))
}

/** Ten questions: the result of the tool with its usual budget, beside the first three pages that it names, read whole. */
async function weighTokens(docs: Docs, queries: readonly Query[]): Promise<void> {
  for (const { query } of queries) {
    const result = await searchDocs(docs, { query })
    if (!result.answered) continue
    const urls = [...new Set(result.sections.map(({ url }) => url.replace(/#.*$/, '')))].slice(0, 3)
    tokens.questions++
    tokens.results += tokensOfJson(result)
    for (const url of urls) tokens.pages += countTokens((await docs.readPage(url))?.markdown ?? '')
  }
}

const share = ([refused = 0, all = 1]: number[]): number => refused / all
console.log(
  `\nown queries refused: ${(100 * share(total.own)).toFixed(1)} % (at most 5), of other docs: ${(100 * share(total.foreign)).toFixed(1)} % (at least 90)`,
)
console.log(`queries whose first hits differ from the engine's: ${differing}`)
console.log(
  `${tokens.questions} questions: ${Math.round(tokens.results / tokens.questions)} tokens each; their first three pages: ${Math.round(tokens.pages / tokens.questions)}`,
)
process.exitCode = share(total.own) <= MAX_OWN && share(total.foreign) >= LEAST_FOREIGN && differing === 0 ? 0 : 1
