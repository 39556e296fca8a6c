/** One version for everything: the manifests of all workspaces, the lockfile, and the Python packages. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `1.2.3`, or `1.2.3-beta.4`. */
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([a-z]{1,20})\.(\d{1,9}))?$/

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies']

interface Entry {
  name?: string
  version?: string
  [key: string]: unknown
}

/** Whether a version is a trial version, which registries do not install by default. */
export function isPrerelease(version: string): boolean {
  return version.includes('-')
}

/**
 * Negative if a version comes before the other one, positive if after, 0 if they are the same.
 * @throws `TypeError` for a text that is not a version.
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  for (const [at, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  // A version without a label comes after its trial versions; labels are compared as text.
  if (first.label === second.label) return first.count - second.count
  if (first.label === undefined || second.label === undefined) return first.label === undefined ? 1 : -1
  return first.label < second.label ? -1 : 1
}

function numbersOf(version: string): { numbers: number[]; label: string | undefined; count: number } {
  const match = VERSION.exec(version)
  if (!match) throw new TypeError(`"${version}" is no version: write one like 1.2.3 or 1.2.3-beta.1.`)
  return { numbers: match.slice(1, 4).map(Number), label: match[4], count: Number(match[5] ?? 0) }
}

/** The files that have the version, with the new one. @returns texts by path from the root. */
export function withVersion(root: string, version: string): Map<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const texts = new Map<string, string>()
  const manifests = ['package.json', ...workspacesOf(root).map((folder) => `${folder}/package.json`)]
  const names = new Set(manifests.map((path) => (JSON.parse(read(path)) as Entry).name ?? ''))
  for (const path of manifests)
    texts.set(
      path,
      edited(read(path), (entry) => setVersion(entry, version, names)),
    )
  texts.set(
    'package-lock.json',
    edited(read('package-lock.json'), (lock) => {
      lock.version = version
      for (const [path, entry] of Object.entries(lock['packages'] as Record<string, Entry>))
        if (!path.includes('node_modules/')) setVersion(entry, version, names)
    }),
  )
  for (const path of globSync('python/*/pyproject.toml', { cwd: root })) {
    const text = read(path)
    const changed = text.replace(/^version = "[^"\n]*"$/m, `version = "${pythonVersion(version)}"`)
    if (!/^version = "/m.test(text)) throw new Error(`${path} has no line \`version = "…"\`.`)
    texts.set(path.replaceAll('\\', '/'), changed)
  }
  return texts
}

/** The folders of the workspaces, from the root. */
function workspacesOf(root: string): string[] {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces?: string[] }
  return globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/').replace(/\/package\.json$/, ''))
    .sort()
}

/** Sets the version of a manifest, and of its dependencies on packages of the repository. */
function setVersion(entry: Entry, version: string, names: ReadonlySet<string>): void {
  if (entry.version !== undefined) entry.version = version
  for (const key of DEPENDENCIES) {
    const dependencies = (entry[key] ?? {}) as Record<string, string>
    for (const name of Object.keys(dependencies)) if (names.has(name)) dependencies[name] = version
  }
}

function edited(text: string, edit: (entry: Entry) => void): string {
  const entry = JSON.parse(text) as Entry
  edit(entry)
  return `${JSON.stringify(entry, null, 2)}\n`
}

/** `1.2.3-beta.4` as PyPI writes it: `1.2.3b4`. */
export function pythonVersion(version: string): string {
  return version.replace(/-([a-z]+)\.(\d+)$/, (_, label: string, count: string) => {
    const short = { alpha: 'a', beta: 'b', rc: 'rc' }[label]
    if (short === undefined) throw new TypeError(`PyPI has no versions "${label}": use alpha, beta or rc.`)
    return `${short}${count}`
  })
}
