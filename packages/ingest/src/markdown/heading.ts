/**
 * Headings: the page's title, the levels of the others, and their anchors.
 *
 * Ids are those of the recognised generator (`slug.ts`), unless the author sets one (`heading-id.ts`). A page has one
 * heading of level 1, its title: in a page that begins with `##`, or has several `#`, the others are shifted so that the
 * sections below the title begin at level 2.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Heading } from '../result/page.ts'
import type { Report } from '../result/problem.ts'
import { takeHeadingId } from './heading-id.ts'
import { isFrameId } from './names.ts'
import { inlineText } from './plain-text.ts'
import { pageIds, slugText } from './slug.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** The headings of one page. */
export interface Headings {
  /** The heading that is the page's title, if there is one. */
  title: TreeNode | undefined
  /** The others, in order, with their nodes. Their nodes' `depth` is the level, and `data.hProperties.id` the id. */
  list: (Heading & { node: TreeNode })[]
}

/** Properties of the page that its headings depend on. */
export interface HeadingContext {
  /** Whether the front matter has a title. */
  titled: boolean
  syntax: PageSyntax
  report: Report
}

/** Finds the headings of a page and sets levels and ids in the tree. */
export function readHeadings(root: TreeNode, { titled, syntax, report }: HeadingContext): Headings {
  const nodes: TreeNode[] = []
  walk(root, (node) => {
    if (node.type === 'heading') nodes.push(node)
  })
  for (const node of nodes) {
    takeHeadingId(node, syntax)
    dropRepeats(node)
  }
  const shown = nodes.filter((node) => inlineText(node.children) !== '')
  for (const node of nodes) if (isBlank(node)) Object.assign(node, { type: 'html', value: '', children: undefined })
  const title = findTitle(root, shown, { titled, syntax })
  const others = shown.filter((node) => node !== title)
  const top = others.reduce((least, node) => Math.min(least, node.depth ?? 2), Infinity)
  const levelOfTitle = title?.depth ?? 1
  const shift = levelOfTitle > 1 ? 1 - levelOfTitle : top < 2 ? 1 : 0
  const own = new Set(shown.map((node) => node.data?.hProperties?.id).filter((id) => typeof id === 'string'))
  const ids = pageIds(syntax.slugs, own)
  if (title !== undefined) setId(title)
  const list = others.map((node) => {
    node.depth = Math.min(6, Math.max(2, (node.depth ?? 2) + shift))
    return { level: node.depth, text: ownText(node), id: setId(node), node }
  })
  if (title !== undefined) title.depth = 1
  return { title, list }

  function setId(node: TreeNode): string {
    const id = makeId(node)
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id } }
    return id
  }

  function makeId(node: TreeNode): string {
    const given = node.data?.hProperties?.id
    if (typeof given !== 'string') return ids.make(node.source ?? slugText(node.children, syntax.slugs))
    if (isFrameId(given))
      report('reserved-name', node.line, `The id "${given}" is the page's own; give this heading another one.`)
    else if (ids.take(given)) return given
    else
      report('duplicate-id', node.line, `The id "${given}" is used twice on this page; give this heading another one.`)
    return ids.make(given)
  }
}

/** Whether a heading has neither content nor an id: editors leave `##` behind. */
function isBlank({ children = [], data }: TreeNode): boolean {
  return data?.hProperties?.id === undefined && children.every(({ type, value }) => type === 'html' && isComment(value))
}

function isComment(html = ''): boolean {
  return html.trimStart().startsWith('<!--')
}

/** Removes the texts of unknown components' attributes that repeat the heading. Changes the node. */
function dropRepeats(node: TreeNode): void {
  if (node.children?.some(({ isBeside }) => isBeside === true) !== true) return
  const own = ownText(node)
  const repeats = (one: TreeNode): boolean =>
    one.isBeside === true && one.data?.hProperties?.href === undefined && inlineText([one]) === own
  node.children = node.children.filter((one) => !repeats(one))
}

/** The text of a heading without those of unknown components' attributes. */
function ownText({ children }: TreeNode): string {
  return inlineText(children?.filter(({ isBeside }) => isBeside !== true))
}

/** Generators that take the title of a page without front matter from level 1, else from the file's name. */
const TITLE_IS_FIRST_LEVEL = new Set<GeneratorKind>([
  'docus',
  'docusaurus',
  'fumadocs',
  'mkdocs',
  'nextra',
  'rspress',
  'starlight',
  'vitepress',
  'vocs',
  'vuepress',
])

/** Generators that show the title of the front matter, unless the page begins with a `#`. */
const TITLE_IS_SHOWN = new Set<GeneratorKind>(['docusaurus', 'fern', 'fumadocs', 'starlight'])

/**
 * The first `#`, unless the title of the front matter is shown above it; else, where the page has no other title, the
 * heading at its beginning. In generators whose titles are of level 1, a heading with others of its level is a section
 * (`## Usage` and `## API`).
 */
function findTitle(
  root: TreeNode,
  headings: TreeNode[],
  { titled, syntax }: Pick<HeadingContext, 'titled' | 'syntax'>,
): TreeNode | undefined {
  const first = headings[0]
  if (first === undefined || root.children === undefined) return undefined
  const before = root.children.slice(0, root.children.indexOf(first))
  // Fern's navigation has a title for each page.
  const hasOther = titled || syntax.generator === 'fern'
  const silent = before.every((node) => inlineText([node]) === '' && node.type !== 'code')
  const firstOne = headings.find((node) => node.depth === 1)
  if (firstOne !== undefined) {
    const isBelow = hasOther && TITLE_IS_SHOWN.has(syntax.generator) && (firstOne !== first || !silent)
    return isBelow ? undefined : firstOne
  }
  if (hasOther || !root.children.includes(first)) return undefined
  const depth = first.depth ?? 2
  const least = TITLE_IS_FIRST_LEVEL.has(syntax.generator) ? depth + 1 : depth
  const isTop = headings.every((node) => node === first || (node.depth ?? 2) >= least)
  return silent && isTop ? first : undefined
}
