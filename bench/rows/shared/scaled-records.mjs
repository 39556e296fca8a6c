/** Records of any number, made one after the other out of those of the relevance sets (`../../scale.mjs`). */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { streamCorpora } from '../../scale.mjs'

/** The folder with the relevance sets. */
export const RELEVANCE = join(dirname(dirname(dirname(import.meta.dirname))), '../shared/relevance/dev')

/** Iterates over `count` records. The sources of all copies stay in memory: about 60 MB. */
export function scaledRecords(relevance, count) {
  return streamCorpora([{ records: sourcesOf(relevance), queries: [] }], count).records()
}

const sourcesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.records.jsonl.gz'))
    .flatMap((name) => linesOf(join(folder, name)))

/** The queries of the relevance sets as texts. */
export const queriesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.includes('.queries.') && !name.includes('keystrokes'))
    .flatMap((name) => linesOf(join(folder, name)).map(({ query }) => query))

function linesOf(path) {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
