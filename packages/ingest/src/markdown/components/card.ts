/** Cards, and grids of cards and columns. */
import type { Data, TreeNode } from '../tree.ts'
import { block, inline, text } from '../tree.ts'
import { contentOf, flat } from './content.ts'
import type { Use } from './use.ts'
import { addressIn, attributeOf, inlineOf, textOf, titled, withBase } from './use.ts'

/** A card; with a link, the whole card is the link. */
export function card(use: Use): TreeNode[] {
  const { node } = use
  const href = textOf(use, 'href')
  const image = imageOf(use)
  const description = inlineOf(use, 'text') ?? []
  if (href !== undefined) {
    const content = [...description, ...(description.length > 0 ? [text(' ')] : []), ...flat(contentOf(node))]
    const shown = content.filter((one, at) => at < content.length - 1 || one.value !== ' ')
    return [linkCard(withBase(use, href), inlineOf(use, 'title') ?? [], [...image, ...shown], node)]
  }
  const content = [...(description.length === 0 ? [] : [block('p', {}, description, node.line)]), ...contentOf(node)]
  const body = content.length === 0 ? [] : [block('div', { className: ['card-body'] }, content, node.line)]
  return [block('div', { className: ['card'] }, [...image, ...titled('card-title', use), ...body], node.line)]
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
