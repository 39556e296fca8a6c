/**
 * Headings: the page's title, the levels of the others, and their anchors.
 *
 * Ids are GitHub's slugs, unique as on GitHub (`name`, `name-1`), unless the author sets one: `{#id}`, `{ #id .class
 * }`, `<h2 id="id">`. A page has one heading of level 1, its title: in a page that begins with `##`, or has several
 * `#`, the others are shifted so that the sections below the title begin at level 2.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import GithubSlugger from 'github-slugger'
import type { Heading } from '../result/page.ts'
import type { Report } from '../result/problem.ts'
import { parseAttributeList } from './container.ts'
import { isFrameId } from './names.ts'
import { inlineText } from './plain-text.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** The headings of one page. */
export interface Headings {
  /** The heading that is the page's title, if there is one. */
  title: TreeNode | undefined
  /** The others, in order, with their nodes. Their nodes' `depth` is the level, and `data.hProperties.id` the id. */
  list: (Heading & { node: TreeNode })[]
}

/** Finds the headings of a page and sets levels and ids in the tree. `titled`: the front matter has a title. */
export function readHeadings(root: TreeNode, titled: boolean, report: Report): Headings {
  const nodes: TreeNode[] = []
  walk(root, (node) => {
    if (node.type === 'heading') nodes.push(node)
  })
  for (const node of nodes) takeAttributes(node)
  const shown = nodes.filter((node) => inlineText(node.children) !== '')
  const title = findTitle(root, shown, titled)
  const others = shown.filter((node) => node !== title)
  const top = others.reduce((least, node) => Math.min(least, node.depth ?? 2), Infinity)
  const shift = title !== undefined && (title.depth ?? 1) > 1 ? 1 - title.depth! : top < 2 ? 1 : 0
  const slugger = new GithubSlugger()
  const used = new Set<string>()
  const all = title === undefined ? others : [title, ...others]
  const own = new Set(all.map((node) => node.data?.hProperties?.id).filter((id) => typeof id === 'string'))
  if (title !== undefined) setId(title, inlineText(title.children))
  const list = others.map((node) => {
    node.depth = Math.min(6, Math.max(2, (node.depth ?? 2) + shift))
    const text = inlineText(node.children)
    return { level: node.depth, text, id: setId(node, text), node }
  })
  if (title !== undefined) title.depth = 1
  return { title, list }

  function setId(node: TreeNode, text: string): string {
    const id = makeId(node, text)
    used.add(id)
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id } }
    return id
  }

  function makeId(node: TreeNode, text: string): string {
    const given = node.data?.hProperties?.id
    if (typeof given === 'string' && isFrameId(given)) {
      report('reserved-name', node.line, `The id "${given}" is the page's own; give this heading another one.`)
    } else if (typeof given === 'string') {
      if (!used.has(given)) return given
      report('duplicate-id', node.line, `The id "${given}" is used twice on this page; give this heading another one.`)
    }
    let id = slugger.slug(typeof given === 'string' ? given : text)
    if (id === '' || id.startsWith('-')) id = id === '' ? slugger.slug('section') : id
    while (used.has(id) || own.has(id)) id = slugger.slug(typeof given === 'string' ? given : text || 'section')
    return id
  }
}

/** The first `#`; else, where the page has no other title, the heading at its beginning. */
function findTitle(root: TreeNode, headings: TreeNode[], titled: boolean): TreeNode | undefined {
  const first = headings[0]
  if (first === undefined || root.children === undefined) return undefined
  const firstOne = headings.find((node) => node.depth === 1)
  if (firstOne !== undefined) return firstOne
  if (titled || !root.children.includes(first)) return undefined
  const before = root.children.slice(0, root.children.indexOf(first))
  const silent = before.every((node) => inlineText([node]) === '' && node.type !== 'code')
  return silent && headings.every((node) => (node.depth ?? 2) >= (first.depth ?? 2)) ? first : undefined
}

const ATTRIBUTES =
  /^\{:?\s*((?:[#.][^\s{}]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))(?:\s+(?:[#.][^\s{}]+|[\w-]+(?:=(?:"[^"]*"|'[^']*'|[^\s{}"']+))?))*)\s*\}$/

/** Maximum length (UTF-16 units) of an attribute list, which bounds the search for its beginning. */
const LIST_UNITS = 500

/** The attribute list at the end of a text, and its position. */
function attributesAtEnd(value: string): { at: number; list: string } | undefined {
  const text = value.trimEnd()
  if (!text.endsWith('}')) return undefined
  for (let at = text.indexOf('{', text.length - LIST_UNITS); at >= 0; at = text.indexOf('{', at + 1)) {
    const list = ATTRIBUTES.exec(text.slice(at))?.[1]
    if (list !== undefined) return { at, list }
  }
  return undefined
}

/** `{#id}`, `{ #id .class }` and `{.class}` at the end of a heading. */
function takeAttributes(node: TreeNode): void {
  const last = node.children?.at(-1)
  if (last?.type !== 'text' || last.value === undefined) return
  const found = attributesAtEnd(last.value)
  if (found === undefined) return
  last.value = last.value.slice(0, found.at).trimEnd()
  const { id, class: className } = parseAttributeList(found.list)
  node.data = {
    ...node.data,
    hProperties: {
      ...node.data?.hProperties,
      ...(id === undefined ? {} : { id }),
      ...(className === undefined ? {} : { className: className.split(' ') }),
    },
  }
}

/** Ids that VitePress and Python-Markdown would give a heading. Links to them are redirected to ours. */
export function foreignIds(text: string): string[] {
  const vitepress = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
  const python = text
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-')
  return [vitepress, python].filter((id) => id !== '')
}
