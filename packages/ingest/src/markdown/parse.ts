/**
 * The only file that uses the Markdown parser. The native parser is 15 to 100 times faster than those in JavaScript;
 * any parser that returns mdast could replace it.
 *
 * The parser reads heading attributes in MDX only, where `{#id}` would be an expression; in Markdown `heading.ts` reads
 * them, since the parser would also remove `{name}` at the end of a heading.
 */
import { markdownToMdast, mdxToMdast } from 'satteri'
import { messageOf } from '../result/message-of.ts'
import { columnInSource, removeMarks, withMarks } from './cjk-emphasis.ts'
import type { TreeNode } from './tree.ts'

/** A syntax error of MDX. */
export interface MdxFault {
  /** The author's line. */
  line: number
  /** The line and the column in the given text, 1-based; absent for the whole text. */
  at?: { line: number; column: number }
  message: string
}

/** Parses Markdown. Never throws, since every text is Markdown. `lineOf` maps a 0-based line to the author's line. */
export function parseMarkdown(source: string, lineOf: (line: number) => number): TreeNode {
  const marked = withMarks(source)
  const tree = markdownToMdast(marked, {
    features: { gfm: true, frontmatter: false, headingAttributes: false },
    position: true,
  }) as unknown as Positioned
  return withLines(tree, lineOf, marked !== source)
}

const MDX = { features: { gfm: true, frontmatter: false, headingAttributes: true }, position: true }

/**
 * Parses MDX that the parser survives (`mdx-probe.ts`); returns the place of a syntax error. Expressions stay text in the
 * tree, and are never run.
 */
export function parseMdx(source: string, lineOf: (line: number) => number): TreeNode | MdxFault {
  const marked = withMarks(source)
  try {
    const tree = mdxToMdast(marked, MDX) as unknown as Positioned
    return withLines(tree, lineOf, marked !== source)
  } catch (error) {
    const message = messageOf(error)
    const [, first = '', column = '', reason] =
      /^(\d+):(\d+)(?:-\d+:\d+)?: (.*?)(?: \(mdx[\w:-]*\))?$/s.exec(message) ?? []
    if (reason === undefined) return { line: lineOf(0), message }
    const line = Number(first)
    const at = { line, column: columnInSource(marked.split('\n')[line - 1] ?? '', Number(column)) }
    return { line: lineOf(line - 1), at, message: reason }
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

/** Maximum depth of lists and quotes; every later step walks the tree by recursion. */
const MAX_DEPTH = 100

/** All text below a node, without recursion. */
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
  position?: { start: { line: number } } | undefined
  children?: Positioned[]
}

/** Replaces positions by lines, in place: half the memory, and problems need only lines. `isMarked`: of `withMarks`. */
function withLines(tree: Positioned, lineOf: (line: number) => number, isMarked: boolean): TreeNode {
  const step = (node: Positioned, depth: number): void => {
    if (isMarked) removeMarks(node)
    if (node.position !== undefined) node.line = lineOf(node.position.start.line - 1)
    node.position = undefined
    if (node.children !== undefined) {
      if (depth > MAX_DEPTH)
        node.children = [{ type: 'paragraph', children: [{ type: 'text', value: textBelow(node) }] }]
      else for (const child of node.children) step(child, depth + 1)
    }
  }
  step(tree, 0)
  return tree
}
