/**
 * Renders the HTML of an article, as `article.md` describes it, one page at a time. Articles can be cached by the
 * page's hash, which covers its source, its includes, and the targets of its links.
 */
import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { LIMITS } from '../limits/limits.ts'
import type { IncludeResult } from '../folder/include-reader.ts'
import { overviewOf } from '../result/child-pages.ts'
import type { Docs, Page, Problem } from '../result/page.ts'
import { forPage, TooCostly } from '../limits/cpu-limit.ts'
import { readSource } from '../markdown/read-source.ts'
import { readingOf } from '../parsed/reading.ts'
import { htmlText } from '../markdown/html-token.ts'
import { inlineText } from '../markdown/plain-text.ts'
import type { TreeNode } from '../markdown/tree.ts'
import { walk } from '../markdown/tree.ts'
import type { CodeMemory } from './code-figure.ts'
import { codeFigure, mathFigure } from './code-figure.ts'
import { formulasOf } from '../markdown/formulas.ts'
import { type Converter, loadConverter, toMathml } from './formula.ts'
import { type ArticlePlace, finishElements } from './finish-elements.ts'
import { element } from './hast-element.ts'
import { overviewList } from './overview.ts'
import type { HighlightBudget } from './highlight.ts'
import { readCodeInfo } from '../markdown/code-info.ts'
import type { ArticleTree } from './to-hast.ts'
import { articleTree } from './to-hast.ts'

/**
 * HTML that its parser cannot read is shown as text: nested too deep (thousands of tags), or with a defect of the parser,
 * such as attributes of a tag behind a table's end in `<math>`.
 */
function convert(tree: TreeNode, mathml: Map<TreeNode, string>): ArticleTree {
  try {
    return articleTree(tree, mathml)
  } catch (error) {
    if (error instanceof TooCostly) throw error
    walk(tree, (node) => {
      if (node.type === 'html') Object.assign(node, { type: 'text', value: htmlText(node.value ?? '') })
    })
    return articleTree(tree, mathml)
  }
}

/**
 * Renders a page. Reading has found all problems of the content, so no page makes this fail. Pages of equal hash have
 * equal articles. Costly content is reduced: code without colours, a page as plain text.
 * @param docs a result of `readDocs`; for other objects it throws a `TypeError`.
 * @param memory of the page's highlighted blocks, for caches between processes: highlighting is most of the cost, and
 * most blocks of a changed page are unchanged.
 * @param report receives reductions. Such an article must not be cached, since a faster machine may show all of it.
 */
export async function renderArticle(
  docs: Docs,
  page: Page,
  memory?: CodeMemory,
  report: (problem: Problem) => void = () => undefined,
): Promise<string> {
  const reading = readingOf(docs)
  const parsed = reading?.sources.get(page.file)
  const at = reading?.places.get(page.file)
  if (reading === undefined || parsed === undefined || at === undefined) {
    throw new TypeError(`The page "${page.file}" is not of these docs; pass the result of readDocs.`)
  }
  const { file } = parsed
  const source = parsed.source()
  const problem = (message: string, line: number | undefined): void =>
    report({ file: page.file, line: line ?? 1, code: 'too-costly', message })
  const make = async (costly?: TooCostly): Promise<string> => {
    // Includes, formulas and lists of pages are longer than their marks in the source.
    let units = parsed.includes.size > 0 || parsed.listsPages ? Infinity : source.length
    const read = (path: string): IncludeResult => parsed.includes.get(path) ?? 'missing'
    const limited = <T>(work: () => T): T => forPage(units, LIMITS.renderMs, work)
    const context = { syntax: reading.site.syntax, read, report: () => undefined }
    const { tree } = limited(() => readSource({ file, source }, context, costly))
    const formulas = formulasOf(tree.root)
    const converter = await loadConverter(formulas)
    if (formulas.length > 0) units = Infinity
    const colours: HighlightBudget = {
      leftMs: LIMITS.pageHighlightMs,
      onSpent: (line) =>
        problem('The code takes too long to highlight and is shown without colours; shorten or split it.', line),
    }
    const { title } = tree.headings
    // The head of a landing page shows the title already.
    if (page.home !== undefined && title !== undefined && inlineText(title.children) === page.home.title)
      tree.root.children = (tree.root.children ?? []).filter((node) => node !== title)
    const { root, figures } = limited(() => {
      const { root, code } = convert(tree.root, mathmlOf(formulas, converter))
      const place: ArticlePlace = { docs, links: reading.links, at, page, code, tabs: 0, tables: 0 }
      return { root, figures: finishElements(root, place) }
    })
    await Promise.all(
      figures.map(async ({ parent, index, node }) => {
        parent.children[index] = await figureOf(node, memory, colours)
      }),
    )
    // A page without a text has a list of them already.
    if (tree.root.children?.at(-1)?.data?.hProperties?.dataPages !== 'below')
      root.children.push(...overviewList(overviewOf(docs.generator, page, docs.navigations)))
    if (tree.headings.title === undefined && page.home === undefined) {
      root.children.unshift(element('h1', {}, [{ type: 'text', value: page.title }]))
    }
    // The only raw HTML is that of code lines: the allow-list lets no raw node pass.
    return limited(() => toHtml(root, { allowDangerousHtml: true }).trim())
  }
  try {
    return await make(parsed.plain ? new TooCostly('') : undefined)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    problem(
      `The page is too costly (${error.message}), so it is shown as plain text; make it smaller or split it.`,
      error.line,
    )
    return make(error)
  }
}

function mathmlOf(formulas: ReturnType<typeof formulasOf>, converter: Converter | undefined): Map<TreeNode, string> {
  const results = toMathml(formulas, converter)
  const known = new Map<TreeNode, string>()
  formulas.forEach(({ node }, index) => {
    const result = results[index]
    if (result !== undefined && 'mathml' in result) known.set(node, result.mathml)
  })
  return known
}

function figureOf(node: TreeNode, memory: CodeMemory | undefined, colours: HighlightBudget): Promise<Element> {
  if (node.type === 'math') return Promise.resolve(mathFigure(node.value ?? ''))
  const info = readCodeInfo(node.lang, node.meta, node.value ?? '')
  return codeFigure(info, memory, { budget: colours, line: node.line })
}
