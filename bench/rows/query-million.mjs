/**
 * Queries of the dev corpora on 1,000,000 records made of them (`scale.mjs`), on the embedded engine. An index takes some four CPU
 * minutes and 6 GB to build; with the environment variable `DOCENT_BENCH_KEEP`, a folder, it is kept there for the next run,
 * by the commit of the checkout. `npm run bench -- opensearch --records 1000000` measures a cluster.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { streamCorpora } from '../scale.mjs'
import { devCorpora, shuffled } from './shared/dev-queries.mjs'
import { queryFigures } from './shared/query-figures.mjs'
import { runScript } from './shared/run-script.mjs'

const RECORDS = 1_000_000
const QUERIES = 500

export const work = 'A query, 1,000,000 records, embedded, CPU ms'

export const limits = { 'p50 ms': { atMost: 5 }, 'p99 ms': { atMost: 60 } }

const kept = process.env.DOCENT_BENCH_KEEP
const root = kept ?? mkdtempSync(join(tmpdir(), 'docent-bench-million-'))
if (kept === undefined) process.on('exit', () => rmSync(root, { recursive: true, force: true }))

export async function measure({ checkout }) {
  const module = join(checkout, 'bench/adapter.mjs')
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim()
  const folder = join(root, commit)
  if (!existsSync(join(folder, 'docent.idx'))) {
    mkdirSync(folder, { recursive: true })
    runScript('save-index.mjs', module, RECORDS, folder)
  }
  const list = join(root, 'queries.json')
  const { queries } = streamCorpora(await devCorpora(), RECORDS)
  writeFileSync(
    list,
    JSON.stringify(
      shuffled(queries)
        .slice(0, QUERIES)
        .map(({ query }) => query),
    ),
  )
  return queryFigures(module, folder, list)
}
