/**
 * Patterns of paths as in .gitignore: `*` and `?` (within a folder), `**` (across folders), and sets of characters
 * (`[ab]`, `[a-z]`, `[!0-9]`). They run as a state machine: as a regular expression, a dozen wildcards would take
 * exponential time on a long path. In lists also `{a,b}` and `@(a|b)`, and `!` before an exception; the last matching
 * pattern decides.
 */

/** Whether a path, which begins with `/`, matches. */
export type PathTest = (path: string) => boolean

/** The test of one pattern. A pattern without a leading `/` matches from every folder. */
export function pathTest(pattern: string): PathTest {
  const isRooted = pattern.startsWith('/')
  const written = (isRooted ? pattern.slice(1) : pattern).match(/\*\*\/?|\[[!^]?[^/[][^/[\]]*\]|[^]/g) ?? []
  const steps = written.filter((step, index) => !isFolders(step) || !isFolders(written[index - 1]))
  const isWild = (step: string | undefined): boolean => step !== undefined && step.startsWith('*')
  return (path) => {
    let states = new Set<number>()
    const enter = (into: Set<number>, from: number): void => {
      // A state of folders may be there without those after it.
      for (let at = from; !into.has(at) || isFolders(steps[at]); at++) {
        into.add(at)
        // A wildcard also matches the empty text.
        if (!isWild(steps[at])) return
      }
    }
    for (let at = 0; at < path.length; at++) {
      const sign = path[at]
      const next = new Set<number>()
      for (const state of states) {
        const step = steps[state]
        if (step === sign || isInSet(step, sign)) enter(next, state + 1)
        // Folders end with a slash: the `**/` of `**/_a.md` is not the `b` of `b_a.md`.
        else if (isFolders(step) && sign !== '/') next.add(state)
        else if (isWild(step) && (step !== '*' || sign !== '/')) enter(next, state)
      }
      if (sign === '/' && (at === 0 || !isRooted)) enter(next, 0)
      states = next
    }
    return states.has(steps.length)
  }
}

/** Whether a step is any number of folders. */
function isFolders(step: string | undefined): boolean {
  return step === '**/'
}

/** Whether a step is `?` or a set, and has the character. */
function isInSet(step: string | undefined, sign: string | undefined): boolean {
  if (step === undefined || sign === undefined || sign === '/') return false
  if (step === '?') return true
  if (step.length < 3 || !step.startsWith('[')) return false
  const isNot = step[1] === '!' || step[1] === '^'
  const list = step.slice(isNot ? 2 : 1, -1)
  let has = false
  for (let at = 0; at < list.length; at++) {
    const isRange = list[at + 1] === '-' && at + 2 < list.length
    has ||= isRange ? sign >= list.charAt(at) && sign <= list.charAt(at + 2) : sign === list[at]
    if (isRange) at += 2
  }
  return has !== isNot
}

/**
 * The test of several patterns, one in each line, as in .gitignore: a folder matches all that is in it, `!` takes back
 * an earlier match, and the last matching line counts.
 */
export function gitignoreTest(patterns: string): PathTest {
  const rules = patterns.split('\n').flatMap((line) => {
    const written = line.trim()
    if (written === '' || written.startsWith('#')) return []
    const excludes = !written.startsWith('!')
    const pattern = excludes ? written : written.slice(1)
    const isRooted = pattern.replace(/\/$/, '').includes('/')
    const whole = isRooted && !pattern.startsWith('/') ? `/${pattern}` : pattern
    const tests = whole.endsWith('/') ? [pathTest(`${whole}**`)] : [pathTest(whole), pathTest(`${whole}/**`)]
    return [{ excludes, tests }]
  })
  return (path) => rules.findLast(({ tests }) => tests.some((test) => test(path)))?.excludes ?? false
}

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
    return withoutBraces(written.replace(/^!/, '')).map((one) => ({
      excepts,
      matches: pathTest(`/${one.replace(/^(?:\.?\/)+/, '')}`),
    }))
  })
  return (path) => tests.findLast(({ matches }) => matches(path))?.excepts === false
}
