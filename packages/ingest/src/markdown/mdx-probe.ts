/**
 * Whether the MDX parser survives a page. It is native and reads expressions by recursion, so a page that nests them 10,000
 * deep ends the process. Counting foresees it for pages that look like that (`mdx-limits.ts`); where signs that could nest
 * are hidden in what looks like code or text, only trying tells: in a process of its own, for the few pages that have
 * enough of such signs at all.
 */
import { spawnSync } from 'node:child_process'

/** Signs and words by which an expression can nest. Half of what has ended the parser on a stack of 8 MB. */
const MOST_SIGNS = 5000
const SIGNS = /[([{<?!~:=+-]|\b(?:typeof|void|delete|new|await|yield|if|else|for|while|do|with)\b/g

/** After this (ms) the process is ended, and the page is taken for one that the parser does not survive. */
const PATIENCE_MS = 20_000

const PROBE = `
  const { mdxToMdast } = await import(process.argv[1])
  const { readFileSync } = await import('node:fs')
  try {
    mdxToMdast(readFileSync(0, 'utf8'), JSON.parse(process.argv[2]))
  } catch {}
`

/** @param options what the parser is given beside the text. */
export function survives(source: string, options: object): boolean {
  let signs = 0
  for (const _ of source.matchAll(SIGNS)) if (++signs > MOST_SIGNS) return probe(source, options)
  return true
}

function probe(source: string, options: object): boolean {
  const args = ['--input-type=module', '-e', PROBE, import.meta.resolve('satteri'), JSON.stringify(options)]
  const { status } = spawnSync(process.execPath, args, {
    input: source,
    timeout: PATIENCE_MS,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  return status === 0
}
