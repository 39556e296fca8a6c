/** Cards, and grids of cards and columns. */
import type { Data, TreeNode } from '../tree.ts'
import { block, inline, paragraph, text } from '../tree.ts'
import { contentOf, flat, isInline } from './content.ts'
import type { Use } from './use.ts'
import { addressIn, attributeOf, inlineOf, textOf, titled, withBase } from './use.ts'

/** A card; with a link, the whole card is the link, or its title where the content has blocks or links of its own. */
export function card(use: Use): TreeNode[] {
  const { node } = use
  const href = textOf(use, 'href')
  const image = imageOf(use)
  const description = inlineOf(use, 'text') ?? []
  if (href !== undefined) {
    const { title, content } = titleIn(inlineOf(use, 'title') ?? [], contentOf(node))
    const address = withBase(use, href)
    const paragraphs = description.length === 0 ? content : [paragraph(description), ...content]
    if (!content.every((one) => isWords(one))) return [titleCard(address, title, [...image, ...paragraphs], node)]
    return [linkCard(address, title, [...image, ...wordsOf(paragraphs)], node)]
  }
  const content = [...(description.length === 0 ? [] : [block('p', {}, description, node.line)]), ...contentOf(node)]
  const body = content.length === 0 ? [] : [block('div', { className: ['card-body'] }, content, node.line)]
  return [block('div', { className: ['card'] }, [...image, ...titled('card-title', use), ...body], node.line)]
}

/** The title of a card: its own, else the heading at the beginning of its content. */
function titleIn(title: TreeNode[], content: TreeNode[]): { title: TreeNode[]; content: TreeNode[] } {
  const [first, ...rest] = content
  return title.length > 0 || first?.type !== 'heading'
    ? { title, content }
    : { title: first.children ?? [], content: rest }
}

/** Whether a node is a line or a paragraph without links. */
function isWords(node: TreeNode): boolean {
  if (node.type === 'link' || node.type === 'linkReference' || node.data?.hName === 'a') return false
  if (node.type === 'html' && /^<a\s/i.test(node.value ?? '')) return false
  if (node.type !== 'paragraph' && node.data?.hName !== 'p' && !isInline(node) && node.type !== 'html') return false
  return (node.children ?? []).every((child) => isWords(child))
}

/** Paragraphs as one line. */
function wordsOf(paragraphs: TreeNode[]): TreeNode[] {
  return paragraphs.flatMap((one, at) => (at === 0 || isInline(one) ? flat([one]) : [text(' '), ...flat([one])]))
}

/** A card whose title is the link. */
function titleCard(href: string, title: TreeNode[], content: TreeNode[], { line }: TreeNode): TreeNode {
  const isNamed = title.length > 0
  const properties = isNamed ? { href } : { href, dataImplicit: true }
  const head = paragraph([inline('a', properties, isNamed ? title : [text(href)], line)], { className: ['card-title'] })
  return block('div', { className: ['card'] }, [head, block('div', { className: ['card-body'] }, content, line)], line)
}

function imageOf(use: Use): TreeNode[] {
  const src = addressIn(attributeOf(use, 'src')?.value)
  return src === undefined || src === '' ? [] : [inline('img', { src, alt: '' }, [], use.node.line)]
}

function linkCard(href: string, title: TreeNode[], content: TreeNode[], { line }: TreeNode): TreeNode {
  // An image is above the title.
  const images = content.filter((one) => one.data?.hName === 'img' || one.type === 'image')
  const rest = content.filter((one) => !images.includes(one))
  const name = title.length > 0 ? title : rest.length === 0 ? [text(href)] : []
  const children = [
    ...images,
    ...(name.length === 0 ? [] : [block('span', { className: ['card-title'] }, name, line)]),
    ...(rest.length === 0 ? [] : [block('span', { className: ['card-description'] }, rest, line)]),
  ]
  return block('a', { className: ['card', 'link-card'], href }, children, line)
}

/** Cards or columns beside each other, from the content or from a list of objects. */
export function cardGrid(use: Use): TreeNode[] {
  const items = attributeOf(use, 'items')?.value
  const cards = Array.isArray(items) ? items.flatMap((item: Data) => cardOf(item, use)) : []
  return [block('div', { className: ['card-grid'] }, [...cards, ...contentOf(use.node)], use.node.line)]
}

/** A card from an object: of a team's member, a feature, or a link. */
function cardOf(item: Data, { node, ids, report }: Use): TreeNode[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  const attributes = { ...(item as { readonly [key: string]: Data | undefined }) }
  if (attributes.name !== undefined && attributes.title !== undefined) {
    // A person: the title is the job.
    attributes.description ??= attributes.title
    attributes.title = attributes.name
  }
  attributes.img ??= attributes.avatar
  const line = node.line === undefined ? {} : { line: node.line }
  return card({ node: { type: 'component', attributes, children: [], ...line }, row: { as: 'card' }, ids, report })
}

/** One column of a grid. */
export function column({ node }: Use): TreeNode[] {
  return [block('div', {}, contentOf(node), node.line)]
}
