/**
 * The texts from which Hugo, kramdown and VitePress make the ids of headings. They differ from the text that a reader sees:
 * Hugo leaves out addresses that are links by themselves, kramdown images; both keep the names of emoji, and make dashes of
 * hyphens. They are noted before later steps replace these.
 */
import type { PageSyntax, SlugStyle } from '../folder/page-syntax.ts'
import { emojiOf } from './emoji.ts'
import { rawText } from './plain-text.ts'
import type { SourceLine } from './source-line.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Notes the text as `source` of each heading that begins with `#` and has no macro. @param lines as the author wrote them. */
export function noteSlugTexts(root: TreeNode, lines: readonly SourceLine[], { slugs, generator }: PageSyntax): void {
  const textOf = sourceOf(generator === 'vitepress' ? generator : slugs)
  if (textOf === undefined) return
  const texts = new Map<number, string>()
  // The lines of an include have the line of its tag.
  for (const { line, text } of lines) texts.set(line, texts.has(line) ? '' : text)
  walk(root, (node) => {
    const line = node.type === 'heading' ? (texts.get(node.line ?? 0) ?? '') : ''
    if (!/^ {0,3}#/.test(line) || /\{[{%]/.test(line)) return
    const text = textOf(node, line)
    // The place of a formula.
    if (!/[\uE000-\uE004]/.test(text)) node.source = text
  })
}

/** The source of a heading's id; `undefined` for generators that take the text that a reader sees. */
function sourceOf(style: SlugStyle | 'vitepress'): ((node: TreeNode, line: string) => string) | undefined {
  if (style === 'vitepress') return vitepressText
  if (style.startsWith('hugo')) return ({ children }) => withoutAttributes(hugoText(children).trim())
  return style.startsWith('kramdown') ? ({ children }) => textBetweenTags(children) : undefined
}

/** VitePress reads tokens: entities as they are written, the contents of tags, no emoji. */
function vitepressText({ children }: TreeNode, line: string): string {
  const hasEntities = /&#?\w{1,32};/.test(line) && !/\]\(|<[\w/]/.test(line)
  const text = hasEntities ? headingOf(line) : withoutAttributes((children ?? []).map(rawText).join('').trim())
  return text.replaceAll(/:([\w+-]+):/g, (raw, name: string) => (emojiOf(name) === undefined ? raw : ''))
}

/** The line of a heading without its `#` and the attributes at its end. */
function headingOf(line: string): string {
  const end = withoutAttributes(line.trim().replace(/^#+/, '')).trim()
  const closing = /[^#]#*$/.exec(end)?.index ?? 0
  return end.charAt(closing) === ' ' ? end.slice(0, closing) : end
}

function withoutAttributes(text: string): string {
  const list = text.endsWith('}') ? text.lastIndexOf('{') : -1
  return list >= 0 && /^\{:? *(?:[#.]|[\w-]+=)/.test(text.slice(list)) ? text.slice(0, list) : text
}

/** The text of a heading, without addresses that are links by themselves. */
function hugoText(nodes: readonly TreeNode[] | undefined): string {
  const read = (node: TreeNode): string => {
    if (node.type === 'text') return withoutDashes(node.value ?? '')
    if (isAutomatic(node)) return ''
    return node.children === undefined ? rawText(node) : hugoText(node.children)
  }
  return (nodes ?? []).map(read).join('')
}

/** Whether a link shows its address: `https://example.com`, `<a@example.com>`. */
function isAutomatic({ type, url = '', children }: TreeNode): boolean {
  const [first] = children ?? []
  const shown = first?.type === 'text' ? (first.value ?? '') : undefined
  return type === 'link' && shown !== undefined && [shown, `http://${shown}`, `mailto:${shown}`].includes(url)
}

function textBetweenTags(nodes: readonly TreeNode[] | undefined): string {
  const read = (node: TreeNode): string => {
    if (node.type === 'text') return withoutDashes(node.value ?? '')
    if (node.type === 'html' || node.type.startsWith('image')) return ''
    return node.children === undefined ? rawText(node) : node.children.map(read).join('')
  }
  return (nodes ?? [])
    .map(read)
    .join('')
    .replaceAll(/[\t\n\r]/g, ' ')
}

/** Without two or three hyphens, which kramdown makes dashes. */
export function withoutDashes(text: string): string {
  return text.replaceAll(/(?<!-)-{2,3}(?!-)/g, '')
}
