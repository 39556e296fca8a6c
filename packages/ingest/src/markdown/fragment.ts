/**
 * Parses one source of a page into a folded tree: the page's own body, or a Markdown file that module code imports as a
 * component (`import Part from './_part.mdx'`) and a tag shows (`<Part />`). Such a partial has names of its own, and
 * `props` from the tag, and its relative links begin at its file. All of its lines have the line number of the tag.
 */
import { type Value, valueOfJson } from '../program/value.ts'
import { takeAbbreviations } from './abbreviations.ts'
import { applyAttributes } from './attribute-blocks.ts'
import { markAttributes } from './attribute-lines.ts'
import { withHeadingIds, withoutComments } from './comment-lines.ts'
import { type Container, markContainers } from './container.ts'
import { dialectLines } from './dialect-lines.ts'
import { docsifyLinks } from './docsify.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import { foldTree } from './fold.ts'
import { splitFrontMatter } from './front-matter.ts'
import { expandIncludes, includeFile, MAX_DEPTH, mayInclude } from './include.ts'
import { spend } from './include-text.ts'
import { markMdc, readsMdc } from './mdc.ts'
import { withImageSizes } from './image-size.ts'
import { htmlTree, visibleHtml } from './html-page.ts'
import { expandMacros } from './macros/expand.ts'
import { markFormulas } from './math.ts'
import { beyondMdx } from './mdx-limits.ts'
import { mayHaveJsx, mayHaveModules, scriptCode, takeModules } from './module-lines.ts'
import { EXPRESSION_JSX, type PageModule, readModule } from './page-module.ts'
import type { PageWork } from './page-work.ts'
import { type DirectiveContext, markDirectives, readsDirectives } from './myst/directive-lines.ts'
import { substitutionsOf } from './myst/substitution.ts'
import { joinOpenTags } from './open-tags.ts'
import { parseRepaired } from './mdx-repair.ts'
import { separateSummaries } from './summary-end.ts'
import { parseMarkdown } from './parse.ts'
import { checkParserInput } from './parser-limits.ts'
import { inlined, rebase } from './partial-tree.ts'
import { fencedDiagrams } from './plantuml.ts'
import { hideRustLines } from './rust-lines.ts'
import { noteSlugTexts } from './slug-source.ts'
import { type SourceLine, sourceLines } from './source-line.ts'
import type { Data, TreeNode } from './tree.ts'
import { walk } from './tree.ts'
import { endAddresses } from './table-rows.ts'
import { readTextDirectives } from './text-directives.ts'
import { replaceVariables } from './variables.ts'

/** One source of a page. */
interface Source {
  /** As the page names it; empty for the page itself. */
  path: string
  mdx: boolean
  /** Number of partials around it. */
  depth: number
  /** Of the tag that shows a partial. */
  line: number
  props: Record<string, Data | undefined>
  children: TreeNode[]
  /** The names that JSX of an expression uses: those around it. */
  names?: PageModule
}

/** Cost of a tag in a partial, as of signs: the MDX parser's work is quadratic in the tags of a source. */
const TAG_COST = 25

const AT = { file: '', line: 1 }

/** A folded tree, and the names of its source. */
interface Fragment {
  root: TreeNode
  module: PageModule
}

/** Parses and folds a page's own lines, with all partials in place. @throws TooCostly */
export function readFragment(lines: SourceLine[], mdx: boolean, work: PageWork): Fragment {
  if (work.html) return htmlFragment(lines, work)
  return fragmentOf(lines, { path: '', mdx, depth: 0, line: 1, props: {}, children: [] }, work)
}

/** A page of HTML: its macros are read, and Markdown only where one renders it. */
function htmlFragment(source: SourceLine[], work: PageWork): Fragment {
  const part: Source = { path: '', mdx: false, depth: 0, line: 1, props: {}, children: [] }
  const { lines, containers } = expandMacros(visibleHtml(source), work)
  const root = htmlTree(lines, containers, (inner) => parsedLines(inner, containers, part, work).root.children ?? [])
  const module = moduleOf([], part, work)
  foldTree(root, { containers, report: work.report, module, children: [], partial: () => undefined, html: true })
  return { root, module }
}

