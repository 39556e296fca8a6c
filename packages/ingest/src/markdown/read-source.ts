/**
 * The front matter and the tree of a page's source: the first step of reading a page and of rendering its article. A
 * page beyond a limit is one block of plain text.
 */
import { TooCostly } from '../limits/cpu-limit.ts'
import type { IncludeResult } from '../folder/include-reader.ts'
import { type PageSyntax, slugStyleOf } from '../folder/page-syntax.ts'
import type { Report } from '../result/problem.ts'
import { splitFrontMatter } from './front-matter.ts'
import { isHtmlFile } from './html-page.ts'
import { type PageTree, readTree } from './read-tree.ts'
import { block, text, type TreeNode } from './tree.ts'

/** Access of a source to the rest of its folder. */
export interface SourceContext {
  syntax: PageSyntax
  /** Reads a file that the source includes. */
  read: (path: string) => IncludeResult
  report: Report
}

/** R Markdown and Quarto's files have Pandoc's syntax without a project of Quarto, too. */
function syntaxOf(file: string, syntax: PageSyntax): PageSyntax {
  const isPandoc = syntax.generator === 'plain' && /\.[rq]md$/i.test(file)
  return isPandoc ? { ...syntax, generator: 'quarto', slugs: slugStyleOf('quarto') } : syntax
}

/**
 * Splits off the front matter and parses the body. @param costly set where reading as Markdown took too long before.
 */
export function readSource(
  { file, source }: { file: string; source: string },
  { syntax: ofSite, read, report }: SourceContext,
  costly?: TooCostly,
): { frontMatter: Record<string, unknown>; body: string; tree: PageTree } {
  const { data, body } = splitFrontMatter(source, report, ofSite.generator)
  const plain = (reason: TooCostly): PageTree => {
    const message = `This page is too costly (${reason.message}), so it is shown as plain text; make it smaller or split it.`
    report('too-costly', reason.line ?? 1, message)
    return plainTree(body)
  }
  if (costly !== undefined) return { frontMatter: data, body, tree: plain(costly) }
  try {
    const mdx = /\.mdx$/i.test(file)
    const html = isHtmlFile(file)
    const syntax = syntaxOf(file, ofSite)
    return { frontMatter: data, body, tree: readTree(body, { mdx, html, syntax, frontMatter: data, read, report }) }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return { frontMatter: data, body, tree: plain(error) }
  }
}

/** A body as one block of text. */
function plainTree(body: string): PageTree {
  const root: TreeNode = { type: 'root', children: [block('pre', {}, [text(body.trim())], 1)] }
  return { root, headings: { title: undefined, list: [] } }
}
