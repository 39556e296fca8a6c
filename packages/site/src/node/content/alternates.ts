/** The same page in other languages and versions, and the navigation of a path. */
import type { Navigation } from '@docent/ingest'
import type { Alternate } from '../../shared/page-data.ts'
import { pathKey } from '../../shared/paths.ts'
import { type NavigationEntry, type Snapshot, twinKey } from './snapshot.ts'

/**
 * The alternates of a page, one for each offered navigation. @param key of the page; without a counterpart an alternate is a
 * start page. @param current the page's own navigation.
 */
export function alternatesOf(snapshot: Snapshot, key: string | undefined, current: Navigation): Alternate[] {
  if (snapshot.navigations.length < 2) return []
  return offeredTo(snapshot, key, current).map(({ navigation, root }) => {
    const twin = twinIn(snapshot, navigation, key)
    const alternate: Alternate = {
      lang: navigation.lang,
      url: twin ?? navigation.url,
      ...(twin === undefined && { isStart: true }),
      search: searchPath(root),
    }
    if (navigation.version !== undefined) alternate.version = navigation.version
    return alternate
  })
}

/** The navigations that a page offers: all, but of those beside the main docs its own and those with its counterpart. */
export function offeredTo(snapshot: Snapshot, key: string | undefined, current: Navigation): NavigationEntry[] {
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
