/** `docent eval <queries> [folder]`: how often the right page is first. */

import { askFile, askFolder } from '../ask.ts'
import { pageOf, readQueries } from '../eval/queries.ts'
import { rankOf, score, scoreSets, scoreTable } from '../eval/score.ts'

export interface EvalOptions {
  data?: string
  json?: boolean
  /** A file of records: they are asked instead of the folder. */
  records?: string
}

/** Hits asked for: enough that ten pages are among them, even where a page has many sections. */
const HITS = 50

/** Asks every query and prints the figures of each set. Returns the exit code. */
export async function evalCommand(queriesFile: string, folder: string, options: EvalOptions): Promise<number> {
  const queries = await readQueries(queriesFile)
  const ask = options.records ? await askFile(options.records) : await askFolder(folder, options.data)
  const ranks = []
  for (const query of queries) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a reader asks; a server is not flooded
    const { hits } = await ask({
      query: query.query,
      hitsPerPage: HITS,
      attributesToRetrieve: ['url', 'page'],
      attributesToHighlight: [],
    })
    const pages = new Map(
      hits.map((hit) => [String(hit.url), typeof hit.page === 'string' ? hit.page : pageOf(String(hit.url))]),
    )
    ranks.push(rankOf(query, [...pages.keys()], (url) => pages.get(url) ?? url))
  }
  if (options.json) {
    const rows = ranks.map(({ query: { id, set, query }, page, section }) => ({ id, set, query, page, section }))
    console.log(
      JSON.stringify({ all: score(ranks), sets: Object.fromEntries(scoreSets(ranks)), queries: rows }, null, 2),
    )
  } else console.log(scoreTable(ranks))
  return 0
}
