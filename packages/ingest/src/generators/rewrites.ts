/**
 * VitePress' `rewrites`: patterns of files and the paths that they get. `:name` is a part between slashes, `:name*` any
 * number of them; `(…)` after a name is read as if it were missing.
 */

/** A pattern with its target. */
type Rewrite = readonly [from: string, to: string]

/** The path of a file after the first matching rewrite; the same path where none matches. */
export function rewritten(path: string, rewrites: readonly Rewrite[]): string {
  for (const [from, to] of rewrites) {
    const values = matched(partsOf(from), path.split('/'))
    if (values !== undefined)
      return partsOf(to)
        .map((part) => part.replaceAll(/:(\w+)\*?/g, (raw, name: string) => values.get(name) ?? raw))
        .filter((part) => part !== '')
        .join('/')
  }
  return path
}

function partsOf(pattern: string): string[] {
  return pattern
    .replaceAll(/\([^()]*\)/g, '')
    .replace(/^\/+/, '')
    .split('/')
}

/** The values of the names, where a path matches; `undefined` elsewhere. */
function matched(pattern: string[], path: string[]): Map<string, string> | undefined {
  const values = new Map<string, string>()
  for (const [at, part] of pattern.entries()) {
    const [, rest] = /^:(\w+)\*$/.exec(part) ?? []
    if (rest !== undefined && at === pattern.length - 1) return values.set(rest, path.slice(at).join('/'))
    const own = path[at]
    const [, before = '', name, after = ''] = /^([^:]*):(\w+)([^]*)$/.exec(part) ?? []
    if (own === undefined) return undefined
    if (name === undefined) {
      if (own !== part) return undefined
    } else {
      if (!own.startsWith(before) || !own.endsWith(after) || own.length <= before.length + after.length)
        return undefined
      values.set(name, own.slice(before.length, own.length - after.length))
    }
  }
  return pattern.length === path.length ? values : undefined
}
