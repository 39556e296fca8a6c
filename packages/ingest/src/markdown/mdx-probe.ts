/**
 * Whether the MDX parser survives a page. It is native and reads expressions by recursion, so a page with 10,000 nested
 * ones ends the process. `mdx-limits.ts` detects most of them by counting; a separate process parses pages in which
 * nesting signs or tags may be hidden in apparent code or text. Few pages have enough of these signs.
 */
import { spawnSync } from 'node:child_process'

/** Signs and words by which expressions can nest. Half of the number that ended the parser on a stack of 8 MB. */
const MOST_SIGNS = 5000
const SIGNS = /[([{<?!~:=+-]|\b(?:typeof|void|delete|new|await|yield|if|else|for|while|do|with)\b/g

/** Time (ms) after which the process is ended, and the page counts as not survived: 10 times the longest of a page of 1 MiB. */
const TIMEOUT_MS = 10_000

const PROBE = `
  const { mdxToMdast } = await import(process.argv[1])
  const { readFileSync } = await import('node:fs')
  try {
    mdxToMdast(readFileSync(0, 'utf8'), JSON.parse(process.argv[2]))
  } catch {}
`

/** @param options of the parser, beside the text. */
export function survives(source: string, options: object): boolean {
  let signs = 0
  for (const _ of source.matchAll(SIGNS)) if (++signs > MOST_SIGNS) return probe(source, options)
  return true
}

function probe(source: string, options: object): boolean {
  const args = ['--input-type=module', '-e', PROBE, import.meta.resolve('satteri'), JSON.stringify(options)]
  const { status } = spawnSync(process.execPath, args, {
    input: source,
    timeout: TIMEOUT_MS,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  return status === 0
}
