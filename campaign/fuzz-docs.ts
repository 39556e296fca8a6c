/**
 * Docs folders of random Markdown, front matter and configurations, a few dozen pages a folder. Reading a folder and
 * rendering every page must end, may throw only documented errors, and must not put a script into a page.
 */

import type { FolderReport, FolderTask } from './fuzz-docs-worker.ts'
import { addFinding, type Finding, MAX_FINDINGS, type OnTried, type Outcome, type Part } from './part.ts'
import { createRandom } from './random.ts'
import { createThread } from './thread.ts'

/** Pages of a folder. */
const PAGES = 40

export const docsPart: Part = { name: 'docs', unit: 'pages', long: 200_000, short: 800, run: fuzzDocs }

async function fuzzDocs(cases: number, seed: number, onTried: OnTried): Promise<Outcome> {
  const random = createRandom(seed)
  const findings: Finding[] = []
  const thread = createThread<FolderTask, FolderReport>(new URL('fuzz-docs-worker.ts', import.meta.url))
  let tried = 0
  let problems = 0
  for (; tried < cases && findings.length < MAX_FINDINGS; tried += PAGES) {
    const folderSeed = random.int(2 ** 31)
    const report = await thread.send({ seed: folderSeed, pages: PAGES })
    const place = `case ${tried}: folder ${folderSeed}`
    if ('failure' in report) addFinding(findings, { problem: report.failure, input: place })
    else {
      for (const { problem, input } of report.output.findings)
        addFinding(findings, { problem, input: `${place}${input}` })
      problems += report.output.problems
    }
    onTried(tried)
  }
  await thread.close()
  return { cases: Math.min(tried, cases), findings, figures: { 'reported problems': problems } }
}
