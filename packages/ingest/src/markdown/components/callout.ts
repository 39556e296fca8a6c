/** Callouts, and sections that open. */
import { admonition, admonitionType } from '../admonition.ts'
import { parseInline } from '../parse.ts'
import type { TreeNode } from '../tree.ts'
import { block, paragraph, text } from '../tree.ts'
import { contentOf } from './content.ts'
import type { Use } from './use.ts'
import { inlineOf, isSet, textOf } from './use.ts'

/** A callout. A type that is not known here is a note. */
export function callout(use: Use): TreeNode[] {
  const type = use.row.is ?? textOf(use, 'type') ?? 'note'
  // The names of looks are no titles.
  const named = type === 'primary' ? 'info' : type === 'secondary' ? 'note' : type
  const known = admonitionType(named) === undefined ? 'note' : named
  return [admonition(known, inlineOf(use, 'title'), describedContent(use), use.node.line)]
}

/** A section that opens. */
export function details(use: Use): TreeNode[] {
  const summary = inlineOf(use, 'title') ?? [text('Details')]
  return [detailsOf(summary, describedContent(use), use.node.line, isSet(use, 'open'))]
}

/** The `<details>` of a summary and its content. */
export function detailsOf(
  summary: TreeNode[],
  children: TreeNode[],
  line: number | undefined,
  open: boolean,
): TreeNode {
  const properties = { className: ['admonition'], dataType: 'details', ...(open ? { open: true } : {}) }
  const head = block('summary', { className: ['admonition-title'] }, summary, line)
  return block('details', properties, [head, ...children], line)
}

/** The content after the description that an attribute holds. */
export function describedContent(use: Use): TreeNode[] {
  const description = textOf(use, 'text')
  const content = contentOf(use.node)
  if (description === undefined || description === '') return content
  return [paragraph(parseInline(description, use.node.line ?? 1)), ...content]
}
