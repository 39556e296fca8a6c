/**
 * Written navigations: mdBook's `SUMMARY.md` and the `nav` of `mkdocs.yml`. Both become the same tree; a missing page
 * is a problem, and is left out.
 */
import { decodeOnce } from '../folder/below-root.ts'
import { isIndexFile } from '../folder/page-url.ts'
import { folderTitle } from './folder-title.ts'
import { parseList } from '../markdown/parse-list.ts'
import { htmlTitle, inlineText, labelText } from '../markdown/plain-text.ts'
import type { TreeNode } from '../markdown/tree.ts'
import type { NavItem } from '../result/page.ts'
import type { Report } from '../result/problem.ts'

/** Finds a page by its path below the docs folder. */
export type FindPage = (path: string) => { url: string; title: string } | undefined

/** Reads `SUMMARY.md`: links before and after the list, parts as headings, chapters as nested lists. */
export function summaryNavigation(source: string, find: FindPage, report: Report): NavItem[] {
  const top: NavItem[] = []
  let into = top
  let first = true
  for (const node of parseList(source, (line, message) => report('too-costly', line, message))) {
    if (node.type === 'heading') {
      const title = inlineText(node.children)
      const isTitle = first && (node.depth ?? 1) === 1
      first = false
      if (isTitle) continue
      const part: NavItem = { title, children: [] }
      top.push(part)
      into = part.children
    } else if (node.type === 'list') into.push(...listItems(node, find, report))
    else if (node.type === 'paragraph') {
      for (const child of node.children ?? []) if (child.type === 'link') top.push(...linkItem(child, find, report))
      into = top
    } else if (node.type === 'thematicBreak') into = top
  }
  return top.filter((item) => item.url !== undefined || item.children.length > 0)
}

function listItems(list: TreeNode, find: FindPage, report: Report): NavItem[] {
  return (list.children ?? []).flatMap((item) => {
    const content = item.children ?? []
    const line = content.find((node) => node.type === 'paragraph')
    const link = line?.children?.find((node) => node.type === 'link')
    const children = content.filter((node) => node.type === 'list').flatMap((node) => listItems(node, find, report))
    const own =
      link === undefined
        ? [{ title: inlineText(line?.children), children: [] as NavItem[] }]
        : linkItem(link, find, report)
    const [first] = own
    if (first === undefined) return children
    return [{ ...first, children }]
  })
}

/** A link of the summary. A link without a target is a draft chapter: mdBook shows its name; here it is left out. */
function linkItem(link: TreeNode, find: FindPage, report: Report): NavItem[] {
  // GitBook: a title of the link is the page's name in the sidebar.
  const title = link.title?.trim() || labelText(link.children)
  const url = link.url ?? ''
  if (url === '') return [{ title, children: [] }]
  if (/^[a-z]+:\/\//i.test(url)) return [{ title, url, children: [] }]
  const page = find(decodeOnce(url.replace(/#[^]*$/, '').replace(/^\.?\//, '')))
  if (page !== undefined) return [{ title, url: page.url + anchorOf(url), children: [] }]
  report('missing-page', link.line, `"${url}" is listed, but there is no such file; add the file or remove the line.`)
  return [{ title, children: [] }]
}

/** Input of a `nav`. */
interface NavContext {
  find: FindPage
  /** The line of a path in the configuration. */
  lineOf: (path: string) => number | undefined
  report: Report
  /** The items of a folder that the `nav` names, with a slash at its end; `undefined` where it names pages only. */
  itemsIn: (folder: string) => NavItem[] | undefined
  /** Whether an index page at the beginning of a section is the section's own page (`navigation.indexes`). */
  hasIndexes: boolean
}

/** Reads the `nav` of `mkdocs.yml`. A section without a title has that of its index page. */
export function mkdocsNavigation(nav: unknown, context: NavContext): NavItem[] {
  const { find, lineOf, report } = context
  if (!Array.isArray(nav)) return []
  return nav.flatMap((entry: unknown): NavItem[] => {
    if (typeof entry === 'string') return target(undefined, entry)
    if (typeof entry !== 'object' || entry === null) return []
    return Object.entries(entry).flatMap(([written, value]: [string, unknown]): NavItem[] => {
      const title = htmlTitle(written)
      if (typeof value === 'string') return target(title === '' ? undefined : title, value)
      return section(title, value)
    })
  })

  function section(title: string, value: unknown): NavItem[] {
    const children = mkdocsNavigation(value, context)
    const [first, ...others] = children
    if (first === undefined) return []
    const written: unknown = Array.isArray(value) ? value[0] : undefined
    const path = typeof written === 'string' ? written : undefined
    const hasIndex = path !== undefined && isIndexFile(path) && first.url !== undefined && first.children.length === 0
    if (hasIndex && (context.hasIndexes || title === ''))
      return [{ ...first, title: title === '' ? first.title : title, children: others }]
    return title === '' ? children : [{ title, children }]
  }

  function target(title: string | undefined, path: string): NavItem[] {
    if (/^[a-z]+:\/\//i.test(path)) return [{ title: title ?? path, url: path, children: [] }]
    const folder = path.endsWith('/') ? path.replace(/^\.?\//, '') : undefined
    const inside = folder === undefined ? undefined : context.itemsIn(folder)
    if (folder !== undefined && inside !== undefined)
      return title === undefined && inside.length === 0
        ? []
        : [{ title: title ?? folderTitle(folder.split('/').at(-2) ?? folder), children: inside }]
    const page = find(path.replace(/^\.?\//, '').replace(/#[^]*$/, ''))
    if (page !== undefined) return [{ title: title ?? page.title, url: page.url + anchorOf(path), children: [] }]
    if (/\.(md|mdx|markdown)$/i.test(path)) {
      report(
        'missing-page',
        lineOf(path),
        `"${path}" is listed, but there is no such file; add the file or remove the line.`,
      )
    }
    return []
  }
}

/** The anchor of a link to a section, with its `#`. */
function anchorOf(link: string): string {
  return /#[^]+$/.exec(link)?.[0] ?? ''
}
