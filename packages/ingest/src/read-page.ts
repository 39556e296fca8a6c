/**
 * One file, read: everything about a page that depends on its own source (and on the files it includes) alone. What
 * depends on the rest of the folder, its group, its links' targets, comes later; so an unchanged file is never read
 * twice.
 * `!` behind a group of a matched pattern, or behind the last of a list that is never empty, is safe by construction.
 */
import { createHash } from 'node:crypto'
import type { DocRecord } from '@docent/engine'
import type { Home, Heading, Problem } from './page.ts'
import { formulasOf } from './article/formula.ts'
import type { Formula } from './article/formula.ts'
import { reportTo } from './problem.ts'
import { readHome } from './home.ts'
import { splitFrontMatter } from './markdown/front-matter.ts'
import { foreignIds } from './markdown/heading.ts'
import { htmlTokens } from './markdown/html-token.ts'
import type { IncludeResult } from './markdown/include.ts'
import { readNames } from './markdown/names.ts'
import { inlineText } from './markdown/plain-text.ts'
import { readTree } from './markdown/read-tree.ts'
import type { PageTree } from './markdown/read-tree.ts'
import type { TreeNode } from './markdown/tree.ts'
import { block, text, walk } from './markdown/tree.ts'
import type { SectionText } from './records/record.ts'
import { urlsOfSet } from './links/source-set.ts'
import { cutSections } from './records/section.ts'
import { TooCostly } from './too-costly.ts'

/** A link or an image as it was written. */
export interface SourceLink {
  url: string
  line: number | undefined
  image: boolean
}

/** A page as its own source tells it. */
export interface ParsedPage {
  /** Relative to the docs folder. */
  file: string
  source: string
  /** Whether it is shown as plain text, since reading it as Markdown took too long. */
  plain: boolean
  stamp: string
  /** Included files with their stamps: a change of one is a change of the page. */
  included: Map<string, string>
  /** What each include gave, as it was named: the article is rendered from the same text. */
  includes: Map<string, IncludeResult>
  hash: string
  frontMatter: Record<string, unknown>
  /** From the front matter or the text; `undefined` where neither has one. */
  title: string | undefined
  home: Home | undefined
  headings: Heading[]
  /** Every id that a link may name. */
  ids: Set<string>
  /** Ids that another generator would give, to ours. */
  aliases: Map<string, string>
  links: SourceLink[]
  sections: SectionText[]
  formulas: Formula[]
  /** The lines of its diagrams. */
  diagrams: number[]
  problems: Problem[]
  /** The records of the last reading, and the page as JSON that they were made of. */
  made?: { of: string; records: DocRecord[] } | undefined
}

/** How a folder's files are to be read. */
export interface ReadContext {
  mdbook: boolean
  mkdocs: boolean
  /** Reads an included file for a page. */
  readInclude: (file: string, path: string, included: Map<string, string>) => IncludeResult
}

/**
 * Reads a page from its source. @param costly why it is not to be read as Markdown, where that was tried and took too long.
 */
export function readPage(
  file: string,
  source: string,
  stamp: string,
  context: ReadContext,
  costly?: TooCostly,
): ParsedPage {
  const problems: Problem[] = []
  const included = new Map<string, string>()
  const includes = new Map<string, IncludeResult>()
  const read = (path: string): IncludeResult => {
    const result = context.readInclude(file, path, included)
    includes.set(path, result)
    return result
  }
  const { frontMatter, tree } = readSource(file, source, context, problems, read, costly)
  const { root, headings } = tree
  const home = readHome(frontMatter)
  const own = inlineText(headings.title?.children)
  const named =
    typeof frontMatter.title === 'string' || typeof frontMatter.title === 'number'
      ? String(frontMatter.title).trim()
      : ''
  const title = named !== '' ? named : own !== '' ? own : home?.title
  const hash = createHash('sha256').update(file).update('\0').update(source)
  for (const [path, state] of included) hash.update(`\0${path}\0${state}`)
  return {
    file,
    source,
    plain: costly !== undefined,
    stamp,
    included,
    includes,
    hash: hash.digest('hex').slice(0, 32),
    frontMatter,
    title: title === '' ? undefined : title,
    home,
    headings: headings.list.map(({ level, text, id }) => ({ level, text, id })),
    ids: readNames(root, reportTo(problems, file)),
    aliases: collectAliases(headings.list),
    links: collectLinks(root),
    sections: readSections(tree, own, title, home),
    formulas: formulasOf(root).map(({ tex, display, line }) => ({ tex, display, line })),
    diagrams: diagramsOf(root),
    problems,
  }
}

