/** The same page in other languages and versions, and the navigation of a path. */
import type { Alternate } from '../../shared/page-data.ts'
import { pathKey } from '../../shared/paths.ts'
import { type NavigationEntry, type Snapshot, twinKey } from './snapshot.ts'

/** The alternates of a page, one for each navigation. @param key of the page; without a counterpart an alternate is a start page. */
export function alternatesOf(snapshot: Snapshot, key: string | undefined): Alternate[] {
  if (snapshot.navigations.length < 2) return []
  return snapshot.navigations.map(({ navigation, root }) => {
    const twin = key === undefined ? undefined : snapshot.twins.get(twinKey(navigation.lang, navigation.version, key))
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
