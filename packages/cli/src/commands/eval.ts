/**
 * `docent eval <queries> [folder]`: relevance figures, and with `--baseline` the changes since an earlier run. The
 * printed JSON is the baseline of later runs: keys may be added to it, none is renamed.
 */

import { type AskOptions, chooseIndex } from '../ask/ask.ts'
import { compare, type Comparison, type Move, readBaseline } from '../eval/baseline.ts'
import { comparisonReport } from '../eval/comparison-report.ts'
import { readQueries } from '../eval/queries.ts'
import { macroScore, type Rank, rankOf, rowName, score, scoreSets } from '../eval/score.ts'
import { scoreTable } from '../eval/score-table.ts'
import { print } from '../terminal/terminal.ts'

export interface EvalOptions extends AskOptions {
  json?: boolean
  /** Output of an earlier run with `--json`. */
  baseline?: string
  /** Maximum loss of an MRR@10, 0 to 1. Default: 0. */
  tolerance?: number
}

/** Requested hits: enough for ten pages, even where a page has many sections. */
const HITS = 50

/** Runs every query and prints the figures of each set. Returns the exit code: 1 for a regression. */
export async function evalCommand(queriesFile: string, folder: string, options: EvalOptions): Promise<number> {
  const { tolerance = 0 } = options
  const queries = await readQueries(queriesFile)
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline)
  const { ask, base } = await chooseIndex(folder, options)
  const ranks: Rank[] = []
  for (const query of queries) {
    // Sequential, like a reader, so that a server is not flooded.
    const { hits } = await ask({
      query: query.query,
      hitsPerPage: HITS,
      attributesToRetrieve: ['url', 'page'],
      attributesToHighlight: [],
      attributesToSnippet: [],
    })
    const found = hits.flatMap(({ url, page }) =>
      typeof url === 'string' ? [{ url, page: typeof page === 'string' ? page : undefined }] : [],
    )
    ranks.push(rankOf(query, found, base))
  }
  const comparison = baseline && compare(baseline, ranks, tolerance)
  if (options.json) print(JSON.stringify(toJson(ranks, comparison), null, 2))
  else print([scoreTable(ranks), ...(comparison ? [comparisonReport(comparison, tolerance)] : [])].join('\n\n'))
  return comparison?.isRegression ? 1 : 0
}

function toJson(ranks: Rank[], comparison: Comparison | undefined): object {
  return {
    all: score(ranks),
    macro: macroScore(ranks),
    sets: Object.fromEntries(scoreSets(ranks)),
    queries: ranks.map(({ query, page, section, found, first }) => {
      return { id: query.id, set: rowName(query), query: query.query, page, section, found, first: first ?? null }
    }),
    ...(comparison && {
      comparison: {
        ...comparison,
        worse: comparison.worse.map(moveToJson),
        better: comparison.better.map(moveToJson),
      },
    }),
  }
}

function moveToJson({ query, before, after }: Move): object {
  return {
    id: query.id,
    set: rowName(query),
    query: query.query,
    expect: query.targets,
    before: { page: before.page, section: before.section },
    after: { page: after.page, section: after.section },
    first: after.first ?? null,
  }
}
