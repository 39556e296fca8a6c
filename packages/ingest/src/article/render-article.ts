/**
 * Renders the HTML of an article, as `article.md` describes it, one page at a time. Articles can be cached by the
 * page's hash, which covers its source, its includes, and the targets of its links.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { Element, ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import { sourceSet } from '../links/source-set.ts'
import { LIMITS } from '../limits/limits.ts'
import type { IncludeResult } from '../folder/include-reader.ts'
import { childPages, overviewOf, pagesBelow } from '../result/child-pages.ts'
import type { Docs, Heading, Page, Problem } from '../result/page.ts'
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
import { finishLink } from './finish-link.ts'
import { overviewList } from './overview.ts'
import type { HighlightBudget } from './highlight.ts'
import { readCodeInfo } from '../markdown/code-info.ts'
import type { ArticleTree } from './to-hast.ts'
import { readThemeClasses } from './theme-classes.ts'
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

interface Place {
  docs: Docs
  links: LinkMap
  at: LinkPlace
  page: Page
  code: TreeNode[]
  memory: CodeMemory | undefined
  colours: HighlightBudget
  tabs: number
  /** Number of tables of contents so far. */
  tables: number
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
    const { root, place, figures } = limited(() => {
      const { root, code } = convert(tree.root, mathmlOf(formulas, converter))
      const place = { docs, links: reading.links, at, page, code, memory, colours, tabs: 0, tables: 0 }
      return { root, place, figures: finish(root, place) }
    })
    await Promise.all(
      figures.map(async ({ parent, index, node }) => {
        parent.children[index] = await figureOf(node, place)
      }),
    )
    root.children.push(...overviewList(overviewOf(reading.site.generator.kind, page, docs.navigations)))
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

/** The place of a code block. */
interface FigurePlace {
  parent: Root | Element
  index: number
  node: TreeNode
}

/**
 * Finishes the parts that depend on the site: links, images, tabs' names, tables of contents. Returns the places of
 * code blocks.
 */
function finish(parent: Root | Element, place: Place): FigurePlace[] {
  const figures: FigurePlace[] = []
  parent.children.forEach((child, index) => {
    if (child.type !== 'element') return
    readThemeClasses(child)
    const { properties, tagName } = child
    if (properties.dataLabel !== undefined) {
      delete properties.dataLabel
      delete properties.dataTarget
    }
    if (tagName === 'pre' && typeof properties.dataCode === 'string') {
      const node = place.code[Number(properties.dataCode)]
      if (node === undefined) return
      figures.push({ parent, index, node })
      return
    }
    if (tagName === 'a') finishLink(child, place)
    else if (tagName === 'img') {
      markAppearance(properties)
      properties.src = resolved(properties.src, place)
      properties.alt ??= ''
      properties.loading ??= 'lazy'
      properties.decoding ??= 'async'
    } else if (['video', 'audio', 'source', 'track'].includes(tagName)) {
      if (properties.src !== undefined) properties.src = resolved(properties.src, place)
      if (properties.poster !== undefined) properties.poster = resolved(properties.poster, place)
      if (tagName === 'video' || tagName === 'audio') Object.assign(properties, { controls: true, preload: 'metadata' })
    }
    // A table in HTML scrolls in the box that a table in Markdown has.
    if (tagName === 'table' && !classesOf(parent).includes('table'))
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table'], tabIndex: 0 },
        children: [child],
      }
    for (const name of ['fill', 'stroke'])
      if (/url\((?!\s*["']?#)/i.test(String(properties[name] ?? ''))) delete properties[name]
    if (properties.srcSet !== undefined) properties.srcSet = resolvedSet(String(properties.srcSet), place)
    const classes = classesOf(child)
    if (classes.includes('tabs')) nameTabs(child, ++place.tabs)
    if (classes.includes('toc') && child.children.length === 0 && place.tables++ < LIMITS.tablesOfContents)
      Object.assign(child, tableOfContents(place.page.headings))
    if (classes.includes('file-tree')) markDirectories(child)
    if (properties.dataPages !== undefined) listPages(child, place)
    for (const figure of finish(child, place)) figures.push(figure)
  })
  return figures
}

function classesOf(node: Root | Element): (string | number)[] {
  const { className } = node.type === 'element' ? node.properties : {}
  return Array.isArray(className) ? className : []
}

function figureOf(node: TreeNode, { memory, colours }: Place): Promise<Element> {
  if (node.type === 'math') return Promise.resolve(mathFigure(node.value ?? ''))
  const info = readCodeInfo(node.lang, node.meta, node.value ?? '')
  return codeFigure(info, memory, { budget: colours, line: node.line })
}

function resolved(source: unknown, { links, at }: Place): string | undefined {
  if (typeof source !== 'string' || source === '') return undefined
  const { href } = resolveLink(source, at, links)
  return href === '' ? undefined : href
}

/** Images of one appearance, as GitHub and MkDocs mark them in addresses and Tailwind in classes. */
function markAppearance(properties: Element['properties']): void {
  const [, marked] = /#(?:gh-|only-)(light|dark)\b/.exec(String(properties.src)) ?? []
  const classes = Array.isArray(properties.className) ? properties.className : []
  const dark = classes.includes('hidden') && classes.some((name) => /^dark:(?!hidden$)/.test(String(name)))
  const mark = marked ?? (classes.includes('dark:hidden') ? 'light' : dark ? 'dark' : undefined)
  if (mark !== undefined) properties.dataOnly = mark
}

/** `a.png 1x, b.png 2x`. */
function resolvedSet(set: string, place: Place): string {
  return sourceSet(set)
    .map(({ url, size }) => `${resolved(url, place) ?? ''} ${size}`.trim())
    .join(', ')
}

function nameTabs(group: Element, number: number): void {
  for (const child of group.children) {
    if (child.type === 'element' && child.tagName === 'details') child.properties.name = `tabs-${number}`
  }
}

/** Fills a list of the pages below this one with cards. */
function listPages(node: Element, { at, docs, page }: Place): void {
  const listed =
    node.properties.dataPages === 'below'
      ? pagesBelow(page, docs.navigations, docs.pages)
      : childPages(at.url, docs.navigations, docs.pages)
  delete node.properties.dataPages
  node.children = listed.map(({ title, url, description }) => {
    const words = [element('span', { className: ['card-title'] }, [{ type: 'text', value: title }])]
    if (description !== '')
      words.push(element('span', { className: ['card-description'] }, [{ type: 'text', value: description }]))
    return element('a', { className: ['card', 'link-card'], href: url }, words)
  })
}

function markDirectories(node: Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'li' && child.children.some((inner) => inner.type === 'element' && inner.tagName === 'ul')) {
      child.properties.className = ['directory']
    }
    markDirectories(child)
  }
}

/** `[[toc]]`: the headings as nested lists. */
function tableOfContents(headings: Heading[]): Element {
  const root = element('ul', { className: ['toc'] }, [])
  const levels: { level: number; list: Element }[] = [
    { level: Math.min(6, ...headings.map(({ level }) => level)), list: root },
  ]
  for (const { level, text, id } of headings) {
    while (levels.length > 1 && levels.at(-1)!.level > level) levels.pop()
    if (level > levels.at(-1)!.level) {
      const last = levels.at(-1)!.list.children.at(-1)
      if (last?.type === 'element') {
        const list = element('ul', {}, [])
        last.children.push(list)
        levels.push({ level, list })
      }
    }
    const link = element('a', { href: `#${id}` }, [{ type: 'text', value: text }])
    levels.at(-1)!.list.children.push(element('li', {}, [link]))
  }
  return root
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
