/** Problems of the docs that the author's last save introduced, which the dev server shows in the browser. */

import { groupProblems, newProblems, type Problem } from '@docent/ingest'
import type { SiteContent } from '@docent/site'

import { sentenceOf } from './problem-screen.ts'

/** Maximum number of causes in the browser. */
const CAUSES = 3

/**
 * The problems that the last save introduced. A save without new ones (an editor that saves on every pause) keeps those of
 * the save before, until they are corrected.
 *
 * @param before problems before the save. @param after problems after it. @param shown the result for the save before.
 */
export function savedProblems(
  before: readonly Problem[],
  after: readonly Problem[],
  shown: readonly Problem[],
): Problem[] {
  const introduced = newProblems(before, after)
  if (introduced.length > 0) return introduced
  const others = new Set(newProblems(shown, after))
  return after.filter((problem) => !others.has(problem))
}

/** The most harmful causes, in the form that browsers show. */
export function firstProblems(problems: readonly Problem[]): NonNullable<SiteContent['savedProblems']> {
  const groups = groupProblems(problems)
  return {
    first: groups.slice(0, CAUSES).map((group) => {
      const { file, line } = group.first
      return { place: line === undefined ? file : `${file}:${line}`, message: sentenceOf(group) }
    }),
    more: Math.max(0, groups.length - CAUSES),
  }
}
