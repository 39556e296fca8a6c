/**
 * Reads one file: everything of a page that depends only on its own source and its includes. Groups and link targets,
 * which depend on the rest of the folder, come later, so an unchanged file is not read twice.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { createHash } from 'node:crypto'
import type { IncludeResult } from '../folder/include-reader.ts'
import type { TooCostly } from '../limits/cpu-limit.ts'
import { targetsOf } from '../links/address-links.ts'
import { collectLinks, type SourceLink } from '../links/source-links.ts'
import { formulasOf } from '../markdown/formulas.ts'
import { readHome } from '../markdown/home.ts'
import { readLabels } from '../markdown/myst/label.ts'
import { readNames } from '../markdown/names.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import { headingTitle, htmlTitle, titleText } from '../markdown/plain-text.ts'
import { readSource } from '../markdown/read-source.ts'
import { looseAnchor } from '../markdown/slug.ts'
import type { PageTree } from '../markdown/read-tree.ts'
import { type TreeNode, walk } from '../markdown/tree.ts'
import type { SectionText } from '../records/record.ts'
import { cutSections } from '../records/section.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Heading, Home, Problem } from '../result/page.ts'
import { reportExactly } from './exact-line.ts'
import type { ParsedPage, ReadContext } from './parsed-page.ts'

/** A page's file. */
export interface PageFile {
  /** Relative to the docs folder. */
  file: string
  source: string
  /** Modification time and size (`FileEntry`). */
  stamp: string
  /** Where it is not UTF-8. */
  encoding?: string
}

/** Generators whose pages name places of other pages by labels. */
const LABELLED: ReadonlySet<GeneratorKind> = new Set(['myst', 'quarto', 'sphinx'])

/** Reads a page from its source. @param costly set where reading as Markdown took too long before. */
export function readPage(
  { file, source, stamp, encoding }: PageFile,
  context: ReadContext,
  costly?: TooCostly,
): ParsedPage {
  const problems: Problem[] = []
  const report = reportExactly(problems, file, () => source)
  if (encoding !== undefined)
    report('encoding', 1, `The file is not in UTF-8 and is read as ${encoding}; save it in UTF-8.`)
  const included = new Map<string, string>()
  const includes = new Map<string, IncludeResult>()
  const read = (path: string): IncludeResult => {
    const result = context.readInclude(file, path, included)
    includes.set(path, result)
    return result
  }
  const { syntax, syntaxKey } = context
  const { frontMatter, body, tree } = readSource({ file, source }, { syntax, read, report }, costly)
  const { root, headings } = tree
  const home = readHome(frontMatter)
  const own = headingTitle(headings.title?.children)
  const named =
    typeof frontMatter.title === 'string' || typeof frontMatter.title === 'number'
      ? frontMatterTitle(String(frontMatter.title).trim(), syntax)
      : ''
  const title = named !== '' ? named : own !== '' ? own : home?.title
  const ids = readNames(root, report)
  const links = collectLinks(root)
  const sections = readSections(tree, own, title, home)
  const hash = createHash('sha256').update(`${file}\0${syntaxKey}\0`).update(source)
  for (const [path, state] of included) hash.update(`\0${path}\0${state}`)
  return {
    file,
    source: constant(source),
    plain: costly !== undefined,
    stamp,
    included,
    includes,
    hash: hash.digest('hex').slice(0, 32),
    frontMatter,
    title: title === '' ? undefined : title,
    home,
    headings: headings.list.filter(isInContents).map(({ level, text, id }) => ({ level, text, id })),
    ids,
    looseIds: collectLooseIds(headings.list, ids),
    labels: LABELLED.has(syntax.generator) ? readLabels(root) : new Map(),
    links,
    otherTargets: otherTargets(body, links),
    sections: constant(sections),
    anchors: sections.map(({ anchor, text }) => ({ anchor, text })),
    formulas: formulasOf(root).map(({ tex, display, line }) => ({ tex, display, line })),
    ...partsOf(root),
    problems,
  }
}

