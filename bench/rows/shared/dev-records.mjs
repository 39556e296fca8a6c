/** The corpora of `../shared/relevance/dev` beside the repository, joined and repeated with other words to any size. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readJsonLines } from '../../../packages/cli/src/records/json-lines.ts'
import { scaleCorpora } from '../../scale.mjs'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../shared/relevance/dev')

/** `count` records; up to the size of the first corpus, these are its first ones. */
export async function devRecords(count) {
  if (!existsSync(folder)) throw new Error(`There are no corpora at ${folder}.`)
  const files = readdirSync(folder).sort()
  const sources = []
  for (const file of files.filter((name) => name.includes('.records.jsonl'))) {
    sources.push({ records: (await readJsonLines(join(folder, file))).map(({ value }) => value), queries: [] })
  }
  return scaleCorpora(sources, count).records
}
