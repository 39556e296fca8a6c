/**
 * Text to tree: the only file that knows the Markdown parser. The parser is native and 15 to 100 times faster than the
 * JavaScript ones; should it have to be replaced, any parser that gives mdast fits here.
 *
 * Heading attributes are the parser's business in MDX only, where `{#id}` would be an expression; in Markdown they are
 * read by `heading.ts`, since the parser would also eat `{name}` at the end of a heading.
 */
import { markdownToMdast, mdxToMdast } from 'satteri'
import { survives } from './mdx-probe.ts'
import type { TreeNode } from './tree.ts'

/** MDX that does not parse. `line` is 1-based in the text that was given. */
export interface MdxFault {
  line: number
  message: string
}

/** Parses Markdown. Never throws: there is no wrong Markdown. `lineOf` maps a 0-based line to the author's line. */
export function parseMarkdown(source: string, lineOf: (line: number) => number): TreeNode {
  const tree = markdownToMdast(source, {
    features: { gfm: true, frontmatter: false, headingAttributes: false },
    position: true,
  }) as unknown as Positioned
  return withLines(tree, lineOf)
}

const MDX = { features: { gfm: true, frontmatter: false, headingAttributes: true }, position: true }

/** Parses MDX; says where it does not parse. Expressions are kept as text in the tree, and never run. */
export function parseMdx(source: string, lineOf: (line: number) => number): TreeNode | MdxFault {
  if (!survives(source, MDX)) return { line: lineOf(0), message: 'an expression is nested too deep' }
  try {
    const tree = mdxToMdast(source, MDX) as unknown as Positioned
    return withLines(tree, lineOf)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const found = /^(\d+):\d+(?:-\d+:\d+)?: (.*?)(?: \(mdx[\w:-]*\))?$/s.exec(message)
    return { line: lineOf(Number(found?.[1] ?? 1) - 1), message: found?.[2] ?? message }
  }
}

/** The inline content of one line of Markdown, such as a container's title. */
export function parseInline(source: string, line: number): TreeNode[] {
  if (!/[*_`[\]<&~\\]|https?:/.test(source)) return [{ type: 'text', value: source }]
  const tree = parseMarkdown(source, () => line)
  const first = tree.children?.[0]
  if (first?.type === 'paragraph' && tree.children?.length === 1) return first.children ?? []
  return [{ type: 'text', value: source }]
}

/** Deeper than anybody nests lists and quotes; every later step walks the tree by recursion. */
const MAX_DEPTH = 100

/** All text below a node, however deep: without recursion. */
function textBelow(node: TreeNode): string {
  const waiting = [...(node.children ?? [])].toReversed()
  const words: string[] = []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.value !== undefined && next.type !== 'html') words.push(next.value)
    for (const child of (next.children ?? []).toReversed()) waiting.push(child)
  }
  return words.join(' ')
}

interface Positioned extends TreeNode {
  position?: { start: { line: number } }
  children?: Positioned[]
}

/** Positions are replaced by lines in place: half the memory, and lines are all that a problem needs. */
function withLines(tree: Positioned, lineOf: (line: number) => number): TreeNode {
  const step = (node: Positioned, depth: number): void => {
    if (node.position !== undefined) node.line = lineOf(node.position.start.line - 1)
    delete node.position
    if (node.children !== undefined) {
      if (depth > MAX_DEPTH)
        node.children = [{ type: 'paragraph', children: [{ type: 'text', value: textBelow(node) }] }]
      else for (const child of node.children) step(child, depth + 1)
    }
  }
  step(tree, 0)
  return tree
}
