/** docsify's `_sidebar.md`: nested lists of links, with bold lines and list items without a link as names of groups. */
import { parseList } from '../markdown/parse-list.ts'
import { inlineText, labelText } from '../markdown/plain-text.ts'
import type { TreeNode } from '../markdown/tree.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { isExternal, linkKey, pagesByLink, reportMissing } from './sidebar-context.ts'

/** A list of links: its file, absolute, its text, and the folder that its links are relative to, with a slash. */
export interface LinkList {
  file: string
  source: string
  folder: string
}

/** The items of a list. */
export function docsifySidebar({ file, source, folder }: LinkList, context: SidebarContext): NavItem[] {
  // The start page may be another file than README.md; lists name it by its file.
  const byLink = new Map([
    ...context.all.map((one): [string, PlacedPage] => [keyOf(`/${one.path}`), one]),
    ...pagesByLink(context.all),
  ])
  const top: NavItem[] = []
  let into = top
  const refuse = (line: number, message: string): void => context.report('too-costly', { file, line }, message)
  for (const node of parseList(source, refuse)) {
    if (node.type === 'list') into.push(...listItems(node))
    else if (node.type === 'heading' || node.type === 'paragraph') {
      const links = (node.children ?? []).filter(({ type }) => type === 'link')
      if (links.length > 0) {
        into = top
        into.push(...links.flatMap((link) => linkItem(link)))
      } else if (inlineText([node]) !== '') {
        const group: NavItem = { title: inlineText([node]), children: [] }
        top.push(group)
        into = group.children
      }
    }
  }
  return top.filter((item) => item.url !== undefined || item.children.length > 0)

  function listItems(list: TreeNode): NavItem[] {
    return (list.children ?? []).flatMap((item): NavItem[] => {
      const line = item.children?.find(({ type }) => type === 'paragraph')
      const children = (item.children ?? []).filter(({ type }) => type === 'list').flatMap((node) => listItems(node))
      const link = linkIn(line)
      const [own] =
        link === undefined ? [{ title: inlineText(line?.children), children: [] as NavItem[] }] : linkItem(link)
      if (own === undefined) return children
      return own.url === undefined && children.length === 0 ? [] : [{ ...own, children }]
    })
  }

  function linkItem(link: TreeNode): NavItem[] {
    const url = (link.url ?? '').trim()
    const title = labelText(link.children)
    if (isExternal(url)) return [{ title: title === '' ? url : title, url, children: [] }]
    const [path = '', anchor] = url.replace(/^#\//, '/').split(/\?id=|#/)
    const found = byLink.get(keyOf(path.startsWith('/') ? path : folder + path)) ?? byLink.get(keyOf(path))
    if (found !== undefined) {
      const target = found.page.url + (anchor === undefined || anchor === '' ? '' : `#${anchor}`)
      return [{ title: title === '' ? found.page.label : title, url: target, children: [] }]
    }
    reportMissing(context, url, { file, line: link.line ?? 1 })
    return []
  }
}

/** The key of a docsify link: `guide/README.md` is the page of its folder. */
function keyOf(link: string): string {
  return linkKey(link.replace(/(^|\/)readme(?:\.md)?$/i, '$1'))
}

/** The link of a line, which may be bold. */
function linkIn(line: TreeNode | undefined): TreeNode | undefined {
  for (const node of line?.children ?? []) {
    const found = node.type === 'link' ? node : linkIn(node)
    if (found !== undefined) return found
  }
  return undefined
}

/** External links of `_navbar.md`, without those in its menus; none of one that the parser must not read. */
export function docsifyLinks(source: string): OutLink[] {
  const links: OutLink[] = []
  for (const node of parseList(source, () => undefined)) {
    for (const item of node.type === 'list' ? (node.children ?? []) : [node]) {
      const link = linkIn(item.type === 'listItem' ? item.children?.find(({ type }) => type === 'paragraph') : item)
      const text = labelText(link?.children)
      if (link?.url !== undefined && /^https?:\/\//i.test(link.url) && text !== '') links.push({ text, url: link.url })
    }
  }
  return links
}
