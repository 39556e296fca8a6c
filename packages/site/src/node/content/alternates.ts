/** The same page in other languages and versions, and the navigation of a path. */
import type { Navigation } from '@docent/ingest'
import type { Alternate } from '../../shared/page-data.ts'
import { pathKey } from '../../shared/paths.ts'
import { type NavigationEntry, type Snapshot, twinKey } from './snapshot.ts'

/** The page of an offered navigation to which an alternate leads. */
interface Target {
  url: string
  /** It is no counterpart. */
  isStart?: true
}

/**
 * The alternates of a page, one for each offered navigation. @param key of the page. @param current the page's own navigation.
 * @param targetIn default: the counterpart, or without one the start page.
 */
export function alternatesOf(
  snapshot: Snapshot,
  key: string | undefined,
  current: Navigation,
  targetIn = (entry: NavigationEntry): Target => counterpartIn(snapshot, entry, key),
): Alternate[] {
  if (snapshot.navigations.length < 2) return []
  return offeredTo(snapshot, key, current).map((entry) => {
    const { lang, version } = entry.navigation
    const alternate: Alternate = { lang, ...targetIn(entry), search: searchPath(entry.root) }
    if (version !== undefined) alternate.version = version
    return alternate
  })
}

function counterpartIn(snapshot: Snapshot, { navigation }: NavigationEntry, key: string | undefined): Target {
  const url = twinIn(snapshot, navigation, key)
  return url === undefined ? { url: navigation.url, isStart: true } : { url }
}

/** The navigations that a page offers: all, but of those beside the main docs its own and those with its counterpart. */
function offeredTo(snapshot: Snapshot, key: string | undefined, current: Navigation): NavigationEntry[] {
  return snapshot.navigations.filter(
    ({ navigation }) =>
      navigation.beside !== true || navigation === current || twinIn(snapshot, navigation, key) !== undefined,
  )
}

function twinIn({ twins }: Snapshot, { lang, version }: Navigation, key: string | undefined): string | undefined {
  return key === undefined ? undefined : twins.get(twinKey(lang, version, key))
}

/** The path of a search page. @param root the folder of its language and version. */
export function searchPath(root: string): string {
  return `${root}/search`
}

/** The navigation with the longest root above a path without a page: the not-found page of `/ja/x` is that of `/ja`. */
export function navigationAt(snapshot: Snapshot, path: string): NavigationEntry {
  const key = pathKey(path)
  let nearest = defaultNavigation(snapshot)
  let length = 0
  for (const entry of snapshot.navigations) {
    const { root } = entry
    if (root.length > length && `${key}/`.startsWith(`${root}/`)) {
      nearest = entry
      length = root.length
    }
  }
  return nearest
}

/** The first navigation. */
export function defaultNavigation(snapshot: Snapshot): NavigationEntry {
  const entry = snapshot.navigations[0]
  if (!entry) throw new TypeError('A site needs at least one navigation; the snapshot has none.')
  return entry
}
