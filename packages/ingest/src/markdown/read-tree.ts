/**
 * The tree of a page's body: includes, formulas, containers, parser, folding, expansion of components, headings, in
 * this order. It is built when a folder is read and again when an article is rendered: trees are large and parsing is
 * cheap, so the source is stored and not the tree.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Report } from '../result/problem.ts'
import { readReferences } from './autoref.ts'
import { expandComponents } from './components/expand.ts'
import { addDescription } from './description.ts'
import { listBelowEmpty } from './empty-page.ts'
import { readFences } from './fences.ts'
import { readFragment, withIncludes } from './fragment.ts'
import type { Headings } from './heading.ts'
import { readHeadings } from './heading.ts'
import { includeBudget, type IncludeContext } from './include-text.ts'
import { readHome } from './home.ts'
import { readInline } from './inline.ts'
import { placeFormulas } from './math.ts'
import { addOperation } from './openapi/operation-page.ts'
import { checkPageTree } from './page-limits.ts'
import type { PageWork } from './page-work.ts'
import { setDashes } from './dashes.ts'
import { alignFormulas } from './myst/align-formulas.ts'
import { readsDirectives } from './myst/directive-lines.ts'
import { openProtocolLinks } from './myst/protocol-links.ts'
import { readSpans } from './attribute-spans.ts'
import { placeMedia } from './media-folder.ts'
import { readCaptions } from './quarto-captions.ts'
import { readMentions } from './quarto-references.ts'
import { nameTitles } from './titled-ids.ts'
import { readUidLinks } from './uid-links.ts'
import { readRoles } from './myst/role.ts'
import type { TreeNode } from './tree.ts'
import { readWikiLinks } from './wiki-links.ts'

/** Generators with links to pages by their names: `[[Page]]`. */
const WIKI_LINKS: ReadonlySet<GeneratorKind> = new Set(['plain', 'retype', 'wiki'])

/** Properties of the file that reading its body depends on. */
export interface TreeContext {
  mdx: boolean
  /** Whether the page is HTML with macros (`html-page.ts`). */
  html: boolean
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
  const { mdx, syntax, frontMatter, report } = context
  const budget = includeBudget(body.length)
  const work: PageWork = {
    ...context,
    budget,
    formulas: [],
    abbreviations: new Map(),
    rawExpressions: new Set(),
    cost: 0,
  }
  const { root, module } = readFragment(withIncludes(body.replaceAll(/[\uE000-\uE004]/g, ''), work), mdx, work)
  if (syntax.generator === 'mintlify') addOperation(root, context)
  listBelowEmpty(root, frontMatter)
  addDescription(root, frontMatter, syntax.generator)
  if (syntax.generator === 'jekyll') placeMedia(root, frontMatter)
  readFences(root, syntax)
  if (syntax.generator === 'fern') nameTitles(root)
  expandComponents(root, { components: syntax.components, ids: new Set(), report })
  if (syntax.generator === 'mkdocs') readReferences(root)
  if (syntax.generator === 'plain') readSpans(root)
  if (WIKI_LINKS.has(syntax.generator)) readWikiLinks(root, syntax.generator === 'wiki')
  if (syntax.generator === 'quarto') readMentions(root)
  if (syntax.generator === 'myst') openProtocolLinks(root)
  if (syntax.generator === 'docfx' || syntax.generator === 'myst') readUidLinks(root)
  if (readsDirectives(syntax) || syntax.generator === 'quarto') readRoles(root, { ...syntax, report })
  readInline(root, { ...work, data: module.data })
  if (syntax.generator === 'quarto') readCaptions(root)
  placeFormulas(root, work.formulas)
  if (readsDirectives(syntax)) alignFormulas(root)
  // The head of a landing page shows its title.
  const titled = typeof frontMatter.title === 'string' || (readHome(frontMatter)?.title ?? '') !== ''
  const headings = readHeadings(root, { titled, syntax: context.syntax, report })
  setDashes(root, syntax.generator)
  checkPageTree(root, headings.list)
  return { root, headings }
}
