/** Collects the texts of links in the text of other pages, by their target: the attribute `linked_as` of records. */
import { keptTexts, type LinkText } from '../links/link-text.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'

/** Texts by anchor; the lead has an empty one. */
export type TextsByAnchor = ReadonlyMap<string, string[]>

/**
 * The texts of links, by the URL of the page that they lead to. A link to an anchor that is no section counts for the
 * page; links between languages or versions do not count. `targets` has the addresses of a page's links, in their order.
 */
export function collectLinkTexts(
  placed: readonly PlacedPage[],
  targets: ReadonlyMap<PlacedPage, readonly string[]>,
): Map<string, TextsByAnchor> {
  const byUrl = new Map(placed.map((one) => [one.page.url, one]))
  const links = new Map<PlacedPage, Map<string, LinkText[]>>()
  for (const one of placed) {
    const { page, parsed } = one
    for (const [at, href] of (targets.get(one) ?? []).entries()) {
      const texts = parsed.links[at]?.texts ?? []
      if (texts.length === 0) continue
      const [, url = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
      const target = byUrl.get(url)
      if (target === undefined || target === one) continue
      if (target.page.lang !== page.lang || target.page.version !== page.version) continue
      const section = target.parsed.anchors.some((other) => other.anchor === anchor) ? anchor : ''
      const ofTarget = links.get(target) ?? new Map<string, LinkText[]>()
      links.set(target, ofTarget)
      const list = ofTarget.get(section) ?? []
      ofTarget.set(section, list)
      for (const text of texts) list.push({ from: page.url, text })
    }
  }
  return new Map([...links].map(([target, byAnchor]) => [target.page.url, keptByAnchor(target, byAnchor)]))
}

function keptByAnchor({ page, parsed }: PlacedPage, links: ReadonlyMap<string, LinkText[]>): TextsByAnchor {
  const kept = new Map<string, string[]>()
  // In the order of the sections, because the order is part of the key of cached records.
  for (const { anchor, text } of parsed.anchors) {
    const ofSection = links.get(anchor)
    if (ofSection === undefined || kept.has(anchor)) continue
    const texts = keptTexts(ofSection, [page.title, page.label, text])
    if (texts.length > 0) kept.set(anchor, texts)
  }
  return kept
}
