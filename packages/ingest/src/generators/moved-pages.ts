/** Pages that only lead to another page: their addresses are old addresses of that page. */
import { posix } from 'node:path'
import { joinUrl } from '../folder/page-url.ts'
import type { PageSource } from '../parsed/placed-page.ts'

/** How a generator writes such pages. */
interface Moves {
  /** The page or address that a page leads to; `undefined` for other pages. */
  targetOf: (page: PageSource) => string | undefined
  /** The address of a page, without the prefix of its root. */
  addressOf: (page: PageSource) => string
}

/** The pages, each with the addresses of the pages that only lead to it, as `redirectFrom`. */
export function withMoved(pages: readonly PageSource[], { targetOf, addressOf }: Moves): PageSource[] {
  const old = new Map<string, string[]>()
  for (const page of pages) {
    const target = targetOf(page)?.replace(/[?#].*$/s, '')
    if (target === undefined || target === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) continue
    const path = target.startsWith('/') ? target : posix.join('/', posix.dirname(page.path), target)
    const key = keyOf(joinUrl(page.root.prefix, path))
    const own = joinUrl(page.root.prefix, addressOf(page))
    old.set(key, [...(old.get(key) ?? []), own, ...(/\/$|\.html$/.test(own) ? [] : [`${own}.html`])])
  }
  if (old.size === 0) return [...pages]
  return pages.map((page) => {
    const addresses = old.get(keyOf(joinUrl(page.root.prefix, addressOf(page))))
    if (addresses === undefined || targetOf(page) !== undefined) return page
    const { frontMatter } = page.parsed
    const redirectFrom = [frontMatter.redirectFrom, ...addresses].flat()
    return { ...page, parsed: { ...page.parsed, frontMatter: { ...frontMatter, redirectFrom } } }
  })
}

/** An address or a path in the form in which both are compared: `/a/index.md` and `/a/` are `/a`. */
function keyOf(path: string): string {
  const key = path
    .replace(/\.(?:html|md)$/, '')
    .replace(/(^|\/)(?:index|readme)$/i, '$1')
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase()
  return key === '' ? '/' : key
}