function fragmentOf(source: SourceLine[], part: Source, work: PageWork): Fragment {
  const { syntax, report } = work
  const fenced = fencedDiagrams(source)
  const named = syntax.generator === 'mintlify' ? replaceVariables(fenced, syntax.variables) : fenced
  const macros = expandMacros(named, work)
  const { root, containers, statements } = parsedLines(macros.lines, macros.containers, part, work)
  noteSlugTexts(root, source, syntax)
  if (syntax.generator === 'mdbook') hideRustLines(root)
  if (syntax.generator === 'docsify') docsifyLinks(root)
  const module = part.names ?? moduleOf(statements, part, work)
  foldTree(root, {
    containers,
    report,
    module,
    children: part.children,
    partial: (node) => partialOf(node, module, part, work),
  })
  if (macros.containers.length > 0) applyAttributes(root, syntax)
  return { root, module }
}

/** The tree of lines without macros before it is folded, the containers of its marks, and the lines of its module code. */
function parsedLines(
  expanded: SourceLine[],
  ofMacros: Container[],
  part: Source,
  work: PageWork,
): { root: TreeNode; containers: Container[]; statements: SourceLine[] } {
  const { syntax, report } = work
  const attributed = markAttributes(expanded, ofMacros, syntax)
  const directives = readsDirectives(syntax) ? markDirectives(attributed, directiveContext(work)) : undefined
  let lines = separateSummaries(withHeadingIds(directives?.lines ?? attributed))
  const isMdx = part.mdx || (syntax.mdx && (mayHaveModules(lines) || mayHaveJsx(lines)))
  if (isMdx) lines = withoutComments(readTextDirectives(lines, syntax.generator), '<!--', '-->')
  else lines = joinOpenTags(withImageSizes(lines))
  const taken = isMdx && mayHaveModules(lines) ? takeModules(lines) : { lines, statements: scriptCode(lines) }
  const containers = directives?.containers ?? ofMacros
  lines = markFormulas(dialectLines(taken.lines, containers, work), work.formulas)
  const marked = readsMdc(syntax) ? markMdc(lines, report) : markContainers(lines, report, containers)
  takeAbbreviations(marked.lines, work.abbreviations)
  const root = parse(endAddresses(marked.lines), isMdx, part, work)
  return { root, containers: marked.containers, statements: taken.statements }
}

function directiveContext(work: PageWork): DirectiveContext {
  return { ...work, substitutions: substitutionsOf(work.frontMatter, work.syntax.variables) }
}

function parse(lines: SourceLine[], isMdx: boolean, part: Source, work: PageWork): TreeNode {
  work.cost = checkParserInput(lines, work.cost)
  if (part.depth > 0) work.cost += TAG_COST * lines.reduce((sum, { text }) => sum + text.split('<').length - 1, 0) ** 2
  const lineOf = (line: number): number => lines[line]?.line ?? lines.at(-1)?.line ?? 1
  const textOf = (all: SourceLine[]): string => all.map((line) => line.text).join('\n')
  if (isMdx) {
    const tree = beyondMdx(lines) ?? parseRepaired(textOf(lines), lineOf, work.report)
    if ('type' in tree) return tree
    work.report('mdx-syntax', tree.line, `This is not valid MDX (${tree.message}); the page is read as plain Markdown.`)
  }
  const text = textOf(withoutComments(lines, '{/*', '*/}'))
  const dashed = text.replaceAll(DOTTED_TAG, '$1--')
  const tree = parseMarkdown(dashed, lineOf)
  if (dashed !== text)
    walk(tree, (node) => {
      if (node.type !== 'html' && node.value !== undefined) node.value = node.value.replaceAll(DASHED_TAG, '$1.')
    })
  return tree
}

/** The name of a tag up to its dot, which Markdown's HTML does not have; `fold.ts` reads two hyphens as the dot. */
const DOTTED_TAG = /(<\/?[A-Z]\w{0,50})\.(?=[A-Z])/g
const DASHED_TAG = /(<\/?[A-Z]\w{0,50})--(?=[A-Z])/g

function moduleOf(statements: SourceLine[], part: Source, work: PageWork, depth = 0): PageModule {
  const { frontMatter } = work
  const props = valueOfJson(part.props, AT)
  const given = new Map<string, Value>(props.kind === 'table' ? props.entries : [])
  given.set('props', props)
  for (const name of ['frontMatter', 'frontmatter', '$frontmatter']) given.set(name, valueOfJson(frontMatter, AT))
  return readModule(statements, {
    path: part.path,
    isScript: !part.mdx && !work.syntax.mdx,
    given,
    readText: (path, line) => textOf(path, lineIn(part, line), work, part.depth),
    markdownPath: (path) => {
      // Only Rspress' bundler completes the names of Markdown files.
      const names = work.syntax.generator === 'rspress' ? [`${path}.mdx`, `${path}.md`] : []
      return names.find((name) => typeof work.read(name) === 'object')
    },
    readModule: (path, line) => {
      const text = depth > 0 ? undefined : textOf(path, lineIn(part, line), work, part.depth)
      if (text === undefined) return undefined
      const inner = takeModules(sourceLines(text)).statements
      return moduleOf(inner, { ...part, path, props: {} }, work, depth + 1)
    },
  })
}

