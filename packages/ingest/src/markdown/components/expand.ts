/**
 * Expands containers and component tags: those of the table (`rows.ts`) and of the project become their constructs, in
 * the HTML of `article.md`; others show their text (`unknown.ts`). Children are expanded first.
 */
import type { ComponentRow, Construct } from '../../result/construct.ts'
import type { Report } from '../../result/problem.ts'
import { expandDirective, isKnownDirective } from '../myst/directive.ts'
import { groupDefinitions } from '../definition.ts'
import { isComponentName, isHtmlName } from '../html-token.ts'
import { rawText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { block, inline } from '../tree.ts'
import { callout, details } from './callout.ts'
import { card, cardGrid, column } from './card.ts'
import { code, listing } from './code.ts'
import { container, isKnownContainer } from './container.ts'
import { contentOf } from './content.ts'
import { field, fields, update } from './field.ts'
import { file, fileTree, folder } from './file-tree.ts'
import { htmlElement } from './html-element.ts'
import { badge, button, key, link, tooltip } from './inline-parts.ts'
import { withItem } from './item-attribute.ts'
import type { OwnRows } from './lookup.ts'
import { rowOf } from './lookup.ts'
import { ownTabs } from './own-tabs.ts'
import { embed, frame, image } from './media.ts'
import { step, steps } from './steps.ts'
import { swatch } from './swatch.ts'
import { groupTabs } from './tab-group.ts'
import { tableElement } from './table-elements.ts'
import { codeGroup, packages, tabComponent, tabs } from './tabs.ts'
import { nameSlots } from './slot-tabs.ts'
import { type TextBeside, unknownComponent } from './unknown.ts'
import { type Use, attribute, titled } from './use.ts'

/** Rows of the project, the ids of parameters so far, and the report of faults. */
export interface ExpandContext {
  components: OwnRows
  ids: Set<string>
  report: Report
}

const EXPANSIONS: Readonly<Record<Construct, (use: Use) => TreeNode[]>> = {
  badge,
  button,
  callout,
  card,
  'card-grid': cardGrid,
  code,
  'code-group': codeGroup,
  column,
  // Mintlify's content for coding agents is none for readers.
  content: (use) =>
    attribute(use.node, 'for') === 'agents' ? [] : [...titled('card-title', use), ...contentOf(use.node)],
  details,
  embed,
  field,
  fields,
  file,
  'file-tree': fileTree,
  folder,
  frame,
  image,
  key,
  link,
  listing,
  nothing: () => [],
  pages: ({ node }) => [block('div', { className: ['card-grid'], dataPages: '' }, [], node.line)],
  packages,
  step,
  steps,
  swatch,
  tab: tabComponent,
  tabs,
  toc: ({ node }) => [block('div', { className: ['toc'] }, [], node.line)],
  tooltip,
  update,
}

/** Expands every `component` below a node, in place. */
export function expandComponents(node: TreeNode, context: ExpandContext): void {
  if (node.children === undefined) return
  let hasComponent = false
  let hasData = false
  for (const child of node.children) {
    if (child.type === 'component') nameSlots(child, context.components)
    expandComponents(child, context)
    if (child.type === 'component') hasComponent = true
    if (child.data !== undefined) hasData = true
  }
  if (!hasComponent && !hasData) return
  if (hasComponent) {
    const beside = textBeside(node)
    node.children = node.children.flatMap((child) =>
      child.type === 'component' ? expansionOf(child, beside, context) : [child],
    )
  }
  if (node.children.some((child) => child.data?.hName === 'dd')) node.children = groupDefinitions(node.children)
  if (node.children.some((child) => child.data?.hProperties?.dataTab !== undefined))
    node.children = groupTabs(node.children)
}

/** The text beside the components of a node. */
function textBeside({ type, children = [] }: TreeNode): TextBeside {
  const texts = children.flatMap((child) => (child.type === 'component' ? [] : [rawText(child)]))
  if (type === 'heading' && texts.some((text) => /[\p{L}\p{N}]/u.test(text))) return 'heading'
  return children.some((child) => child.type === 'text' && (child.value ?? '').trim() !== '') ? 'sentence' : 'none'
}

function expansionOf(written: TreeNode, beside: TextBeside, { components, ids, report }: ExpandContext): TreeNode[] {
  const name = written.name ?? ''
  if (name.startsWith('html:')) return htmlElement(written, name.slice(5))
  const isContainer = name.startsWith(':')
  const own = isContainer ? name.slice(1) : name
  if (isContainer && written.attributes?.kind === 'directive' && isKnownDirective(own))
    return expandDirective(written, own, report)
  const rows = written.source === undefined ? components : {}
  const row = written.row ?? (isContainer && isKnownContainer(own) ? undefined : rowOf(own, rows))
  const node = withItem(written, row?.as)
  if (row !== undefined) return expanded({ node, row, ids, report })
  if (isContainer) return withId(node, container(node, own, report))
  const part = node.source === undefined ? tableElement(node) : undefined
  if (part !== undefined) return part
  const tabRow = isContainer ? undefined : ownTabs(node)
  if (tabRow !== undefined) return expanded({ node, row: tabRow, ids, report })
  // Blocks of MDC may be plain elements: `::div`.
  if (isHtmlName(own) && !isComponentName(own)) return htmlElement(node, own)
  const shown = unknownComponent(node, beside, report)
  return beside === 'heading' ? shown : withAnchor(node, shown)
}

/** The parts of an unknown component; links may name its `id`. */
function withAnchor(node: TreeNode, nodes: TreeNode[]): TreeNode[] {
  const id = attribute(node, 'id')
  const [first] = nodes
  if (id === undefined || first === undefined) return nodes
  return first.type === 'text' ? [inline('span', { id }, nodes, node.line)] : withId(node, nodes)
}

function expanded(use: Use & { row: ComponentRow }): TreeNode[] {
  const nodes = EXPANSIONS[use.row.as](use)
  return use.row.as === 'embed' ? nodes : withId(use.node, nodes)
}

/** The construct of a component or a container; the author's `id` stays, since links may name it. */
function withId(node: TreeNode, nodes: TreeNode[]): TreeNode[] {
  const id = attribute(node, 'id')
  const [first] = nodes
  if (id !== undefined && first !== undefined && !isText(first))
    first.data = { ...first.data, hProperties: { ...first.data?.hProperties, id } }
  return nodes
}

function isText(node: TreeNode): boolean {
  return node.type === 'text' || node.type === 'html' || node.data?.hProperties?.id !== undefined
}
