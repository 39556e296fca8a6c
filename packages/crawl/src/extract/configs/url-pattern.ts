/** Matches addresses with the patterns of a configuration, in linear time whatever the pattern: RE2 has no backtracking. */
import { RE2JS } from 're2js'
import { separateAssertions } from './lookaround.ts'
import { SiteConfigError, type UrlPattern } from './site-config.ts'

/** The named groups of the match; `undefined` for an address that does not match. */
export type UrlMatcher = (url: string) => Record<string, string> | undefined

/** Longest pattern (UTF-16 units). */
const MAX_PATTERN = 2000

/** Compiles a pattern. @throws SiteConfigError for a pattern that is not valid. */
export function matcherOfUrl({ kind, source }: UrlPattern): UrlMatcher {
  if (source.length > MAX_PATTERN)
    throw new SiteConfigError(
      `The pattern "${source.slice(0, 40)}…" is longer than ${MAX_PATTERN} characters; shorten it.`,
    )
  const { source: plain, not } = kind === 'regex' ? separateAssertions(source) : { source: globSource(source), not: [] }
  const pattern = compiled(plain, source)
  const excluded = not.map((each) => compiled(each, source))
  const names = Object.keys(pattern.namedGroups())
  return (url) => {
    if (excluded.some((each) => each.matcher(url).find())) return undefined
    const matcher = pattern.matcher(url)
    if (!matcher.find()) return undefined
    return Object.fromEntries(
      names.flatMap((name) => (matcher.group(name) === null ? [] : [[name, matcher.group(name) ?? '']])),
    )
  }
}

function compiled(regex: string, source: string): RE2JS {
  try {
    return RE2JS.compile(regex)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SiteConfigError(
      `The pattern "${source}" is no regular expression that can be used (${reason}); correct it.`,
    )
  }
}

/** A glob as a regular expression: `**` any text, `*` and `?` without slashes, `{a,b}`, `[abc]`. */
function globSource(glob: string): string {
  let depth = 0
  const body = glob.replaceAll(/\*\*\/?|[*?{},]|\[[^[\]]*\]|[^*?{},[\]]+|[[\]]/g, (part) => {
    if (part.startsWith('**')) return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part === '{') {
      depth++
      return '(?:'
    }
    if (part === '}' && depth > 0) {
      depth--
      return ')'
    }
    if (part === ',' && depth > 0) return '|'
    return part.length > 1 && part.startsWith('[') ? part.replace(/^\[!/, '[^') : RE2JS.quote(part)
  })
  return `^${body}${')'.repeat(depth)}$`
}
