/**
 * Queries of people, links, titles with typos and beginnings on corpora of 500 to 7,000 records, beside FlexSearch without typos.
 * CPU of the whole process in the first pass over the queries, after 40 others, as in `npm run bench`; of the main thread; and of
 * the second pass, when V8 has compiled the code.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { devQueries } from './shared/dev-queries.mjs'
import { runScript } from './shared/run-script.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const corpora = await devQueries()

export const work = 'A query, 500 to 7,000 records, CPU ms'

export const limits = Object.fromEntries(corpora.map(({ name }) => [`${name} p99 ms`, { atMost: 3 }]))

export const measure = ({ checkout, folder }) => times(join(checkout, 'bench/adapter.mjs'), folder)

export const anchors = {
  FlexSearch: ({ folder }) => times(join(here, '../peers/flexsearch.mjs'), folder),
}

function times(module, folder) {
  const figures = {}
  for (const { name, file, queries } of corpora) {
    const list = join(folder, `${name}.json`)
    writeFileSync(list, JSON.stringify(queries.map(({ query }) => query)))
    const { first, second } = JSON.parse(runScript('time-queries.mjs', module, `build:${file}`, list))
    figures[`${name} p99 ms`] = first.process.p99
    figures[`${name} p50 ms`] = first.process.p50
    figures[`${name} p99, main thread ms`] = first.thread.p99
    figures[`${name} p99, second pass ms`] = second.process.p99
  }
  return figures
}
