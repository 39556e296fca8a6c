/** The nodes of tags, containers and macros, without their content: `fold.ts` adds it. */
import type { Container } from './container.ts'
import type { HtmlToken } from './html-token.ts'
import type { Attributes, TreeNode } from './tree.ts'

/** An opening tag. */
export type OpenToken = Extract<HtmlToken, { kind: 'open' }>

/** The node of a macro within a line, which `macros/block.ts` writes as `<Macro n="…">` with the sign of marks. */
export function macroNode(
  { name, attributes }: OpenToken,
  line: number | undefined,
  containers: readonly Container[],
): TreeNode | undefined {
  if (name !== 'Macro' || typeof attributes.n !== 'string' || !attributes.n.startsWith('\uE000')) return undefined
  return { ...containerNode(containers[Number(attributes.n.slice(1))], line), inline: true }
}

/** The node of a tag: a heading for `<h2>`, else a component. @param inText whether the tag is within a line of text. */
export function tagNode(token: OpenToken, line: number | undefined, inText: boolean): TreeNode {
  if (/^h[1-6]$/i.test(token.name)) return headingNode(Number(token.name[1]), token.attributes, line)
  return component(token.name, token.attributes, line, inText)
}

function headingNode(depth: number, attributes: Attributes, line: number | undefined): TreeNode {
  const id = typeof attributes.id === 'string' ? attributes.id : undefined
  return {
    type: 'heading',
    depth,
    children: [],
    line: line ?? 1,
    data: { hProperties: id === undefined ? {} : { id } },
  }
}

function component(name: string, attributes: Attributes, line: number | undefined, inText: boolean): TreeNode {
  return { type: 'component', name, attributes, inline: inText, children: [], line: line ?? 1 }
}

/** The node of a container: its name begins with a colon, so that `:::tip` and `<Tip>` can differ. */
export function containerNode(container: Container | undefined, line: number | undefined): TreeNode {
  if (container === undefined) return { type: 'root', children: [] }
  const { kind, name, title, attributes, row, source } = container
  if (kind === 'macro')
    return { ...component(name, attributes, line, false), source, ...(row === undefined ? {} : { row }) }
  if (kind === 'mdc') return component(name, attributes, line, false)
  const given: Attributes = { ...attributes, ...(title === undefined ? {} : { title }), kind }
  return component(`:${name === '' ? kind : name.toLowerCase()}`, given, line, false)
}
