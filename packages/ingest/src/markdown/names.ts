/**
 * Names in a page's text: ids that a link may name, and reserved names of the frame (`result/frame-names.ts`), which
 * are removed from the article; each is a problem with its line.
 */
import { FRAME_ATTRIBUTES, FRAME_CLASS, FRAME_ID_PREFIX, NAMED_ELEMENTS } from '../result/frame-names.ts'
import type { Report } from '../result/problem.ts'
import { htmlTokens } from './html-token.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Whether an id is reserved for the frame. */
export function isFrameId(id: string): boolean {
  return id.startsWith(FRAME_ID_PREFIX)
}

/** Returns all ids that a link may name. */
export function readNames(root: TreeNode, report: Report): Set<string> {
  const ids = new Set<string>()
  walk(root, (node) => {
    const { id, className } = node.data?.hProperties ?? {}
    if (typeof id === 'string') readId(id, node.line)
    if (Array.isArray(className)) readClasses(className.map(String), node.line)
    if (node.type !== 'html' || node.value === undefined) return
    for (const token of htmlTokens(node.value)) {
      if (token.kind !== 'open') continue
      const { attributes } = token
      if (typeof attributes.id === 'string') readId(attributes.id, node.line)
      if (typeof attributes.class === 'string') readClasses(attributes.class.split(/\s+/), node.line)
      if (typeof attributes.name === 'string') {
        if (NAMED_ELEMENTS.includes(token.name.toLowerCase())) ids.add(attributes.name)
        else reserved(`The name "${attributes.name}" of <${token.name}>`, node.line)
      }
      for (const name of FRAME_ATTRIBUTES) if (name in attributes) reserved(`The attribute ${name}`, node.line)
    }
  })
  return ids

  function readId(id: string, line: number | undefined): void {
    if (isFrameId(id)) reserved(`The id "${id}"`, line)
    else ids.add(id)
  }

  function readClasses(classes: string[], line: number | undefined): void {
    for (const name of classes) if (FRAME_CLASS.test(name)) reserved(`The class "${name}"`, line)
  }

  function reserved(what: string, line: number | undefined): void {
    report(
      'reserved-name',
      line,
      `${what} is left out, because the page around the article uses it; choose another one.`,
    )
  }
}
