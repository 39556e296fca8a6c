/**
 * The outcomes of the tool `search`, on queries that people wrote (relevance sets in `../shared`) and on questions about Docent
 * (`fixtures/questions`): by pair of documentations, the shares of queries that are answered, that get weak sections, and that
 * are refused. Of the queries about the docs themselves at most 5 % may be refused, and of others most 15 % answered; the goal is
 * 10 %. Also compares the first hits of the tool with those of the engine, and the tokens of its results with those of whole pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { buildIndex, DOCS_SETTINGS, openIndex, search, type SearchRecord } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import { countTokens, type Docs, recordDocs, searchDocs, tokensOfJson } from '@docent/mcp'

import { readQueries } from '../../packages/cli/src/eval/queries.ts'

const ROOT = join(import.meta.dirname, '../..')
const SETS = join(ROOT, '../shared/relevance')
const QUESTIONS = join(ROOT, 'fixtures/questions')
/** Translations: the queries of one are about the subject of the other. */
const SAME_SUBJECT: ReadonlySet<string> = new Set(['k8s-zh k8s-en'])

const MOST_REFUSED = 0.05
const MOST_ANSWERED = 0.15

if (!existsSync(SETS)) {
  console.log(`The relevance sets are missing: ${SETS}.`)
  process.exit(0)
}

const lines = (text: string): string[] => text.trim().split('\n')
const namesIn = (folder: string): string[] =>
  readdirSync(join(SETS, folder)).flatMap((file) => /^(.*)\.records\.jsonl\.gz$/.exec(file)?.[1] ?? [])

/** The human queries of a documentation. */
function queriesOf(corpus: string): string[] {
  return ['human', 'human-extra'].flatMap((set) => {
    const file = join(SETS, 'dev', `${corpus}.queries.${set}.jsonl`)
    if (!existsSync(file)) return []
    return lines(readFileSync(file, 'utf8')).map((line) => (JSON.parse(line) as { query: string }).query)
  })
}

function docsOf(records: SearchRecord[], title: string): Docs {
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return recordDocs(async (params) => search(index, params), { title, prefix: '' })
}

function openCorpus(folder: string, corpus: string): Docs {
  const bytes = gunzipSync(readFileSync(join(SETS, folder, `${corpus}.records.jsonl.gz`)))
  const records = lines(bytes.toString()).map((line): SearchRecord => {
    const { page, ...record } = JSON.parse(line) as SearchRecord & { page: string; url: string }
    return { ...record, url_without_anchor: page ?? record.url.replace(/#.*$/, '') }
  })
  return docsOf(records, corpus)
}

/** Numbers of queries by outcome. */
interface Counts {
  answered: number
  weak: number
  refused: number
}
const noCounts = (): Counts => ({ answered: 0, weak: 0, refused: 0 })
const sizeOf = ({ answered, weak, refused }: Counts): number => Math.max(1, answered + weak + refused)
const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1)
const shares = (counts: Counts): string =>
  [counts.answered, counts.weak, counts.refused].map((part) => percent(part, sizeOf(counts))).join(' / ')
function add(sum: Counts, { answered, weak, refused }: Counts): void {
  sum.answered += answered
  sum.weak += weak
  sum.refused += refused
}

let differing = 0
const tokens = { results: 0, pages: 0, questions: 0 }
const total = { own: noCounts(), other: noCounts() }

/** Asks all queries; those about the docs themselves must have the first hits of the engine. */
async function count(docs: Docs, queries: readonly string[], isOwn: boolean): Promise<Counts> {
  const counts = noCounts()
  for (const query of queries) {
    const { answered, weak, sections } = await searchDocs(docs, { query, limit: 10, tokens: 20_000 })
    counts[answered ? 'answered' : weak === true ? 'weak' : 'refused']++
    if (!isOwn || sections.length === 0) continue
    const { hits } = await docs.search({ query, hitsPerPage: 10 })
    if (!sections.every(({ url }, at) => url === hits[at]?.['url'])) differing++
  }
  return counts
}

/** Ten questions: the result of the tool with its usual budget, beside the first three pages that it names, read whole. */
async function weighTokens(docs: Docs, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const result = await searchDocs(docs, { query })
    if (!result.answered) continue
    const urls = [...new Set(result.sections.map(({ url }) => url.replace(/#.*$/, '')))].slice(0, 3)
    tokens.questions++
    tokens.results += tokensOfJson(result)
    for (const url of urls) tokens.pages += countTokens((await docs.readPage(url))?.markdown ?? '')
  }
}

const asked = namesIn('dev')
  .map((corpus) => ({ corpus, queries: queriesOf(corpus) }))
  .filter(({ queries }) => queries.length > 0)
console.log('answered / weak / refused, in percent')
console.log(`docs        ${asked.map(({ corpus }) => `queries of ${corpus}`.padEnd(26)).join('')}`)

/** Asks the queries of each documentation. */
async function askAll(name: string, docs: Docs): Promise<void> {
  const cells: string[] = []
  for (const { corpus, queries } of asked) {
    const isOwn = corpus === name
    const counts = await count(docs, queries, isOwn)
    const isSameSubject = SAME_SUBJECT.has(`${name} ${corpus}`)
    if (!isSameSubject) add(isOwn ? total.own : total.other, counts)
    cells.push(`${isOwn ? 'own ' : isSameSubject ? '(same) ' : ''}${shares(counts)}`.padEnd(26))
    if (isOwn) await weighTokens(docs, queries.slice(0, 10))
  }
  console.log(name.padEnd(12) + cells.join(''))
}

for (const [folder, corpus] of [
  ...namesIn('dev').map((name) => ['dev', name] as const),
  ...namesIn('corpora').map((name) => ['corpora', name] as const),
]) {
  // The largest one takes minutes, and Chinese and Japanese docs have no human queries of their own.
  if (corpus !== 'mdn') await askAll(corpus, openCorpus(folder, corpus))
}

const { records } = await readDocs(join(ROOT, 'docs'))
const docent = docsOf([...records], 'docent')
await askAll('docent', docent)
console.log(`\nhuman queries about the docs: ${shares(total.own)}, about others: ${shares(total.other)}`)

const questions = (await readQueries(join(QUESTIONS, 'own.yaml'))).map(({ query }) => query)
const own = await count(docent, questions, true)
const other = await count(docent, lines(readFileSync(join(QUESTIONS, 'other.txt'), 'utf8')), false)
console.log(`${questions.length} questions about Docent on its docs: ${shares(own)}`)
console.log(`questions that its docs do not answer: ${shares(other)}`)
add(total.own, own)
add(total.other, other)

console.log(`all queries about the docs: ${shares(total.own)} (refused: at most 5)`)
console.log(`all queries about others: ${shares(total.other)} (answered: at most 15, goal 10)`)
console.log(`queries whose first hits differ from the engine's: ${differing}`)
console.log(
  `${tokens.questions} questions: ${Math.round(tokens.results / tokens.questions)} tokens each; their first three pages: ${Math.round(tokens.pages / tokens.questions)}`,
)
const isRight =
  total.own.refused <= MOST_REFUSED * sizeOf(total.own) && total.other.answered <= MOST_ANSWERED * sizeOf(total.other)
process.exitCode = isRight && differing === 0 ? 0 : 1