/** The targets of a body that `pageMarkdown` resolves, without those of its links. */
function otherTargets(body: string, links: readonly SourceLink[]): string[] {
  // The state of an optional link does not tell a page from a missing target.
  const known = new Set(links.filter(({ optional }) => optional !== true).map(({ url }) => url))
  return [...targetsOf(body)].filter((target) => !target.startsWith('#') && !known.has(target))
}

/** A function of its own scope: functions of one scope keep each other's variables in memory. */
function constant<T>(value: T): () => T {
  return () => value
}

/** A title of front matter as text: themes of Jekyll render it as HTML. */
function frontMatterTitle(title: string, { generator }: PageSyntax): string {
  const shown = generator === 'jekyll' && /[<&]/.test(title) ? htmlTitle(title) : ''
  return titleText(shown === '' ? title : shown)
}

/** Whether a heading is in the table of contents: kramdown's class `no_toc` keeps it out. */
function isInContents({ node }: { node: TreeNode }): boolean {
  const classes = node.data?.hProperties?.className
  return !(Array.isArray(classes) && classes.includes('no_toc'))
}

/** The lines of diagrams, and whether the page lists the pages below it. */
function partsOf(root: TreeNode): Pick<ParsedPage, 'diagrams' | 'listsPages'> {
  const diagrams: number[] = []
  let listsPages = false
  walk(root, (node) => {
    if (node.type === 'code' && node.lang === 'mermaid') diagrams.push(node.line ?? 1)
    if (node.data?.hProperties?.dataPages !== undefined) listsPages = true
  })
  return { diagrams, listsPages }
}

function readSections(tree: PageTree, own: string, title: string | undefined, home: Home | undefined): SectionText[] {
  const nodes = new Map(tree.headings.list.map((heading) => [heading.node, heading]))
  const sections = cutSections(tree.root, tree.headings.title, new Set(nodes.keys())).map(({ heading, pieces }) => {
    const known = heading === undefined ? undefined : nodes.get(heading)
    return { level: known?.level ?? 1, text: known?.text ?? '', anchor: known?.id ?? '', pieces }
  })
  const lead = sections[0]!.pieces // there is always a lead
  if (own !== '' && own !== title) lead.unshift({ kind: 'content', text: own })
  if (home !== undefined) {
    const tiles = home.features.flatMap((feature) => [feature.title, feature.details])
    const words = [home.title === title ? '' : home.title, home.text, home.tagline, ...tiles]
    lead.unshift(...words.filter((word) => word !== '').map((text) => ({ kind: 'content' as const, text })))
  }
  return sections
}

/** Ids by their letters and digits and by those of their headings; the first of equal ones. */
function collectLooseIds(headings: Heading[], ids: ReadonlySet<string>): Map<string, string> {
  const loose = new Map<string, string>()
  const add = (key: string, id: string): void => {
    if (key !== '' && !loose.has(key)) loose.set(key, id)
  }
  for (const id of ids) add(looseAnchor(id), id)
  const anchors = headings.map(({ text }) => looseAnchor(text))
  for (const [index, { id }] of headings.entries()) add(anchors[index] ?? '', id)
  // docutils drops leading digits, kramdown and Python-Markdown drop letters beyond ASCII; GitBook writes `id` before
  // leading digits and `&` as a word.
  for (const [index, { text, id }] of headings.entries()) {
    const anchor = anchors[index] ?? ''
    add(anchor.replace(/^\d+/, ''), id)
    if (/^\d/.test(anchor)) add(`id${anchor}`, id)
    if (text.includes('&')) add(looseAnchor(text.replaceAll('&', 'and')), id)
    if (/\P{ASCII}/u.test(text)) add(looseAnchor(text.replaceAll(/\P{ASCII}/gu, '')), id)
  }
  return loose
}
