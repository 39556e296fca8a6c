/**
 * Finds parts of a parsed page that would make its article too costly, when the page is read, so that the problem has a
 * file and a line. HTML is only cut into tags here; of a browser's rules, those that multiply elements are applied.
 */
import { LIMITS } from '../limits/limits.ts'
import { TooCostly } from '../limits/cpu-limit.ts'
import type { HtmlToken } from './html-token.ts'
import { htmlTokens } from './html-token.ts'
import type { TreeNode } from './tree.ts'

/** Elements that the end of a block does not close: an HTML parser reopens them in the next block. */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))

/** Elements without an end tag, or with an optional one. */
const UNNESTED = new Set(
  `area base br col embed hr img input link meta source track wbr param p li dt dd tr td th tbody thead tfoot option optgroup
  colgroup rp rt`.split(/\s+/),
)

/** Elements that stay in a drawing, where a slash closes them; any other one may end the drawing. */
const DRAWN = new Set(
  `path circle rect line polyline polygon ellipse g defs use image stop text tspan style clippath lineargradient radialgradient
  marker pattern mask symbol filter`.split(/\s+/),
)

/** @throws TooCostly with the line. */
export function checkPageTree(root: TreeNode, headings: readonly { node: TreeNode }[]): void {
  const beyond = headings[LIMITS.headings]
  if (beyond !== undefined) throw new TooCostly(`it has more than ${LIMITS.headings} headings`, beyond.node.line)
  const formatting: { name: string; raw: string }[] = []
  let nodes = 0
  let elements = 0
  let footnotes = 0
  let reopened = 0
  let line = 1

  let isDrawing = false
  const open = (name: string, raw: string, selfClosing: boolean): void => {
    if (name === 'svg' && !selfClosing) isDrawing = true
    else if (!DRAWN.has(name)) isDrawing = false
    if (UNNESTED.has(name) || (selfClosing && isDrawing)) return
    if (!FORMATTING.has(name)) {
      elements++
      return
    }
    // At most three equal elements are reopened; links are never nested.
    const equal = formatting.filter((one) => (name === 'a' || name === 'nobr' ? one.name === name : one.raw === raw))
    const [oldest] = equal
    if (oldest !== undefined && (equal.length >= 3 || name === 'a' || name === 'nobr'))
      formatting.splice(formatting.indexOf(oldest), 1)
    formatting.push({ name, raw })
  }
  const close = (name: string): void => {
    if (name === 'svg') isDrawing = false
    const at = formatting.findLastIndex((one) => one.name === name)
    if (at >= 0) formatting.splice(at, 1)
    else if (!UNNESTED.has(name) && !FORMATTING.has(name)) elements = Math.max(0, elements - 1)
  }
  const read = (token: HtmlToken): void => {
    nodes++
    reopened += formatting.length
    if (token.kind === 'open') open(token.name.toLowerCase(), token.raw, token.selfClosing)
    else if (token.kind === 'close') close(token.name.toLowerCase())
  }
  const visit = (node: TreeNode, depth: number): void => {
    line = node.line ?? line
    nodes++
    reopened += formatting.length
    if (node.type.startsWith('footnote') && ++footnotes > LIMITS.footnotes)
      throw new TooCostly(`it has more than ${LIMITS.footnotes} footnotes`, line)
    if (node.type === 'html') for (const token of htmlTokens(node.value ?? '')) read(token)
    if (depth + elements + formatting.length > LIMITS.elementDepth)
      throw new TooCostly(`its elements are nested more than ${LIMITS.elementDepth} deep`, line)
    if (reopened > LIMITS.reopenedTags) throw new TooCostly('its formatting tags are not closed', line)
    if (nodes > LIMITS.articleNodes)
      throw new TooCostly(`it has more than ${LIMITS.articleNodes} elements and texts`, line)
    for (const child of node.children ?? []) visit(child, depth + 1)
  }
  visit(root, 0)
}
