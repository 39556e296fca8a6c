/**
 * Redirects whose addresses end with a wildcard (`/latest/:slug*` to `/v2/:slug*`, `/old/[...slug]`): one redirect for
 * each page below the target.
 */
import type { Redirect } from '../navigation/site-configuration.ts'

/** The fixed part and the wildcard: `:slug*`, `:slug` (one part of a path), `[...slug]`, `[slug]`. */
const PATTERN = /^([^:*[\](]*\/)(?::(\w+)(\*)?|\[(\.\.\.)?(\w+)\])$/

/** Maximum number of redirects that the patterns of a site become. */
const MAX_REDIRECTS = 20_000

/**
 * Replaces each pattern by the redirects of its pages, after the redirects of single addresses. Patterns of other forms,
 * without pages, or beyond the maximum stay as they are.
 * @param urls of all pages.
 */
export function expandPatterns(redirects: readonly Redirect[], urls: readonly string[]): Redirect[] {
  let left = MAX_REDIRECTS
  const [single, patterns] = [
    redirects.filter(({ from }) => !isPattern(from)),
    redirects.filter(({ from }) => isPattern(from)),
  ]
  const expanded = patterns.flatMap((redirect) => {
    const found = pagesOf(redirect, urls)
    if (found.length === 0 || found.length > left) return [redirect]
    left -= found.length
    return found
  })
  return [...single, ...expanded]
}

function isPattern(address: string): boolean {
  return PATTERN.test(address)
}

function pagesOf({ from, to }: Redirect, urls: readonly string[]): Redirect[] {
  const [source, target] = [PATTERN.exec(from), PATTERN.exec(to)]
  const [old, start, several] = [source?.[1], target?.[1], target?.[3] ?? target?.[4]]
  if (old === undefined || start === undefined) return []
  if ((source?.[2] ?? source?.[5]) !== (target?.[2] ?? target?.[5])) return []
  return urls.flatMap((url): Redirect[] => {
    const rest = url.startsWith(start) ? url.slice(start.length) : ''
    return rest === '' || (several === undefined && rest.includes('/')) ? [] : [{ from: old + rest, to: url }]
  })
}
