/** Builds an index of scaled records, or searches one: node million.mjs build|search CHECKOUT RELEVANCE RECORDS FILE */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { queriesOf, scaledRecords } from './scaled-records.mjs'

const QUERIES = 500
const [kind, checkout, relevance, count, file] = process.argv.slice(2)
const { buildIndex, DOCS_SETTINGS, openIndex, search } = await import(join(checkout, 'packages/engine/src/index.ts'))

if (kind === 'build') {
  const records = { [Symbol.iterator]: () => scaledRecords(relevance, Number(count)) }
  writeFileSync(file, buildIndex(records, DOCS_SETTINGS))
} else {
  const index = openIndex(new Uint8Array(readFileSync(file)), DOCS_SETTINGS)
  const queries = queriesOf(relevance)
  const step = queries.length / QUERIES
  for (let i = 0; i < QUERIES; i++) search(index, { query: queries[Math.floor(i * step)], hitsPerPage: 20 })
  const status = readFileSync('/proc/self/status', 'utf8')
  const megabytes = (name) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1024) / 1e6
  writeFileSync(`${file}.json`, JSON.stringify({ peakMB: megabytes('VmHWM'), residentMB: megabytes('VmRSS') }))
}
