/** Images, figures, videos, and pages of frames as links. */
import { parseInline } from '../parse.ts'
import type { Data, Properties, TreeNode } from '../tree.ts'
import { block, inline, text } from '../tree.ts'
import { figureOf } from './code.ts'
import { contentOf, isBlank, placed } from './content.ts'
import type { Use } from './use.ts'
import { addressIn, attribute, attributeOf, inlineOf, textOf, withBase } from './use.ts'

/** An image. One whose address only running the page would give shows its text. */
export function image(use: Use): TreeNode[] {
  const { node, report } = use
  const content = contentOf(node)
  const alt = textOf(use, 'title') ?? ''
  const value = attributeOf(use, 'src')?.value
  const src = addressIn(value)
  if (src === undefined || src === '') {
    if (!isBlank(content)) return content
    report(
      'expression',
      node.line,
      `The address of the image <${node.name}> is an expression, which is not run; write the path of the file.`,
    )
    return alt === '' ? [] : placed(inline('em', {}, [text(alt)], node.line), node)
  }
  const pair = appearancesIn(value) ?? [{ src }]
  const sizes = sizesOf(node)
  const images = pair.map(({ src, ...only }) => inline('img', { src, alt, ...only, ...sizes }, [], node.line))
  const element = images.length === 1 ? (images[0] as TreeNode) : inline('span', {}, images, node.line)
  const caption = textOf(use, 'text')
  if (caption === undefined || node.inline === true) return [...placed(element, node), ...content]
  return [figureOf('frame', [...placed(element, node), ...content], parseInline(caption, node.line ?? 1), node.line)]
}

/** The images of both appearances: `{ light, dark }`. */
function appearancesIn(value: Data | undefined): { src: string; dataOnly: string }[] | undefined {
  if (typeof value !== 'object' || value === null || !('light' in value) || !('dark' in value)) return undefined
  const light = addressIn(value.light)
  const dark = addressIn(value.dark)
  if (light === undefined || dark === undefined) return undefined
  return [
    { src: light, dataOnly: 'light' },
    { src: dark, dataOnly: 'dark' },
  ]
}

function sizesOf(node: TreeNode): Properties {
  const sizes: Properties = {}
  for (const name of ['width', 'height']) {
    const value = attribute(node, name)
    if (value !== undefined && /^\d+$/.test(value)) sizes[name] = value
  }
  return sizes
}

/** A figure; without a caption, its content. */
export function frame(use: Use): TreeNode[] {
  const { node } = use
  const hint = inlineOf(use, 'text') ?? []
  const caption = inlineOf(use, 'title') ?? []
  const words = [...caption, ...(hint.length > 0 && caption.length > 0 ? [text(' ')] : []), ...hint]
  return words.length === 0 ? contentOf(node) : [figureOf('frame', contentOf(node), words, node.line)]
}

/** Names of files that browsers play. */
const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i

/** A file of a video as a player; a page in a frame, or of a video, as a link to it. */
export function embed(use: Use): TreeNode[] {
  const { node } = use
  const content = contentOf(node)
  const source = addressIn(attributeOf(use, 'src')?.value)
  if (source === undefined || source === '') return content
  const href = withBase(use, source)
  const rest = isBlank(content) ? [] : content
  const title = inlineOf(use, 'title')
  if (node.inline !== true && VIDEO_FILE.test(href.replace(/[?#][^]*$/, '')))
    return [player(node, href, title), ...rest]
  return [...placed(inline('a', { href }, title ?? [text(href)], node.line), node), ...rest]
}

/** A video that the page plays; its title becomes the caption. */
function player(node: TreeNode, src: string, title: TreeNode[] | undefined): TreeNode {
  const poster = addressIn(node.attributes?.poster)
  const video = block('video', { src, ...(poster === undefined ? {} : { poster }) }, [], node.line)
  return title === undefined ? video : figureOf('frame', [video], title, node.line)
}
