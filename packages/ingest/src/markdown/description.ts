/** The description of a page's front matter, or its subtitle, which some generators show below the title. */
import type { GeneratorKind } from '../result/generator.ts'
import { inlineText } from './plain-text.ts'
import { paragraph, text, type TreeNode } from './tree.ts'

/** Generators whose own themes show it on every page. */
const SHOWN_BY = new Set<GeneratorKind>(['docus', 'fern', 'fumadocs', 'gitbook', 'mintlify'])

/** Adds the description below the title of a page, unless its first paragraph is the same text. Changes the tree. */
export function addDescription(root: TreeNode, frontMatter: Record<string, unknown>, generator: GeneratorKind): void {
  const { mode } = frontMatter
  const description = generator === 'fern' ? (frontMatter.subtitle ?? frontMatter.excerpt) : frontMatter.description
  // Mintlify's mode `custom` has neither title nor description.
  if (!SHOWN_BY.has(generator) || mode === 'custom' || typeof description !== 'string' || description.trim() === '')
    return
  const words = description.trim().replaceAll(/\s+/g, ' ')
  const children = root.children ?? []
  const first = children.find(({ type }) => type === 'paragraph')
  if (first !== undefined && inlineText(first.children).trim() === words) return
  const at = children[0]?.type === 'heading' && children[0].depth === 1 ? 1 : 0
  root.children = children.toSpliced(at, 0, paragraph(withLinks(words)))
}

const LINK = /\[([^\][]+)\]\(([^()\s]+)\)/g

/** A description as plain text: of a link its text. */
export function plainDescription(words: string): string {
  return words.replaceAll(LINK, '$1')
}

/** The text of a description with its links. */
function withLinks(words: string): TreeNode[] {
  const nodes: TreeNode[] = []
  let from = 0
  for (const { 0: whole, 1: label = '', 2: url = '', index } of words.matchAll(LINK)) {
    if (index > from) nodes.push(text(words.slice(from, index)))
    nodes.push({ type: 'link', url, children: [text(label)] })
    from = index + whole.length
  }
  return from < words.length ? [...nodes, text(words.slice(from))] : nodes
}
