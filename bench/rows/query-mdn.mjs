/**
 * Queries on a corpus of 118,777 records, beside FTS5. The corpus has no queries: they are made of its headings and texts. The
 * indexes are written once for all rounds.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readJsonLines } from '../../packages/cli/src/records/json-lines.ts'
import { KIT } from './shared/dev-queries.mjs'
import { headingQueries } from './shared/heading-queries.mjs'
import { queryFigures } from './shared/query-figures.mjs'
import { runScript } from './shared/run-script.mjs'

const RECORDS = join(KIT, 'corpora/mdn.records.jsonl.gz')
const QUERIES = 1000

const here = dirname(fileURLToPath(import.meta.url))

export const work = 'A query, 118,777 records, CPU ms'

export const limits = { 'p50 ms': { atMost: 1 }, 'p99 ms': { atMost: 15 } }

/** The indexes, removed at the end. */
const temporary = mkdtempSync(join(tmpdir(), 'docent-bench-mdn-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

export const measure = ({ checkout }) => times(join(checkout, 'bench/adapter.mjs'))

export const anchors = {
  FTS5: () => times(join(here, '../peers/fts5.mjs')),
}

async function times(module) {
  const list = join(temporary, 'queries.json')
  if (!existsSync(list)) {
    const records = (await readJsonLines(RECORDS)).map(({ value }) => value)
    writeFileSync(list, JSON.stringify(headingQueries(records, QUERIES)))
  }
  const folder = join(temporary, Buffer.from(module).toString('base64url'))
  if (!existsSync(folder)) {
    mkdirSync(folder)
    runScript('save-index.mjs', module, RECORDS, folder)
  }
  return queryFigures(module, folder, list)
}
