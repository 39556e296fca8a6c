/**
 * The tree of a page's body: includes, formulas, containers, parser, folding, expansion of components, headings, in
 * this order. It is built when a folder is read and again when an article is rendered: trees are large and parsing is
 * cheap, so the source is stored and not the tree.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { Report } from '../result/problem.ts'
import { replaceBetween } from './between.ts'
import { expandComponents } from './components/expand.ts'
import { markContainers } from './container.ts'
import { foldTree } from './fold.ts'
import type { Headings } from './heading.ts'
import { readHeadings } from './heading.ts'
import { nameShortcodes } from './shortcode.ts'
import type { IncludeContext } from './include.ts'
import { expandIncludes, includeBudget, mayInclude } from './include.ts'
import { takeAbbreviations, readInline } from './inline.ts'
import { expandMacros } from './macros/expand.ts'
import { openMarkdownHtml } from './markdown-in-html.ts'
import { markFormulas, placeFormulas } from './math.ts'
import { beyondMdx } from './mdx-limits.ts'
import { checkPageTree } from './page-limits.ts'
import { parseMarkdown, parseMdx } from './parse.ts'
import { checkParserInput } from './parser-limits.ts'
import type { SourceLine } from './source-line.ts'
import { codeTracker, sourceLines } from './source-line.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Properties of the file that reading its body depends on. */
export interface TreeContext {
  mdx: boolean
  syntax: PageSyntax
  frontMatter: Record<string, unknown>
  read: IncludeContext['read']
  report: Report
}

/** A page's tree with its headings. */
export interface PageTree {
  root: TreeNode
  headings: Headings
}

/** Reads a page's body and reports its faults. @throws TooCostly for a page beyond a limit. */
export function readTree(body: string, context: TreeContext): PageTree {
  let lines = sourceLines(body.replaceAll(/[\uE000-\uE004]/g, ''))
  const budget = includeBudget(body.length)
  if (mayInclude(body, context)) lines = expandIncludes(lines, { ...context, budget })
  const macros = expandMacros(lines, { ...context, budget })
  lines = macros.lines
  if (context.mdx) lines = withoutComments(lines)
  if (context.syntax.generator === 'mkdocs') lines = openMarkdownHtml(nameShortcodes(lines))
  const { lines: plain, formulas } = markFormulas(lines)
  const marked = markContainers(plain, context.report, macros.containers)
  const abbreviations = takeAbbreviations(marked.lines)
  const root = parse(marked.lines, context)
  if (context.syntax.generator === 'mdbook') hideRustLines(root)
  foldTree(root, { containers: marked.containers, report: context.report })
  expandComponents(root, { components: context.syntax.components, report: context.report })
  readInline(root, { ...context, abbreviations })
  placeFormulas(root, formulas)
  const titled = typeof context.frontMatter.title === 'string'
  const headings = readHeadings(root, titled, context.report)
  checkPageTree(root, headings.list)
  return { root, headings }
}

function parse(lines: SourceLine[], context: TreeContext): TreeNode {
  checkParserInput(lines)
  const text = lines.map((line) => line.text).join('\n')
  const lineOf = (line: number): number => lines[line]?.line ?? lines.at(-1)?.line ?? 1
  if (!context.mdx) return parseMarkdown(text, lineOf)
  const tree = beyondMdx(lines) ?? parseMdx(text, lineOf)
  if ('type' in tree) return tree
  context.report(
    'mdx-syntax',
    tree.line,
    `This is not valid MDX (${tree.message}); the page is read as plain Markdown.`,
  )
  return parseMarkdown(text, lineOf)
}

/** Empties HTML comments, which are a fault in MDX but common in practice; the lines stay. */
function withoutComments(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  let open = false
  return lines.map((line) => {
    const isCode = track(line.text) !== 'text' && !open && !/^\s*<!--/.test(line.text)
    if (isCode) return line
    let { text } = line
    if (open) {
      const end = text.indexOf('-->')
      if (end < 0) return { ...line, text: '' }
      text = text.slice(end + 3)
      open = false
    }
    text = replaceBetween(text, [['<!--', '-->']], () => '')
    const start = text.indexOf('<!--')
    if (start < 0) return { ...line, text }
    open = true
    return { ...line, text: text.slice(0, start) }
  })
}

/** mdBook: lines of Rust that begin with `# ` make an example compile, and are not for readers; `##` is a real `#`. */
function hideRustLines(root: TreeNode): void {
  walk(root, (node) => {
    if (node.type !== 'code' || node.lang?.split(/[,{\s]/)[0] !== 'rust' || node.value?.includes('#') !== true) return
    const lines = node.value.split('\n').filter((line) => !/^\s*#(?: |$)/.test(line))
    node.value = lines.map((line) => line.replace(/^(\s*)##/, '$1#')).join('\n')
  })
}
