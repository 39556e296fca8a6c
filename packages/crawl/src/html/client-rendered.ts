/** Recognises pages whose HTML is an empty shell that scripts fill. */
import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'

/** Characters of text below which a page without headings is a shell: a title bar, or "Loading…". */
const SHELL_TEXT = 200

/** Elements whose text no reader sees. `noscript`: the request to enable JavaScript. */
const UNSEEN = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg'])

/** Whether a page has scripts, no heading, no link to another page and hardly any text. */
export function isClientRendered(document: Document): boolean {
  let text = 0
  let scripts = 0
  const nodes: ChildNode[] = [...document.children]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (isText(node)) text += node.data.trim().length
    if (text > SHELL_TEXT) return false
    if (!isTag(node)) continue
    if (/^h[1-6]$/.test(node.name) || isPageLink(node)) return false
    if (node.name === 'script' && isProgram(node.attribs)) scripts++
    // Scripts in the head count, texts there do not.
    const isHead = node.name === 'head'
    if (isHead)
      scripts += node.children.filter((one) => isTag(one) && one.name === 'script' && isProgram(one.attribs)).length
    if (!UNSEEN.has(node.name)) for (const child of node.children) nodes.push(child)
  }
  return scripts > 0
}

/** A link within the site: static pages with little text have a menu or a trail. */
const isPageLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs['href'] !== undefined && !/^(?:#|\/\/|[a-z][a-z\d+.-]*:|$)/i.test(attribs['href'].trim())

const isProgram = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes['src'] !== undefined || attributes['type'] === 'module'
