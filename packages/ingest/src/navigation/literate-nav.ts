/**
 * The plugin literate-nav of MkDocs: lists in `SUMMARY.md` of any folder. Links lead to pages, or to folders with lists
 * of their own; an entry may be a pattern (`*.md`, a folder).
 */
import { join } from 'node:path'
import { fileIn } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import type { Site } from '../folder/site.ts'
import { parseList } from '../markdown/parse-list.ts'
import { inlineText } from '../markdown/plain-text.ts'
import type { TreeNode } from '../markdown/tree.ts'
import type { NavItem } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { isExternal } from './sidebar-context.ts'
import { pathTest } from './wildcard.ts'

/** Lists inside lists. */
const MAX_DEPTH = 20

/** The options of the plugin. */
export interface LiterateOptions {
  /** The name of the lists' files. */
  name: string
  /** Whether the index page of a folder with a list is its first entry. */
  hasIndex: boolean
}

/** The items of a folder; `undefined` without a list in it. @param folder with a slash at its end; empty for the outermost. */
export function literateNavigation(
  folder: string,
  { name, hasIndex }: LiterateOptions,
  site: Site,
  context: SidebarContext,
): NavItem[] | undefined {
  const byPath = new Map(context.members.map((one) => [one.inner, one.page]))
  const used = new Set<string>()
  return folderItems(folder, 0)

  function folderItems(folder: string, depth: number): NavItem[] | undefined {
    const found = depth > MAX_DEPTH ? 'missing' : fileIn(site.area, join(site.folder, folder), name)
    if (typeof found === 'string') return undefined
    const nodes = parseList(readText({ absolute: found.path }), (line, message) =>
      context.report('too-costly', { file: found.path, line }, message),
    )
    const items = nodes.flatMap((node) => (node.type === 'list' ? listItems(node, folder, found.path, depth) : []))
    const index = byPath.get(`${folder}index.md`) ?? byPath.get(`${folder}README.md`)
    const isNew = hasIndex && index !== undefined && !items.some(({ url }) => url === index.url)
    return isNew ? [{ title: index.label, url: index.url, children: [] }, ...items] : items
  }

  function listItems(list: TreeNode, folder: string, file: string, depth: number): NavItem[] {
    return (list.children ?? []).flatMap((item): NavItem[] => {
      const line = item.children?.find(({ type }) => type === 'paragraph')
      const link = line?.children?.find(({ type }) => type === 'link')
      const inner = (item.children ?? [])
        .filter(({ type }) => type === 'list')
        .flatMap((one) => listItems(one, folder, file, depth))
      const title = inlineText(line?.children)
      if (link === undefined)
        return /[*?]/.test(title) ? matching(folder + title) : inner.length === 0 ? [] : [{ title, children: inner }]
      return target(link, title, { folder, file, inner, depth })
    })
  }

  function target(
    link: TreeNode,
    title: string,
    { folder, file, inner, depth }: { folder: string; file: string; inner: NavItem[]; depth: number },
  ): NavItem[] {
    const url = link.url ?? ''
    if (isExternal(url)) return [{ title: title === '' ? url : title, url, children: inner }]
    const path = (folder + url.replace(/#[^]*$/, '')).replace(/^\.?\//, '')
    if (path.endsWith('/')) {
      const index = byPath.get(`${path}index.md`)
      const below = folderItems(path, depth + 1) ?? context.automatic(path.slice(0, -1), 'name')
      return below.length === 0 && index === undefined
        ? []
        : [{ title: title === '' ? (index?.label ?? path) : title, children: [...below, ...inner] }]
    }
    const page = byPath.get(path)
    if (page !== undefined) {
      used.add(page.url)
      return [{ title: title === '' ? page.label : title, url: page.url, children: inner }]
    }
    context.report(
      'missing-page',
      { file, line: link.line ?? 1 },
      `"${url}" is listed, but there is no such file; add the file or remove the line.`,
    )
    return inner.length === 0 ? [] : [{ title, children: inner }]
  }

  function matching(pattern: string): NavItem[] {
    if (pattern.endsWith('/')) {
      const base = pattern.slice(0, pattern.lastIndexOf('/', pattern.length - 2) + 1)
      const folders = new Set(
        [...byPath.keys()].flatMap((path) =>
          path.startsWith(base) && path.slice(base.length).includes('/')
            ? [base + (path.slice(base.length).split('/')[0] ?? '')]
            : [],
        ),
      )
      return [...folders].flatMap((folder): NavItem[] => {
        const children = folderItems(`${folder}/`, 1) ?? context.automatic(folder, 'name')
        const title = byPath.get(`${folder}/index.md`)?.label ?? folder.slice(base.length)
        return children.length === 0 ? [] : [{ title, children }]
      })
    }
    const matches = pathTest(`/${pattern}`)
    return [...byPath].flatMap(([path, { label, url }]) =>
      matches(`/${path}`) && !used.has(url) ? [{ title: label, url, children: [] }] : [],
    )
  }
}
