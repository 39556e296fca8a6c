/**
 * Whether the MDX parser survives a page. It is native and reads expressions by recursion, so a page with 10,000 nested
 * ones ends the process. `mdx-limits.ts` detects most of them by counting; a separate process parses pages in which
 * nesting signs or tags may be hidden in apparent code or text. Few pages have enough of these signs: none of 1,300 pages
 * of five real MDX folders.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Signs and words by which expressions can nest. Half of the number that ended the parser on a stack of 8 MB. */
const MAX_SIGNS = 5000
const SIGNS = /[([{<?!~:=+-]|\b(?:typeof|void|delete|new|await|yield|if|else|for|while|do|with)\b/g

/** The first sign or word of every expression, and of every tag. Without it the page is read as Markdown is. */
const BEGIN = /[{<]|\b(?:import|export)\b/

/** Time (ms) after which the process is ended, and the page counts as not survived: 10 times the longest of a page of 1 MiB. */
const TIMEOUT_MS = 10_000

/** Whether the parser survives a page, and the page with all repairs of `mdx-repair.ts`. */
export function survives(source: string): boolean {
  const begin = source.search(BEGIN)
  if (begin < 0) return true
  let signs = 0
  for (const _ of source.slice(begin).matchAll(SIGNS)) if (++signs > MAX_SIGNS) return probe(source)
  return true
}

function probe(source: string): boolean {
  const program = new URL(`./mdx-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const { status } = spawnSync(process.execPath, [fileURLToPath(program)], {
    input: source,
    timeout: TIMEOUT_MS,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  return status === 0
}
