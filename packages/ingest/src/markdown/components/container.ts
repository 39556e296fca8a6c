/** Containers (`:::note`, `!!! tip`, `=== "Tab"`) as constructs. */
import { admonition, admonitionType } from '../admonition.ts'
import type { Report } from '../../result/problem.ts'
import { parseInline } from '../parse.ts'
import type { TreeNode } from '../tree.ts'
import { block, text } from '../tree.ts'
import { expandDirective } from '../myst/directive.ts'
import { detailsOf } from './callout.ts'
import { figureOf } from './code.ts'
import { flat } from './content.ts'
import { packageCommands, packageTabs } from './package-managers.ts'
import { stepsOf } from './steps.ts'
import { codeTabs, tab, tabsOf } from './tab-group.ts'
import { splitTabs } from './tab-lines.ts'
import { attribute, has } from './use.ts'

/** Containers that are not callouts, by name. */
const CONTAINERS: Readonly<Record<string, (node: TreeNode) => TreeNode[]>> = {
  tab: (node) => [tab(titleOf(node) ?? [], node.children ?? [], node.line, false)],
  'tab-new': (node) => [tab(titleOf(node) ?? [], node.children ?? [], node.line, true)],
  'tab-item': (node) => [tab(titleOf(node) ?? [], node.children ?? [], node.line, false)],
  definition: (node) => [block('dd', {}, node.children ?? [], node.line)],
  'code-group': (node) => [codeTabs(node.children ?? [], node.line)],
  'code-group-item': (node) => [tab(titleOf(node) ?? [], node.children ?? [], node.line, false)],
  'code-tabs': (node) => [markedTabs(node)],
  'npm-to': (node) => (node.children ?? []).flatMap(managerTabs),
  tabs: (node) => [markedTabs(node)],
  caption: (node) => [block('figcaption', {}, flat(node.children ?? []), node.line)],
  captioned: (node) => [lastAsCaption(node)],
  define: (node) => [definitionList(node)],
  hidden: () => [],
  center: (node) => node.children ?? [],
  left: (node) => node.children ?? [],
  right: (node) => node.children ?? [],
  justify: (node) => node.children ?? [],
  details: (node) => [detailsOf(titleOf(node) ?? [text('Details')], node.children ?? [], node.line, has(node, 'open'))],
  steps: (node) => [stepsOf(node.children ?? [], node.line)],
  benchmarks: (node) => node.children ?? [],
  terminal: framed,
  raw: (node) => node.children ?? [],
  'v-pre': (node) => node.children ?? [],
  div: divOf,
  ...Object.fromEntries(
    // Results and programs of VuePress Theme Hope and of demo plugins: their code, with the title as caption.
    // Also frames and layouts of VuePress Theme Plume.
    'preview demo normal-demo md-demo vue-demo react-demo playground vue-playground kotlin-playground sandpack echarts chartjs window flex table card-masonry timeline encrypt go-repl rust-repl kotlin-repl python-repl'
      .split(' ')
      .map((name) => [name, framed]),
  ),
}

/** The content, with the container's id. */
function divOf({ attributes, children = [], line }: TreeNode): TreeNode[] {
  return typeof attributes?.id === 'string' ? [block('div', { id: attributes.id }, children, line)] : children
}

function framed(node: TreeNode): TreeNode[] {
  const title = titleOf(node) ?? []
  const children = node.children ?? []
  return title.length === 0 ? children : [figureOf('frame', children, title, node.line)]
}

/** A figure whose last paragraph is its caption, if text is in it. */
function lastAsCaption({ children = [], attributes, line }: TreeNode): TreeNode {
  const last = children.at(-1)
  const isCaption = children.length > 1 && last?.type === 'paragraph' && last.children?.[0]?.type !== 'image'
  const caption = isCaption ? [block('figcaption', {}, last.children ?? [], last.line)] : []
  const label = typeof attributes?.id === 'string' ? { dataLabel: attributes.id } : {}
  return block('figure', label, [...(isCaption ? children.slice(0, -1) : children), ...caption], line)
}

/** Paragraphs are terms, and the lists below them definitions. */
function definitionList(node: TreeNode): TreeNode {
  const children = (node.children ?? []).flatMap((child): TreeNode[] => {
    if (child.type === 'list')
      return (child.children ?? []).map((item) => block('dd', {}, item.children ?? [], item.line))
    return [block('dt', {}, child.type === 'paragraph' ? (child.children ?? []) : [child], child.line)]
  })
  return block('dl', {}, children, node.line)
}

/** A block of code with commands of npm as tabs, one for each package manager. */
function managerTabs(node: TreeNode): TreeNode[] {
  return node.type === 'code' ? packageTabs(packageCommands(node.value ?? ''), node.line) : [node]
}

/** Tabs, which `@tab Name` may begin (VuePress); without such lines, the content has its tabs already. */
function markedTabs(node: TreeNode): TreeNode {
  const group =
    attribute(node, 'key') ?? attribute(node, 'group') ?? /^#([\w-]+)/.exec(attribute(node, 'title') ?? '')?.[1]
  return tabsOf(splitTabs(node.children ?? []), group, node.line)
}

/** Whether a container has a construct of its own, callouts included. */
export function isKnownContainer(name: string): boolean {
  return Object.hasOwn(CONTAINERS, name) || admonitionType(name) !== undefined
}

/** The construct of a container. An unknown name is a note's title, and a problem. */
export function container(node: TreeNode, name: string, report: Report): TreeNode[] {
  const own = Object.hasOwn(CONTAINERS, name) ? CONTAINERS[name] : undefined
  if (own !== undefined) return own(node)
  const kind = attribute(node, 'kind')
  if (kind === 'directive') return expandDirective(node, name, report)
  const children = node.children ?? []
  if (admonitionType(name) === undefined && kind === 'colon') {
    report(
      'unknown-container',
      node.line,
      `The container "::: ${name}" is not known here; its content is kept, with "${name}" as a note's title.`,
    )
    if (children.length === 0) return []
  }
  const fold = kind === 'query' ? 'closed' : kind === 'query-open' ? 'open' : undefined
  return [admonition(name, titleOf(node), children, node.line, fold)]
}

function titleOf(node: TreeNode): TreeNode[] | undefined {
  const title = attribute(node, 'title')
  return title === undefined ? undefined : title === '' ? [] : parseInline(title, node.line ?? 1)
}
