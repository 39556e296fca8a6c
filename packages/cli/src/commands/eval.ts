/**
 * `docent eval <queries> [folder]`: relevance figures, and with `--baseline` the changes since an earlier run. The
 * printed JSON is the baseline of later runs: keys may be added to it, none is renamed.
 */

import type { Hit } from '@docent/engine'

import { type AskOptions, chooseIndex } from '../ask/ask.ts'
import { readBoxScope } from '../eval/box-scope.ts'
import { baselineOf, compare, type Comparison, type Move, readBaseline } from '../eval/baseline.ts'
import { comparisonReport } from '../eval/comparison-report.ts'
import { markdownReport } from '../eval/markdown-report.ts'
import { appendText } from '../records/json-lines.ts'
import { type EvalQuery, readQueries } from '../eval/queries.ts'
import { type FoundUrl, macroScore, type Rank, rankOf, rowName, score, scoreSets } from '../eval/score.ts'
import { scoreTable } from '../eval/score-table.ts'
import { askBoth } from '../ask/ask-both.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of `docent eval`. */
export interface EvalOptions extends AskOptions {
  json?: boolean
  /** Output of an earlier run with `--json`. */
  baseline?: string
  /** Maximum loss of an MRR@10, 0 to 1. Default: 0. */
  tolerance?: number
  /** A file to which figures and changed queries are appended as Markdown. */
  summary?: string
  /** Also ask each query with the model of the server. */
  with?: 'semantic'
}

/** Requested hits: enough for ten pages, even where a page has many sections. */
const HITS = 50

/** Runs every query and prints the figures of each set. Returns the exit code: 1 for a regression. */
export async function evalCommand(queriesFile: string, folder: string, options: EvalOptions): Promise<number> {
  const { tolerance = 0 } = options
  const queries = await readQueries(queriesFile)
  if (options.with === 'semantic') return evalWithSemantic(queries, folder, options)
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline)
  const { ask, base } = await chooseIndex(folder, options)
  const scopeOf = await readBoxScope(ask, base)
  const ranks: Rank[] = []
  // Sequential, like a reader, so that a server is not flooded.
  for (const query of queries) {
    const { hits } = await ask({ ...paramsOf(query), ...(await scopeOf(query.pageTargets)) })
    ranks.push(rankOf(query, urlsOf(hits), base))
  }
  const comparison = baseline && compare(baseline, ranks, tolerance)
  if (options.summary !== undefined) await appendText(options.summary, markdownReport(ranks, comparison))
  if (options.json) print(JSON.stringify(toJson(ranks, comparison), null, 2))
  else print([scoreTable(ranks), ...(comparison ? [comparisonReport(comparison, tolerance)] : [])].join('\n\n'))
  return comparison?.isRegression ? 1 : 0
}

/** Runs every query by words alone and with the model, and prints both figures and their differences. Returns 0. */
async function evalWithSemantic(queries: EvalQuery[], folder: string, options: EvalOptions): Promise<number> {
  if (options.baseline !== undefined)
    throw new UsageError('--with semantic compares with words alone, not with a --baseline: give one of them.')
  const { ask, base } = await chooseIndex(folder, options)
  const scopeOf = await readBoxScope(ask, base)
  const askBothWays = askBoth(ask)
  const [words, hybrid]: [Rank[], Rank[]] = [[], []]
  let taken = 0
  for (const query of queries) {
    const answers = await askBothWays({ ...paramsOf(query), ...(await scopeOf(query.pageTargets)) })
    words.push(rankOf(query, urlsOf(answers.words), base))
    hybrid.push(rankOf(query, urlsOf(answers.hybrid), base))
    if (answers.hasModel) taken++
  }
  const comparison = compare(baselineOf(words), hybrid, 0)
  if (options.json)
    print(JSON.stringify({ words: toJson(words, undefined), hybrid: toJson(hybrid, comparison), taken }, null, 2))
  else
    print(
      [
        `By words alone\n${scoreTable(words)}`,
        `With the model, which took part in ${taken} of ${queries.length} queries\n${scoreTable(hybrid)}`,
        comparisonReport(comparison, 0, 'words alone'),
      ].join('\n\n'),
    )
  return 0
}

const paramsOf = ({ query }: EvalQuery) => ({
  query,
  hitsPerPage: HITS,
  attributesToRetrieve: ['url', 'page'],
  attributesToHighlight: [],
  attributesToSnippet: [],
})

const urlsOf = (hits: readonly Hit[]): FoundUrl[] =>
  hits.flatMap(({ url, page }) =>
    typeof url === 'string' ? [{ url, page: typeof page === 'string' ? page : undefined }] : [],
  )

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
