/** Patterns of the files that a configuration excludes. */
import type { Site } from '../folder/site.ts'
import { globTest, type PathTest } from '../navigation/wildcard.ts'

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
