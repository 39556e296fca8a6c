/**
 * The latest version, where links name it (`/latest/guide`) and the docs have no folder for it: the build of the project
 * copies the newest version, or the host redirects to it.
 */

/** A folder of a version without a suffix, which releases before a version have. */
const VERSION = /^v?(\d{1,9}(?:\.(?:\d{1,9}|x)){0,4})$/i

/** Folders above those of versions. */
const MAX_ABOVE = 3

/** The path of the latest version in each folder with several versions, and of the newest one. @param urls of all pages. */
export function latestVersions(urls: Iterable<string>): [written: string, url: string][] {
  const folders = new Map<string, Set<string>>()
  for (const url of urls) {
    const names = url.split('/').slice(1)
    const at = names.findIndex((name) => name === 'latest' || VERSION.test(name))
    if (at < 0 || at > MAX_ABOVE) continue
    const above = names
      .slice(0, at)
      .map((name) => `/${name}`)
      .join('')
    const known = folders.get(above) ?? new Set()
    folders.set(above, known.add(names[at] ?? ''))
  }
  return [...folders].flatMap(([above, names]): [string, string][] => {
    const [newest, next] = [...names].sort((a, b) => compareNumbers(numbersOf(b), numbersOf(a)))
    const isKnown = names.has('latest') || newest === undefined || next === undefined
    return isKnown ? [] : [[`${above}/latest`, `${above}/${newest}`]]
  })
}

/** `x` is the newest of its version. */
function numbersOf(name: string): number[] {
  const [, version = ''] = VERSION.exec(name) ?? []
  return version.split('.').map((part) => (/^x$/i.test(part) ? Infinity : Number(part)))
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
}
