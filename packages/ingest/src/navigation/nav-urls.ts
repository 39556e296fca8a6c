import type { NavItem } from '../result/page.ts'

/** All URLs of a navigation. */
export function urlsOf(items: readonly NavItem[]): string[] {
  return items.flatMap(({ url, children }) => [...(url === undefined ? [] : [url]), ...urlsOf(children)])
}
