/**
 * The tree inside ingest: mdast as one loose node type, because every transform looks at a few types and passes on the
 * rest. `parse.ts` creates it; `article/to-hast.ts` converts it to HTML. Two node types are added to mdast's:
 *
 * - `component`: a tag pair that is no HTML (`<Tabs>`), or a container (`:::note`), before its expansion;
 * - `element`: an HTML element (`hName`, `hProperties`) after the expansion. `inline` says whether it is part of a line
 *   of text; else its text is on lines of its own.
 */

import type { ComponentRow } from '../result/construct.ts'

/** A value that a page's text determines: a literal, or a list or an object of literals. */
export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data | undefined }

/** Values of attributes: `true` without a value; `undefined` for an expression that only running it could read. */
export type Attributes = Record<string, Data | undefined>

/** HTML properties in hast's spelling (`className`, `dataType`). */
export type Properties = Record<string, string | number | boolean | string[] | undefined>

/** A node of the tree, of any type. */
export interface TreeNode {
  type: string
  children?: TreeNode[]
  value?: string
  /** 1-based line in the author's file. */
  line?: number
  depth?: number
  lang?: string | null
  meta?: string | null
  url?: string
  alt?: string | null
  title?: string | null
  identifier?: string
  label?: string | null
  ordered?: boolean | null
  start?: number | null
  spread?: boolean | null
  checked?: boolean | null
  align?: (string | null)[]
  /** Of a `component` that is a macro: its tag as written, and its construct if it is known. Of a heading: `slug-source.ts`. */
  source?: string
  row?: ComponentRow
  /** Of a `component`. */
  name?: string
  attributes?: Attributes
  /** Of an `element` or a `component`. */
  inline?: boolean
  data?: { hName?: string; hProperties?: Properties }
  /** Whether it is the text of a component's attributes in a heading, which is no part of the heading's own text. */
  isBeside?: boolean
}

/** An HTML element on lines of its own. */
export function block(
  hName: string,
  hProperties: Properties,
  children: TreeNode[],
  line: number | undefined,
): TreeNode {
  return { type: 'element', data: { hName, hProperties }, children, ...(line === undefined ? {} : { line }) }
}

/** An HTML element in a line of text. */
export function inline(
  hName: string,
  hProperties: Properties,
  children: TreeNode[],
  line: number | undefined,
): TreeNode {
  return { ...block(hName, hProperties, children, line), inline: true }
}

/** A text node. */
export function text(value: string): TreeNode {
  return { type: 'text', value }
}

/** A paragraph. */
export function paragraph(children: TreeNode[], hProperties?: Properties): TreeNode {
  return { type: 'paragraph', children, ...(hProperties === undefined ? {} : { data: { hProperties } }) }
}

/** Every node of the tree in the order of the text, parents before children. */
export function walk(node: TreeNode, visit: (node: TreeNode, parent: TreeNode | undefined) => void): void {
  const step = (node: TreeNode, parent: TreeNode | undefined): void => {
    visit(node, parent)
    if (node.children !== undefined) for (const child of node.children) step(child, node)
  }
  step(node, undefined)
}
