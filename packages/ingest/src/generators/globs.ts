/**
 * Patterns of files in configurations: those of `wildcard.ts`, `{a,b}` and `@(a|b)`, `!` before an exception. The last
 * matching pattern decides.
 */
import type { Site } from '../folder/site.ts'
import { type PathTest, pathTest } from '../navigation/wildcard.ts'

/** Maximum number of patterns that braces may expand to. */
const MAX_PATTERNS = 200

/** The patterns without braces: `*.{md,mdx}` is `*.md` and `*.mdx`. */
function withoutBraces(pattern: string): string[] {
  const waiting = [pattern.replaceAll(/@\(([^()]*)\)/g, (_, list: string) => `{${list.replaceAll('|', ',')}}`)]
  const done: string[] = []
  for (let next = waiting.pop(); next !== undefined && done.length < MAX_PATTERNS; next = waiting.pop()) {
    const end = next.indexOf('}')
    const start = end < 0 ? -1 : next.lastIndexOf('{', end)
    if (start < 0) done.push(next)
    else if (waiting.length < MAX_PATTERNS)
      for (const part of next
        .slice(start + 1, end)
        .split(',')
        .toReversed())
        waiting.push(next.slice(0, start) + part + next.slice(end + 1))
  }
  return done
}

/** The test of glob patterns, which begin at the root: `**` + `/README.md`, `drafts/*`. Paths begin with `/`. */
export function globTest(patterns: readonly string[]): PathTest {
  const tests = patterns.flatMap((written) => {
    const excepts = written.startsWith('!')
    const bare = written.replace(/^!/, '').replace(/^(?:\.?\/)+/, '')
    return withoutBraces(bare).map((one) => ({ excepts, matches: pathTest(`/${one}`) }))
  })
  return (path) => tests.findLast(({ matches }) => matches(path))?.excepts === false
}

/** The patterns of a file like `.gitignore` as globs: a name matches in every folder, with all below it. */
export function ignorePatterns(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim()
    const not = trimmed.startsWith('!') ? '!' : ''
    const pattern = trimmed.slice(not.length)
    if (pattern === '' || pattern.startsWith('#')) return []
    const bare = pattern.replace(/^\/|\/$/g, '')
    const rooted = bare.includes('/') || pattern.startsWith('/') ? bare : `**/${bare}`
    return pattern.endsWith('/') ? [`${not}${rooted}/**`] : [not + rooted, `${not}${rooted}/**`]
  })
}

const tests = new WeakMap<Site, PathTest>()

/** Whether the configuration excludes a file from the pages. @param path below its root. */
export function isExcluded(path: string, site: Site): boolean {
  if (site.excluded === undefined) return false
  const known = tests.get(site) ?? globTest(site.excluded)
  tests.set(site, known)
  return known(`/${path}`)
}