/** The author's line of a statement: in a partial, the line of its tag. */
function lineIn(part: Source, line: number): number {
  return part.depth > 0 ? part.line : line
}

function textOf(path: string, line: number, work: PageWork, depth: number): string | undefined {
  const lines = includeFile(path, { line }, work, depth)
  return lines.length === 0 ? undefined : lines.map(({ text }) => text).join('\n')
}

/** The folded content of the partial that a tag shows; `undefined` for other tags. */
function partialOf(node: TreeNode, module: PageModule, around: Source, work: PageWork): TreeNode[] | undefined {
  const path = module.partials.get(node.name ?? '') ?? includedPath(node, work.syntax)
  const line = node.line ?? around.line
  const { attributes: props = {}, children = [] } = node
  const part: Source = { path: path ?? around.path, mdx: true, depth: around.depth + 1, line, props, children }
  if (path === undefined) {
    if (node.name?.startsWith(EXPRESSION_JSX) === true) part.names = module.within(props)
    const content = jsxContent(module.jsxOf(node.name ?? ''), part, work)
    return node.inline === true ? content && inlined(content) : content
  }
  part.mdx = /\.mdx$/i.test(path) || work.syntax.mdx
  const lines = includeFile(path, { line }, work, around.depth)
  if (node.name === 'Code') return [codeOf(path, lines, line)]
  const { body } = splitFrontMatter(lines.map(({ text }) => text).join('\n'), () => undefined)
  const own = sourceLines(body).map(({ text }) => ({ text, line }))
  const { root } = fragmentOf(node.name === 'Markdown' ? replaceVariables(own, textsOf(props)) : own, part, work)
  rebase(root, path)
  return root.children ?? []
}

/** The folded JSX of a component. */
function jsxContent(jsx: string | undefined, part: Source, work: PageWork): TreeNode[] | undefined {
  if (jsx === undefined || part.depth > MAX_DEPTH) return undefined
  spend(work.budget, 'includes', 1, part.line)
  spend(work.budget, 'units', jsx.length, part.line)
  const lines = sourceLines(jsx).filter(({ text }) => text.trim() !== '')
  const { root } = fragmentOf(
    lines.map(({ text }) => ({ text, line: part.line })),
    part,
    work,
  )
  return root.children ?? []
}

/**
 * The file of Mintlify's `<Snippet file="part.mdx" />`, in the folder `snippets`, and of Fern's
 * `<Markdown src="/snippets/part.mdx" />` and `<Code src="/snippets/part.js" />`.
 */
function includedPath({ name, attributes }: TreeNode, { generator }: PageSyntax): string | undefined {
  const { file, src } = attributes ?? {}
  if (name === 'Snippet')
    return typeof file === 'string' && /\.mdx?$/i.test(file)
      ? `/snippets/${file.replace(/^\/?(?:snippets\/)?/, '')}`
      : undefined
  const isInclude = generator === 'fern' && (name === 'Markdown' || name === 'Code')
  return isInclude && typeof src === 'string' && !/^https?:/.test(src) ? src : undefined
}

function codeOf(path: string, lines: readonly SourceLine[], line: number): TreeNode {
  const [, lang = null] = /\.(\w{1,20})$/.exec(path) ?? []
  return {
    type: 'code',
    lang,
    meta: null,
    value: lines
      .map(({ text }) => text)
      .join('\n')
      .trimEnd(),
    line,
  }
}

/** The attributes with a text. */
function textsOf(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Replaces the includes of a page's own lines. */
export function withIncludes(body: string, work: PageWork): SourceLine[] {
  const lines = sourceLines(body)
  const { appended = [] } = work.syntax
  if (appended.length === 0) return mayInclude(body, work) ? expandIncludes(lines, work) : lines
  const line = lines.at(-1)?.line ?? 1
  return expandIncludes(
    [...lines, ...appended.flatMap((path) => ['', `--8<-- "/${path}"`]).map((text) => ({ text, line }))],
    work,
  )
}
