/** Finishes the parts of an article that depend on the site: links, media, names of tabs, tables of contents, lists of pages. */
import type { Element, Root } from 'hast'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { LIMITS } from '../limits/limits.ts'
import type { TreeNode } from '../markdown/tree.ts'
import { childPages, pagesBelow } from '../result/child-pages.ts'
import type { Docs, Page } from '../result/page.ts'
import { finishLink } from './finish-link.ts'
import { finishMedia } from './finish-media.ts'
import { element } from './hast-element.ts'
import { tableOfContents } from './table-of-contents.ts'
import { readThemeClasses } from './theme-classes.ts'

/** An article in its site. */
export interface ArticlePlace {
  docs: Docs
  links: LinkMap
  at: LinkPlace
  page: Page
  /** The blocks of code, to which `data-code` refers by number. */
  code: TreeNode[]
  /** Number of groups of tabs so far. */
  tabs: number
  /** Number of tables of contents so far. */
  tables: number
}

/** The place of a code block. */
interface FigurePlace {
  parent: Root | Element
  index: number
  node: TreeNode
}

/** Finishes the elements below one, in place. Returns the places of code blocks. */
export function finishElements(parent: Root | Element, place: ArticlePlace): FigurePlace[] {
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
    finishMedia(child, place)
    if (tagName === 'table' && !classesOf(parent).includes('table')) parent.children[index] = tableBox(child)
    for (const name of ['fill', 'stroke'])
      if (/url\((?!\s*["']?#)/i.test(String(properties[name] ?? ''))) delete properties[name]
    const classes = classesOf(child)
    if (classes.includes('tabs')) nameTabs(child, ++place.tabs)
    if (classes.includes('toc') && child.children.length === 0 && place.tables++ < LIMITS.tablesOfContents)
      Object.assign(child, tableOfContents(place.page.headings))
    if (classes.includes('file-tree')) markDirectories(child)
    if (properties.dataPages !== undefined) listPages(child, place)
    for (const figure of finishElements(child, place)) figures.push(figure)
  })
  return figures
}

function classesOf(node: Root | Element): (string | number)[] {
  const { className } = node.type === 'element' ? node.properties : {}
  return Array.isArray(className) ? className : []
}

/** A table in HTML scrolls in the box that a table in Markdown has. */
function tableBox(table: Element): Element {
  return element('div', { className: ['table'], tabIndex: 0 }, [table])
}

function nameTabs(group: Element, number: number): void {
  for (const child of group.children) {
    if (child.type === 'element' && child.tagName === 'details') child.properties.name = `tabs-${number}`
  }
}

/** Fills a list of the pages below this one with cards. */
function listPages(node: Element, { at, docs, page }: ArticlePlace): void {
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
