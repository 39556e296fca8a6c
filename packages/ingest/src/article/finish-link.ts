/** The links of an article: their addresses on the site, their texts and names. */
import type { Element } from 'hast'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'

/** Resolves the address of a link, in place, and gives it a text or a name where it has none. */
export function finishLink(node: Element, { links, at }: { links: LinkMap; at: LinkPlace }): void {
  const { href, dataImplicit, dataOptional, dataWritten } = node.properties
  delete node.properties.dataWritten
  delete node.properties.dataImplicit
  delete node.properties.dataOptional
  if (typeof href !== 'string' || href === '') return
  // The overlay of a picture in CSS: hidden until the picture is followed, and closed by a link to nowhere.
  if (href === '#_' && node.children.every((child) => child.type !== 'text' || child.value.trim() === '')) {
    delete node.properties.href
    node.children = []
    return
  }
  const target = resolveLink(href, at, links)
  if (typeof dataWritten === 'string' && (target.kind === 'broken' || target.kind === 'unsafe')) {
    delete node.properties.href
    node.tagName = 'span'
    if (!links.isVault) node.children = [{ type: 'text', value: dataWritten }]
    return
  }
  if (dataOptional !== undefined && dataWritten === undefined && (target.kind !== 'page' || target.anchorMissing)) {
    delete node.properties.href
    return
  }
  const title = dataImplicit === undefined ? undefined : links.titles.get(target.href)
  if (title !== undefined) node.children = [{ type: 'text', value: title }]
  const isOwn = href.startsWith('#') && target.href.startsWith(`${at.url}#`)
  const own = isOwn ? target.href.slice(target.href.indexOf('#')) : target.href
  node.properties.href = own === '' ? undefined : own
  delete node.properties.target
  if (node.properties.ariaLabel === undefined && !hasName(node))
    node.properties.ariaLabel = links.titles.get(target.href) ?? own
  if (target.kind === 'external' && /^(?:https?:)?\/\//i.test(href))
    Object.assign(node.properties, { rel: ['noopener'], dataExternal: '' })
}

/** Whether a reader who does not see the content of a link hears its name. */
function hasName(node: Element): boolean {
  return node.children.some((child) => {
    if (child.type !== 'element') return child.type === 'text' && child.value.trim() !== ''
    const { alt, ariaLabel, title } = child.properties
    return [alt, ariaLabel, title].some((name) => typeof name === 'string' && name.trim() !== '') || hasName(child)
  })
}
