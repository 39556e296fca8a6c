/** Matches addresses with the patterns of a configuration, in linear time whatever the pattern: RE2 has no backtracking. */
import { messageOf } from '@docent/ingest/message-of'
import { RE2JS } from 're2js'
import { folderGlob } from './glob-folders.ts'
import { separateAssertions, type WithoutAssertions } from './lookaround.ts'
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
  const isInGlob = kind === 'glob' && source.search(NEGATED) !== -1 ? folderGlob(source, folderMatcher) : undefined
  if (isInGlob !== undefined) return (url) => (isInGlob(url) ? {} : undefined)
  const { source: plain, not } = kind === 'regex' ? separateAssertions(source) : readGlob(source)
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

function folderMatcher(part: string): (text: string) => boolean {
  const match = matcherOfUrl({ kind: 'glob', source: part })
  return (text) => match(text) !== undefined
}

function compiled(regex: string, source: string): RE2JS {
  try {
    return RE2JS.compile(regex)
  } catch (error) {
    const reason = messageOf(error)
    throw new SiteConfigError(
      `The pattern "${source}" is no regular expression that can be used (${reason}); correct it.`,
    )
  }
}

/**
 * Matches addresses with a list of patterns. A glob that begins with `!` excludes its addresses from the list; a list of such globs alone
 * has all other addresses. @throws SiteConfigError for a pattern that is not valid.
 */
export function matcherOfUrls(patterns: readonly UrlPattern[]): UrlMatcher {
  const excluded = patterns
    .filter(isExclusion)
    .map(({ source }) => matcherOfUrl({ kind: 'glob', source: source.slice(1) }))
  const included = patterns.filter((pattern) => !isExclusion(pattern)).map(matcherOfUrl)
  return (url) => {
    if (excluded.some((match) => match(url) !== undefined)) return undefined
    if (included.length === 0 && excluded.length > 0) return {}
    for (const match of included) {
      const groups = match(url)
      if (groups !== undefined) return groups
    }
    return undefined
  }
}

/** Whether a pattern is a glob that excludes addresses. */
export const isExclusion = ({ kind, source }: UrlPattern): boolean => kind === 'glob' && source.startsWith('!')

/** `!(…)`, not escaped. */
const NEGATED = /(?<!\\)!\(/g

/**
 * A glob as regular expressions. `!(a|b)`, any other name of a folder, is a `*` for which the addresses with one of these names are
 * excluded.
 */
function readGlob(glob: string): WithoutAssertions {
  if (!isBalanced(glob)) return { source: globSource(glob), not: [] }
  const places = [...glob.matchAll(NEGATED)].map(({ index }) => index)
  return {
    source: globSource(glob),
    not: places.map((at) => globSource(`${glob.slice(0, at)}@${glob.slice(at + 1)}`)),
  }
}

/** The parts of a glob that are no plain text. */
const GLOB_PARTS =
  /\\[^]|\/\*\*$|\*\*\/?|[!?*+@]?\(|\{[^{},.]+\.\.[^{},.]+\}|[*?{},|)]|\[[^[\]]*\]|[^*?{},|()!+@/[\]\\]+|[[\]!+@/\\]/g

/** Maximum number of values of a range in a glob. */
const MAX_RANGE = 1000

/**
 * A glob as a regular expression: `**` any text, between two slashes any folders, `*` and `?` without slashes, `{a,b}`, `{1..3}`,
 * `[abc]`, `(a|b)` with an optional `?`, `*`, `+` or `@` before it, `!(a|b)` as `*`, and `\` before a sign. `/**` at the end has the
 * folder itself, `*` at the end a final slash.
 */
function globSource(glob: string): string {
  const hasGroups = isBalanced(glob)
  const open: { separator: string; end: string }[] = []
  const body = glob.replaceAll(GLOB_PARTS, (part, at: number) => {
    if (part === '/**') return '(?:/.*)?'
    if (part === '**/' && (at === 0 || glob[at - 1] === '/')) return '(?:.*/)?'
    if (part.startsWith('**')) return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part === '{') {
      open.push({ separator: ',', end: ')' })
      return '(?:'
    }
    if (part.startsWith('{')) return rangeSource(part)
    if (part.startsWith('\\') && part.length > 1) return RE2JS.quote(part.slice(1))
    if (part.endsWith('(') && hasGroups) {
      open.push({ separator: '|', end: part === '!(' ? '){0}[^/]*' : `)${part.replace(/[@(]/g, '')}` })
      return '(?:'
    }
    const last = open.at(-1)
    if (part === last?.separator) return '|'
    if (last !== undefined && part === (last.separator === ',' ? '}' : ')')) {
      open.pop()
      return last.end
    }
    return part.length > 1 && part.startsWith('[') ? part.replace(/^\[!/, '[^') : RE2JS.quote(part)
  })
  const rest = open.toReversed().map(({ end }) => end)
  return `^${body}${rest.join('')}${/(?:^|[^*\\])\*$/.test(glob) ? '/?' : ''}$`
}

/** Whether a glob has as many opening as closing parentheses; otherwise they are plain text. */
function isBalanced(glob: string): boolean {
  const plain = glob.replaceAll(/\\[^]/g, '')
  return (plain.match(/\(/g)?.length ?? 0) === (plain.match(/\)/g)?.length ?? 0)
}

/** `{1..3}`, `{01..12}` or `{a..c}` as alternatives; another text in braces is plain. */
function rangeSource(part: string): string {
  const [from = '', to = ''] = part.slice(1, -1).split('..')
  const isNumeric = /^\d+$/.test(from) && /^\d+$/.test(to)
  const isLetter = /^[A-Za-z]$/.test(from) && /^[A-Za-z]$/.test(to)
  const [first, last] = isNumeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const size = last - first + 1
  if (!(isNumeric || isLetter) || size < 1 || size > MAX_RANGE) return RE2JS.quote(part.slice(1, -1))
  const width = from.startsWith('0') ? from.length : 0
  const values = Array.from({ length: size }, (_, index) =>
    isNumeric ? String(first + index).padStart(width, '0') : String.fromCharCode(first + index),
  )
  return `(?:${values.join('|')})`
}
