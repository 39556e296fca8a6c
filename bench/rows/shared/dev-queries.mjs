/** The corpora of `../shared/relevance/dev` beside the repository, with their queries. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readQueries } from '../../../packages/cli/src/eval/queries.ts'
import { readJsonLines } from '../../../packages/cli/src/records/json-lines.ts'
import { createRandom } from './random.mjs'

/** The folder of the relevance kit. */
export const KIT = join(dirname(fileURLToPath(import.meta.url)), '../../../../shared/relevance')

/** Each corpus: its name, its file of records, and its queries in an order by a fixed seed; those of key strokes are left out. */
export async function devQueries() {
  const folder = join(KIT, 'dev')
  if (!existsSync(folder)) throw new Error(`There are no corpora at ${folder}.`)
  const files = readdirSync(folder).sort()
  const names = files.flatMap((file) => /^(.+)\.records\.jsonl(?:\.gz)?$/.exec(file)?.[1] ?? [])
  return Promise.all(
    names.map(async (name) => {
      const own = files.filter((file) => file.startsWith(`${name}.`))
      const sets = own.filter((file) => file.includes('.queries'))
      const queries = (await Promise.all(sets.map((file) => readQueries(join(folder, file))))).flat()
      return {
        name,
        file: join(
          folder,
          own.find((file) => file.includes('.records.')),
        ),
        queries: shuffled(queries.filter(({ set }) => set !== 'keystrokes')),
      }
    }),
  )
}

/** The same with the records, as `scale.mjs` takes them. */
export async function devCorpora() {
  const corpora = await devQueries()
  return Promise.all(
    corpora.map(async ({ file, queries }) => {
      return { records: (await readJsonLines(file)).map(({ value }) => value), queries }
    }),
  )
}

/** Fisher and Yates. */
export function shuffled(list) {
  const items = [...list]
  const random = createRandom(20_260)
  for (let at = items.length - 1; at > 0; at--) {
    const other = random(at + 1)
    ;[items[at], items[other]] = [items[other], items[at]]
  }
  return items
}