function diagramsOf(root: TreeNode): number[] {
  const lines: number[] = []
  walk(root, (node) => {
    if (node.type === 'code' && node.lang === 'mermaid') lines.push(node.line ?? 1)
  })
  return lines
}

/** The front matter and the tree of a source: also the first step of rendering. */
export function readSource(
  file: string,
  source: string,
  context: Pick<ReadContext, 'mdbook' | 'mkdocs'>,
  problems: Problem[],
  read: (path: string) => IncludeResult,
  costly?: TooCostly,
): { frontMatter: Record<string, unknown>; tree: PageTree } {
  const report = reportTo(problems, file)
  const { data, body } = splitFrontMatter(source, report)
  const plain = (why: TooCostly): PageTree => {
    const message = `This page is too costly (${why.message}), so it is shown as plain text; make it smaller or split it.`
    report('too-costly', why.line ?? 1, message)
    return plainTree(body)
  }
  if (costly !== undefined) return { frontMatter: data, tree: plain(costly) }
  try {
    const dialects = { mdx: /\.mdx$/i.test(file), mdbook: context.mdbook, mkdocs: context.mkdocs }
    return { frontMatter: data, tree: readTree(body, { ...dialects, frontMatter: data, read, report }) }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return { frontMatter: data, tree: plain(error) }
  }
}

/** A body that is not read as Markdown: one block of text. */
function plainTree(body: string): PageTree {
  const root: TreeNode = { type: 'root', children: [block('pre', {}, [text(body.trim())], 1)] }
  return { root, headings: { title: undefined, list: [] } }
}

function readSections(tree: PageTree, own: string, title: string | undefined, home: Home | undefined): SectionText[] {
  const nodes = new Map(tree.headings.list.map((heading) => [heading.node, heading]))
  const sections = cutSections(tree.root, tree.headings.title, new Set(nodes.keys())).map(({ heading, pieces }) => {
    const known = heading === undefined ? undefined : nodes.get(heading)
    return { level: known?.level ?? 1, text: known?.text ?? '', anchor: known?.id ?? '', pieces }
  })
  const lead = sections[0]!.pieces // the lead always stands
  if (own !== '' && own !== title) lead.unshift({ kind: 'content', text: own })
  if (home !== undefined) {
    const tiles = home.features.flatMap((feature) => [feature.title, feature.details])
    const words = [home.title === title ? '' : home.title, home.text, home.tagline, ...tiles]
    lead.unshift(...words.filter((word) => word !== '').map((text) => ({ kind: 'content' as const, text })))
  }
  return sections
}

function collectAliases(headings: Heading[]): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { text, id } of headings)
    for (const alias of foreignIds(text)) if (!aliases.has(alias)) aliases.set(alias, id)
  return aliases
}

/** A piece of HTML with a tag that links or shows a file. */
const LINKING = /<(?:a|img|video|audio|source|track)[\s/]/i

function collectLinks(root: TreeNode): SourceLink[] {
  const links: SourceLink[] = []
  const add = (url: unknown, line: number | undefined, image: boolean): void => {
    if (typeof url === 'string' && url !== '') links.push({ url, line, image })
  }
  const images = new Set<string>()
  walk(root, (node) => {
    if (node.type === 'imageReference' && node.identifier !== undefined) images.add(node.identifier)
  })
  walk(root, (node) => {
    if (node.type === 'link') add(node.url, node.line, false)
    else if (node.type === 'definition') add(node.url, node.line, images.has(node.identifier ?? ''))
    else if (node.type === 'image') add(node.url, node.line, true)
    else if (node.type === 'element') {
      const { hName = '', hProperties = {} } = node.data ?? {}
      addOf(hName, hProperties, hProperties.srcSet, node.line)
    } else if (node.type === 'html' && node.value !== undefined && LINKING.test(node.value)) {
      for (const token of htmlTokens(node.value)) {
        if (token.kind !== 'open') continue
        const attributes = Object.fromEntries(
          Object.entries(token.attributes).map(([name, value]) => [name.toLowerCase(), value]),
        )
        addOf(token.name.toLowerCase(), attributes, attributes.srcset, node.line)
      }
    }
  })
  /** What a tag links to or shows: the attributes that an article keeps (`article/allow-list.ts`). */
  function addOf(name: string, { href, src, poster }: Record<string, unknown>, set: unknown, line?: number): void {
    if (name === 'a') add(href, line, false)
    if (!/^(?:img|video|audio|source|track)$/.test(name)) return
    for (const url of [src, poster, ...(typeof set === 'string' ? urlsOfSet(set) : [])]) add(url, line, true)
  }
  return links
}
