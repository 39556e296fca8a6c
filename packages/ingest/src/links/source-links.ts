/** The links and images of a page, as its author wrote them. */
import { htmlTokens } from '../markdown/html-token.ts'
import { inlineText } from '../markdown/plain-text.ts'
import { type TreeNode, walk } from '../markdown/tree.ts'
import { isName } from './link-text.ts'
import { urlsOfSet } from './source-set.ts'

/** A link or an image as written. */
export interface SourceLink {
  url: string
  line: number | undefined
  image: boolean
  /** A reference that is text where its target is unknown. */
  optional?: boolean
  /** Its texts that may name the target (`isName`); of a definition those of all its references. */
  texts?: string[]
}

/** HTML with a tag that links to or shows a file. */
const LINKING = /<(?:a|img|video|audio|source|track)[\s/]/i

/** All links and images of a tree, in order. */
export function collectLinks(root: TreeNode): SourceLink[] {
  const links: SourceLink[] = []
  const add = (url: unknown, line: number | undefined, image: boolean, texts: string[] = []): void => {
    if (typeof url === 'string' && url !== '')
      links.push({ url, line, image, ...(texts.length === 0 ? {} : { texts }) })
  }
  const references = new Map<string, string[]>()
  const images = new Set<string>()
  walk(root, (node) => {
    if (node.identifier === undefined) return
    if (node.type === 'imageReference') images.add(node.identifier)
    else if (node.type === 'linkReference')
      references.set(node.identifier, [...(references.get(node.identifier) ?? []), ...namesIn(node)])
  })
  walk(root, (node) => {
    if (node.type === 'link') add(node.url, node.line, false, namesIn(node))
    else if (node.type === 'definition') {
      const identifier = node.identifier ?? ''
      add(node.url, node.line, images.has(identifier), references.get(identifier))
    } else if (node.type === 'image') add(node.url, node.line, true)
    else if (node.type === 'element') {
      const { hName = '', hProperties = {} } = node.data ?? {}
      addOf(hName, hProperties, hProperties.srcSet, node.line)
      const last = links.at(-1)
      if (last !== undefined && hProperties.dataOptional === true) last.optional = true
    } else if (node.type === 'html' && node.value !== undefined && LINKING.test(node.value)) {
      for (const token of htmlTokens(node.value)) {
        if (token.kind !== 'open') continue
        const attributes = Object.fromEntries(
          Object.entries(token.attributes).map(([name, value]) => [name.toLowerCase(), value]),
        )
        addOf(token.name.toLowerCase(), attributes, attributes.srcset, node.line)
      }
    }
  })
  /** Adds the links of a tag: the attributes that an article keeps (`article/allow-list.ts`). */
  function addOf(name: string, { href, src, poster }: Record<string, unknown>, set: unknown, line?: number): void {
    if (name === 'a') add(href, line, false)
    if (!/^(?:img|video|audio|source|track)$/.test(name)) return
    for (const url of [src, poster, ...(typeof set === 'string' ? urlsOfSet(set) : [])]) add(url, line, true)
  }
  return links
}

/** The text of a link, if it may name the target. */
function namesIn(link: TreeNode): string[] {
  const text = inlineText(link.children)
  return isName(text) ? [text] : []
}
