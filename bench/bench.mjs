/**
 * Compares Docent's engine with its peers on the same records and queries, in one table.
 *
 *     npm run bench -- [FOLDER] [--corpus NAME] [--peer NAME] [--scale RECORDS] [--budget SECONDS] [--json FILE]
 *
 * FOLDER (or its `dev/`) holds `NAME.records.jsonl[.gz]` and `NAME.queries*.jsonl[.gz]`. Without one: `../shared/relevance`
 * beside the repository, else the small pages of `fixtures/eval`. With `--scale` the corpora are joined and repeated with
 * other words to one of that size (`scale.mjs`), for MiniSearch and FlexSearch if no peer is named. Every peer and corpus is
 * measured in its own process (`measure.mjs`), by CPU time, which other load of the machine changes little. Relevance is
 * computed by the formulas of `docent eval`.
 */

import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { readDocs } from '../packages/ingest/src/index.ts'
import { scaleCorpora } from './scale.mjs'

const here = dirname(fileURLToPath(import.meta.url))
/** If the time budget allows fewer queries than these, relevance is not printed, because chance would decide. */
const FEWEST = 200
const PEERS = ['docent', 'minisearch', 'orama', 'flexsearch', 'lunr', 'fuse']
/** Peers that are fast enough for `--scale`. */
const PEERS_AT_SCALE = ['docent', 'minisearch', 'flexsearch']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string', multiple: true },
    peer: { type: 'string', multiple: true },
    scale: { type: 'string' },
    budget: { type: 'string', default: '60' },
    json: { type: 'string' },
  },
})

const work = mkdtempSync(join(tmpdir(), 'docent-bench-'))
const results = []
try {
  const found = (await findCorpora(positionals[0])).filter(({ name }) => values.corpus?.includes(name) ?? true)
  if (found.length === 0) throw new Error('There is no corpus of that name.')
  const corpora = values.scale === undefined ? found : [await scaled(found, Number(values.scale))]
  for (const corpus of corpora) {
    for (const peer of values.peer ?? (values.scale === undefined ? PEERS : PEERS_AT_SCALE)) {
      const row = measure(peer, corpus)
      results.push(row)
      console.log(formatRow(row))
    }
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
if (results.length > 0) console.log(`\n${table(results)}`)
if (results.some((row) => row.planned > row.queries))
  console.log(
    `* the number of queries within ${values.budget} s, in an order by a fixed seed; no relevance below ${FEWEST}`,
  )

/** The corpora of a folder, each a name with its two files. */
async function findCorpora(folder) {
  const root = folder === undefined ? join(here, '../../shared/relevance') : resolve(folder)
  const given = [root, join(root, 'dev')].filter((path) => existsSync(path))
  if (folder !== undefined && given.length === 0) throw new Error(`There is no folder "${folder}".`)
  const corpora = given.flatMap((path) => {
    const files = readdirSync(path).sort()
    return files.flatMap((file) => {
      const name = /^(.+)\.records\.jsonl(?:\.gz)?$/.exec(file)?.[1]
      const queries = files.find((other) => other.startsWith(`${name}.queries`))
      return name && queries ? [{ name, records: join(path, file), queries: join(path, queries) }] : []
    })
  })
  if (corpora.length > 0) return corpora
  if (folder !== undefined) throw new Error(`"${folder}" holds no NAME.records.jsonl with NAME.queries.jsonl.`)
  const fixtures = join(here, '../fixtures/eval')
  const { records } = await readDocs(join(fixtures, 'pages'))
  const file = join(work, 'fixtures.records.jsonl')
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'))
  return [{ name: 'fixtures', records: file, queries: join(fixtures, 'queries.yaml') }]
}

/** All corpora as one of `count` records. */
async function scaled(corpora, count) {
  if (!Number.isInteger(count) || count < 1) throw new Error('--scale needs a number of records.')
  const rows = async (path) => (await readJsonLines(path)).map(({ value }) => value)
  const sources = []
  for (const { records, queries } of corpora) {
    sources.push({ records: await rows(records), queries: await rows(queries) })
  }
  const { records, queries } = scaleCorpora(sources, count)
  const corpus = {
    name: `scale-${count}`,
    records: join(work, 'scale.records.jsonl'),
    queries: join(work, 'scale.queries.jsonl'),
  }
  const out = openSync(corpus.records, 'w')
  for (const record of records) writeSync(out, `${JSON.stringify(record)}\n`)
  closeSync(out)
  writeFileSync(corpus.queries, queries.map((query) => JSON.stringify(query)).join('\n'))
  return corpus
}

function measure(peer, corpus) {
  const folder = mkdtempSync(join(work, 'index-'))
  const phase = (name) => {
    const out = join(folder, `${name}.json`)
    const args = [name, peer, corpus.records, corpus.queries, folder, values.budget, out]
    const { status } = spawnSync(
      process.execPath,
      ['--max-old-space-size=8000', '--disable-warning=ExperimentalWarning', join(here, 'measure.mjs'), ...args],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    if (status !== 0) throw new Error(`${peer} failed on ${corpus.name}, see its message above.`)
    return JSON.parse(readFileSync(out, 'utf8'))
  }
  const row = { corpus: corpus.name, peer, ...phase('query'), ...phase('open') }
  rmSync(folder, { recursive: true, force: true })
  return row
}

function formatRow({ corpus, peer, macro, queries, planned }) {
  return `${corpus} ${peer}: macro MRR@10 ${macro.mrr10.toFixed(3)}, ${queries} of ${planned} queries`
}

function table(rows) {
  const header = ['corpus', 'engine', 'queries', 'macro MRR@10', 'S@1', 'zero %', 'p50 ms', 'p99 ms', 'key p50']
  const cells = rows.map((row) => [
    row.corpus,
    row.peer,
    `${row.queries}${row.planned > row.queries ? '*' : ''}`,
    ...(row.queries < FEWEST && row.queries < row.planned
      ? ['–', '–', '–']
      : [row.macro.mrr10.toFixed(3), row.all.hit1.toFixed(3), (row.all.zeroResults * 100).toFixed(1)]),
    row.cpuP50.toFixed(2),
    row.cpuP99.toFixed(2),
    row.keyCpuP50.toFixed(2),
    (row.gzipBytes / 1e6).toFixed(2),
    (row.storedGzipBytes / 1e6).toFixed(2),
    (row.buildCpuMs / 1000).toFixed(2),
    (row.peakBytes / 1e6).toFixed(0),
    row.openCpuMs.toFixed(0),
  ])
  const lines = [[...header, 'index MB gz', 'of it text', 'build CPU s', 'peak MB', 'open CPU ms'], ...cells]
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) => line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '))
    .join('\n')
}
