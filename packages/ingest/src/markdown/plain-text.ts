/** The visible text of a tree: for titles, tables of contents and records. It never contains markup. */
import { decodeEntities, htmlText } from './html-token.ts'
import type { TreeNode } from './tree.ts'

/** The text of inline content, on one line. */
export function inlineText(nodes: TreeNode[] | undefined): string {
  let text = ''
  for (const node of nodes ?? []) text += rawText(node)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/**
 * Whether a component in a heading is no part of its text: a badge, the attributes of an unknown component, and a link
 * that shows its own address, such as an icon that leads to a package's source.
 */
export function isBesideText(node: TreeNode): boolean {
  if (node.isBeside === true) return true
  const { className, href } = node.data?.hProperties ?? {}
  if (Array.isArray(className) && className.includes('badge')) return true
  return typeof href === 'string' && node.type === 'element' && inlineText([node]) === href
}

/** The text of a page's title, without badges and such links. */
export function headingTitle(nodes: TreeNode[] | undefined): string {
  const text = inlineText(nodes?.filter((node) => !isBesideText(node)))
  return text === '' ? inlineText(nodes) : text
}

/** A title of front matter or of a configuration without the backticks of its code: they are no Markdown there. */
export function titleText(title: string): string {
  return title.includes('`') ? title.replaceAll(/`([^`]*)`/g, '$1').trim() : title
}

/** The text of a link in a written sidebar, without the icons beside it: an image counts only where it is alone. */
export function labelText(nodes: TreeNode[] | undefined): string {
  const text = inlineText(nodes?.filter(({ type }) => type !== 'image' && type !== 'imageReference'))
  return text === '' ? inlineText(nodes) : text
}

/** Tags of HTML within a line; names in angle brackets, as in `List<T>`, are text. */
const INLINE_TAG =
  /<\/?(?:a|b|br|code|del|em|font|i|img|ins|kbd|mark|path|s|small|span|strong|sub|sup|svg|u)(?:[\s/][^<>]*)?>/gi

/** The text of a title in a configuration that themes render as HTML; empty where it has only images. */
export function htmlTitle(title: string): string {
  return decodeEntities(title.replaceAll(INLINE_TAG, '')).replaceAll(/\s+/g, ' ').trim()
}

/** Whether a title names a kind of page, in every docs folder: "Home", "Introduction". */
export function isGenericTitle(title: string): boolean {
  const words = title.replaceAll(/[^\p{L}\d\s]/gu, '').trim()
  return /^(?:home|home ?page|index|introduction|intro|welcome|overview|readme|docs|documentation|start|getting started|quick ?start|首页|简介|介绍)$/i.test(
    words,
  )
}

/** The text of one inline node, with its spaces. */
export function rawText(node: TreeNode): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
      return node.value ?? ''
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return htmlText(node.value ?? '')
    case 'break':
      return '\n'
    case 'footnoteReference':
    case 'definition':
      return ''
    default:
      return (node.children ?? []).map(rawText).join('')
  }
}
