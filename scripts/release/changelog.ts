/** The section of a version in the changelog: the written entries, and the commits since the version before. */
import { execFileSync } from 'node:child_process'

export interface Commit {
  subject: string
  /** Paths of the changed files. */
  files: string[]
}

const UNRELEASED = '## Unreleased\n'

/** Files that no user of a package receives. */
const NOT_SHIPPED = /\.test\.tsx?$|\/testing\/|\/conformance\//

/** The newest tag of a release before the current commit; undefined if there is none. */
export function lastRelease(root: string): string | undefined {
  const tags = git(root, 'tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-version:refname')
  return tags.split('\n')[0] || undefined
}

/** The commits since a tag, without merges, oldest first. */
export function commitsSince(root: string, tag: string): Commit[] {
  const log = git(root, 'log', '--no-merges', '--reverse', '--format=%x00%s', '--name-only', `${tag}..HEAD`)
  return log
    .split('\0')
    .slice(1)
    .map((text) => {
      const [subject = '', ...files] = text.split('\n').filter((line) => line !== '')
      return { subject, files }
    })
}

/**
 * The changelog with a section for a version, below an empty "Unreleased". Commits are listed with the packages that they
 * change; those without a change of a package are counted in `leftOut`.
 * @throws if the changelog has no "Unreleased".
 */
export function withSection(
  changelog: string,
  version: string,
  date: string,
  commits: readonly Commit[],
): { text: string; section: string; leftOut: number } {
  const start = changelog.indexOf(UNRELEASED)
  if (start < 0) throw new Error('CHANGELOG.md has no section "Unreleased": add one above the newest version.')
  const rest = changelog.slice(start + UNRELEASED.length)
  const end = rest.indexOf('\n## ')
  const written = (end < 0 ? rest : rest.slice(0, end)).trim()
  const later = end < 0 ? '' : rest.slice(end + 1)
  const listed = commits.flatMap((commit) => {
    const packages = packagesOf(commit)
    return packages.length === 0 ? [] : [`- ${packages.join(', ')}: ${commit.subject}`]
  })
  const parts = [`## ${version} (${date})`, written]
  if (listed.length > 0) parts.push('### Commits', listed.join('\n'))
  const section = `${parts.filter((part) => part !== '').join('\n\n')}\n`
  const before = changelog.slice(0, start)
  const text = `${before}${UNRELEASED}\n${section}${later === '' ? '' : `\n${later}`}`
  return { text, section, leftOut: commits.length - listed.length }
}

/** The packages whose shipped files a commit changes, in alphabetical order. */
function packagesOf({ files }: Commit): string[] {
  const names = files
    .filter((path) => !NOT_SHIPPED.test(path))
    .flatMap((path) => /^(?:packages|python)\/([^/]+)\//.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
