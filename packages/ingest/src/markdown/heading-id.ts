/**
 * Ids that authors set at the ends of headings: `{#id}`, `{ #id .class }`, `[#id]` of Nextra, Fumadocs and Fern, `:id=id` of
 * docsify, and the signs that a VitePress site sets. Comments with an id became `{#id}` before (`comment-lines.ts`);
 * `<h2 id="id">` is read where HTML is.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { GeneratorKind } from '../result/generator.ts'
import { parseAttributeList } from './container.ts'
import type { TreeNode } from './tree.ts'

const ATTRIBUTES =
  /^\{:?\s*((?:[#.][^\s{}]+|data-[\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))(?:\s+(?:[#.][^\s{}]+|[\w-]+(?:=(?:"[^"]*"|'[^']*'|[^\s{}"']+))?))*)\s*\}$/

/** Maximum length (UTF-16 units) of an attribute list, which bounds the search for its beginning. */
const LIST_UNITS = 500

/** Takes the id and classes at the end of a heading's text. Changes the node. */
export function takeHeadingId(node: TreeNode, { generator, attributeSigns }: PageSyntax): void {
  const last = node.children?.at(-1)
  if (last?.type !== 'text' || last.value === undefined) return
  const found = attributesAtEnd(last.value, attributeSigns) ?? idAtEnd(last.value, generator)
  if (found === undefined) return
  last.value = last.value.slice(0, found.at).trimEnd()
  setId(node, found)
}

function setId(node: TreeNode, { id, className }: Found): void {
  node.data = {
    ...node.data,
    hProperties: {
      ...node.data?.hProperties,
      ...(id === undefined ? {} : { id }),
      ...(className === undefined ? {} : { className: className.split(' ') }),
    },
  }
}

/** The attributes at the end of a text, and their position. */
interface Found {
  at: number
  id?: string
  className?: string
}

/** The forms without a list of attributes. */
function idAtEnd(text: string, generator: GeneratorKind): Found | undefined {
  const isBracketed = generator === 'nextra' || generator === 'fumadocs' || generator === 'fern'
  const form = isBracketed ? /\[#([^\s[\]]+)\]\s*$/ : generator === 'docsify' ? /(?<=\s):id=([\w-]+)\s*$/ : undefined
  if (form === undefined) return undefined
  const end = text.slice(-LIST_UNITS)
  const found = form.exec(end)
  return found?.[1] === undefined ? undefined : { at: text.length - end.length + found.index, id: found[1] }
}

/** The attribute list at the end of a text. @param signs around a list, where they are not braces. */
function attributesAtEnd(value: string, signs: PageSyntax['attributeSigns']): Found | undefined {
  const text = value.trimEnd()
  const [left = '', right = ''] = signs ?? []
  const own = right !== '' && text.endsWith(right) ? text.lastIndexOf(left) : -1
  if (own >= 0) return listAt(own, `{${text.slice(own + left.length, -right.length)}}`)
  if (!text.endsWith('}')) return undefined
  for (let at = text.indexOf('{', text.length - LIST_UNITS); at >= 0; at = text.indexOf('{', at + 1)) {
    const found = listAt(at, text.slice(at))
    if (found !== undefined) return found
  }
  return undefined
}

function listAt(at: number, text: string): Found | undefined {
  const list = ATTRIBUTES.exec(text)?.[1]
  if (list === undefined) return undefined
  const { id, class: className } = parseAttributeList(list)
  return { at, ...(id === undefined ? {} : { id }), ...(className === undefined ? {} : { className }) }
}
