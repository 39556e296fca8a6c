/**
 * Links of notes and wikis: `[[Note]]`, `[[Note#Heading|text]]`, `![[image.png|300]]`, and names of blocks (`^name` at
 * the end of a paragraph). Any page may be named without its folder (`links/resolve.ts`). A link whose target is not there
 * is its text in a vault of Obsidian, and elsewhere stays as it is written, since two brackets have other meanings as well.
 */
import type { Properties, TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

/** Prefix in an address that marks the name of a note or a file of any folder. */
export const WIKI = 'wiki:'

const LINK = /(!?)\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/g
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i
const BLOCK = /(?:^|\s)\^(?=[\d-]{0,20}[a-z])([a-z\d-]{4,40})$/i

/** Reads the links below a node, in place. @param isWiki whether the text of a link is before its target. */
export function readWikiLinks(node: TreeNode, isWiki: boolean): void {
  const { children } = node
  if (children === undefined || node.type === 'link') return
  if (node.type === 'paragraph') nameBlock(node)
  const isWritten = (child: TreeNode): boolean => child.type === 'text' && child.value?.includes('[[') === true
  if (isWiki) nameOutLinks(children)
  else nameCodeLinks(children)
  node.children = children.flatMap((child) => (isWritten(child) ? linksIn(child, isWiki) : [child]))
  for (const child of node.children) readWikiLinks(child, isWiki)
}

/** ``[[Note|`code`]]``: the parser has made code of the text, between the two parts of the link. */
function nameCodeLinks(children: TreeNode[]): void {
  for (const [at, node] of children.entries()) {
    const [before, after] = [children[at - 1], children[at + 1]]
    if (node.type !== 'inlineCode' || before?.type !== 'text' || after?.type !== 'text') continue
    const open = /\[\[([^[\]|\n]{1,300})\|$/.exec(before.value ?? '')
    if (open === null || after.value?.startsWith(']]') !== true) continue
    before.value = before.value?.slice(0, open.index) ?? ''
    after.value = after.value.slice(2)
    const href = WIKI + (open[1] ?? '').trim()
    children[at] = inline('a', { href, dataOptional: true }, [node], node.line)
  }
}

/** `[[text|https://x.example/]]`: the parser has made a link of the address, without the text and between the brackets. */
function nameOutLinks(children: readonly TreeNode[]): void {
  for (const [at, { type, children: shown }] of children.entries()) {
    const [before, after] = [children[at - 1], children[at + 1]]
    const name = before?.type === 'text' ? /\[\[([^[\]|\n]{1,300})\|$/.exec(before.value ?? '') : null
    const [label] = shown ?? []
    if (type !== 'link' || label?.type !== 'text' || name === null || before === undefined) continue
    if (after?.type !== 'text' || after.value?.startsWith(']]') !== true) continue
    label.value = name[1] ?? ''
    before.value = before.value?.slice(0, name.index) ?? ''
    after.value = after.value.slice(2)
  }
}

function linksIn(node: TreeNode, isWiki: boolean): TreeNode[] {
  const value = node.value ?? ''
  const nodes: TreeNode[] = []
  let end = 0
  for (const found of value.matchAll(LINK)) {
    const [written, sign, first = '', second] = found
    const isPicture = isWiki && IMAGE.test(first)
    const [target, shown] = isWiki && !isPicture && second !== undefined ? [second, first] : [first, second]
    // The place of a table of contents.
    if (/^_?toc_?$/i.test(target)) continue
    if (found.index > end) nodes.push(text(value.slice(end, found.index)))
    end = found.index + written.length
    const path = (target.split('#')[0] ?? '').trim()
    nodes.push(
      (sign === '!' || isPicture) && IMAGE.test(path)
        ? image(path, shown, node.line)
        : link(target, shown, written, node.line),
    )
  }
  return end === 0 ? [node] : end < value.length ? [...nodes, { ...node, value: value.slice(end) }] : nodes
}

function link(target: string, shown: string | undefined, written: string, line: number | undefined): TreeNode {
  const words = shown?.trim() || target.replaceAll('^', '').replace(/^#/, '').replaceAll('#', ' > ').trim()
  return inline('a', { href: WIKI + target.trim(), dataOptional: true, dataWritten: written }, [text(words)], line)
}

/** `![[image.png|text|300x200]]`; in wikis `[[image.png|alt=text|width=300px]]`. */
function image(path: string, shown: string | undefined, line: number | undefined): TreeNode {
  const properties: Properties = { src: WIKI + path, alt: '' }
  for (const part of shown?.split('|') ?? []) {
    const [, name, value = part] = /^\s*(alt|width|height|align|frame|float|thumb)(?:=([^]*))?$/.exec(part) ?? []
    const [, width, height] = /^\s*(\d{1,5})(?:x(\d{1,5})|px)?\s*$/.exec(value) ?? []
    if (name === 'height' && width !== undefined) properties.height = width
    else if (width === undefined && (name === undefined || name === 'alt')) properties.alt = value.trim()
    else if (width === undefined) continue
    else Object.assign(properties, { width, ...(height === undefined ? {} : { height }) })
  }
  return inline('img', properties, [], line)
}

/** The name at the end of a paragraph is its id. */
function nameBlock(node: TreeNode): void {
  const last = node.children?.at(-1)
  const found = last?.type === 'text' ? BLOCK.exec(last.value ?? '') : null
  if (last === undefined || found === null) return
  last.value = (last.value ?? '').slice(0, found.index)
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id: found[1] ?? '' } }
}

/** The links of a wiki in a text as links of Markdown, whose addresses are the names of pages. */
export function asMarkdownLinks(source: string): string {
  return source.replaceAll(LINK, (_, _sign, first: string, second: string | undefined) => {
    const address = (second ?? first).trim().replaceAll(' ', '-')
    return `[${first.trim()}](<${address.replaceAll(/[<>]/g, '')}>)`
  })
}
