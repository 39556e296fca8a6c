/** The part of the web that a crawl may enter. */

/** A host and the beginning of the paths on it. */
export interface ScopeArea {
  /** With a port, if it is no default port. */
  host: string
  /** Ends with a slash. */
  path: string
}

/**
 * The area of a start address: its folder, or everything below it for an address without an extension, since
 * `https://docs.example/guide` is the overview of `https://docs.example/guide/setup`.
 */
export function areaOf(start: string): ScopeArea {
  const { host, pathname } = new URL(start)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (last === '') return { host, path: pathname }
  return { host, path: last.includes('.') ? pathname.slice(0, -last.length) : `${pathname}/` }
}

/** Whether an address lies in one of the areas. http and https are the same site. */
export function isInside(areas: readonly ScopeArea[], url: string): boolean {
  const { host, pathname } = new URL(url)
  return areas.some((area) => area.host === host && (pathname.startsWith(area.path) || `${pathname}/` === area.path))
}
