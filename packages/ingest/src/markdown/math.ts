/**
 * Formulas: `$…$` in a line, `$$…$$` in a line or over several, and code blocks of the language `math`. They are
 * replaced by marks before the Markdown parser, since TeX is full of signs of Markdown (`_`, `*`, `\\`) and MDX (`{`).
 * After parsing they become `inlineMath` or `math` nodes of the tree; a mark in code, an address or an attribute
 * becomes its exact source again.
 *
 * A dollar is an amount of money more often than a formula, so a formula in a line needs a certain form: no blank
 * inside the dollars, no letter or digit directly outside, no run of plain words between them. A formula does not span
 * lines, unless it is in `$$`.
 *
 * A mark: U+E003, the formula's index in the list, U+E004.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './source-line.ts'
import type { Properties, TreeNode } from './tree.ts'

/** A formula, referenced by its mark. */
export interface Formula {
  tex: string
  display: boolean
  /** As written, with the dollars. */
  source: string
  /** 1-based, of its first line. */
  line: number
}

/** Longer lines are data, not prose; the patterns below are not tried on them. UTF-16 units. */
const MAX_LINE = 20_000

/** A code span, an escaped dollar, `$$…$$`, `` $`…`$ ``, or the two ends of `$…$`. */
const CANDIDATE =
  /(?<code>(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`))|\\.|(?<![\w$])(?:\$\$(?!\s*\$)(?<display>[^$]+?)\$\$|\$`(?<quoted>[^`$]+)`\$|\$(?<inline>[^\s$](?:(?:\\.|[^$\\])*(?:\\.|[^\s\\$]))?)\$)(?![\w$])/g

const BLOCK = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)\$\$(?!\$)(.*)$/

/** Replaces formulas by marks, and adds them to the page's list. Other lines are returned unchanged. */
export function markFormulas(lines: SourceLine[], formulas: Formula[]): SourceLine[] {
  const before = formulas.length
  if (!lines.some((line) => line.text.includes('$'))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  const mark = (tex: string, display: boolean, source: string, line: number): string => {
    formulas.push({ tex: tex.trim(), display, source, line })
    return `\uE003${formulas.length - 1}\uE004`
  }
  let noBlockBefore = 0 // lines before this one have no closing `$$`
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const { text } = line
    if (track(text) !== 'text' || !text.includes('$') || text.length > MAX_LINE) {
      result.push(line)
      continue
    }
    const opening = BLOCK.exec(text)
    const [, prefix = '', first = ''] = opening ?? []
    if (opening !== null && !first.includes('$$') && index >= noBlockBefore) {
      const end = blockEnd(lines, index + 1)
      if (end.found) {
        const inside = lines.slice(index + 1, end.at + 1).map((one) => withoutPrefix(one.text, prefix))
        const source = ['$$' + first, ...inside].join('\n')
        result.push({ ...line, text: prefix + mark(source.slice(2).replace(/\$\$\s*$/, ''), true, source, line.line) })
        index = end.at
        continue
      }
      noBlockBefore = end.at
    }
    const marked = text.replaceAll(CANDIDATE, (source: string, ...found: unknown[]) => {
      const groups = found.at(-1) as Record<'display' | 'quoted' | 'inline', string | undefined>
      if (groups.display !== undefined)
        return groups.display.trim() === '' ? source : mark(groups.display, true, source, line.line)
      if (groups.quoted !== undefined) return mark(groups.quoted, false, source, line.line)
      return groups.inline !== undefined && looksLikeFormula(groups.inline)
        ? mark(groups.inline, false, source, line.line)
        : source
    })
    result.push(marked === text ? line : { ...line, text: marked })
  }
  return formulas.length === before ? lines : result
}

/** The line that ends with `$$`; not found before a fence or a heading, since then the opening `$$` is text. */
function blockEnd(lines: SourceLine[], from: number): { found: boolean; at: number } {
  for (let at = from; at < lines.length; at++) {
    const text = lines[at]?.text ?? ''
    if (/\$\$\s*$/.test(text.slice(-200))) return { found: true, at }
    if (text.includes('\uE000') || /^\s*(?:`{3}|~{3}|#{1,6}\s)/.test(text)) return { found: false, at }
  }
  return { found: false, at: lines.length }
}

/** Lines of a formula in a quote or a list, without its signs and blanks. */
function withoutPrefix(text: string, prefix: string): string {
  let at = 0
  while (at < prefix.length && at < text.length && (text[at] === prefix[at] || text[at] === ' ')) at++
  return text.slice(at)
}

/** Whether the text between two dollars is TeX, not prose or shell variables. */
function looksLikeFormula(tex: string): boolean {
  const bare = tex.replaceAll(/\\[a-zA-Z]+\s*(?:\{[^{}]*\})?/g, ' \\ ')
  if (/\p{L}{2}[\s,.;:]+(?:\p{L}\s+)*\p{L}{2}/u.test(bare)) return false
  if (/^[A-Z][A-Z0-9_]{3,}$/.test(tex) || /`/.test(tex)) return false
  return !/^[\d.,]/.test(tex) || /[\\^_=<>]/.test(tex) || !/\p{L}{2,}|[,;:]\s/u.test(bare)
}

const MARK = /\uE003(\d+)\uE004/

/** Puts formulas into the parsed tree, in place, and makes `math` of code blocks of that language. */
export function placeFormulas(node: TreeNode, formulas: Formula[]): void {
  if (node.type === 'code' && node.lang === 'math') Object.assign(node, { type: 'math', lang: null, meta: null })
  if (formulas.length > 0) restoreFields(node, formulas)
  if (node.children === undefined) return
  if (formulas.length > 0)
    node.children = node.children.flatMap((child) =>
      child.type === 'text' ? splitText(child, node, formulas) : [child],
    )
  for (const child of node.children) placeFormulas(child, formulas)
  const only = node.children.length === 1 ? node.children[0] : undefined
  if (node.type === 'paragraph' && only?.type === 'math') {
    Object.assign(node, only)
    delete node.children
  }
}

/** Restores the source of a mark in code, HTML, addresses and attributes. */
function restoreFields(node: TreeNode, formulas: Formula[]): void {
  if (node.type !== 'text' && node.value !== undefined) node.value = restored(node.value, formulas)
  for (const key of ['lang', 'meta', 'url', 'alt', 'title', 'identifier', 'label'] as const) {
    const value = node[key]
    if (typeof value === 'string') node[key] = restored(value, formulas)
  }
  const properties: Properties | undefined = node.data?.hProperties
  for (const [key, value] of Object.entries(properties ?? {}))
    if (typeof value === 'string' && properties !== undefined) properties[key] = restored(value, formulas)
}

function restored(value: string, formulas: Formula[]): string {
  if (!value.includes('\uE003')) return value
  return value.replaceAll(new RegExp(MARK, 'g'), (_, index: string) => formulas[Number(index)]?.source ?? '')
}

function splitText(node: TreeNode, parent: TreeNode, formulas: Formula[]): TreeNode[] {
  const value = node.value ?? ''
  if (!value.includes('\uE003')) return [node]
  const alone = parent.type === 'paragraph' && parent.children?.length === 1
  const parts = value.split(MARK)
  return parts.flatMap((part, at): TreeNode[] => {
    if (at % 2 === 0) {
      const isEnd = alone && (at === 0 || at === parts.length - 1) && part.trim() === ''
      return part === '' || isEnd ? [] : [{ ...node, value: part }]
    }
    const formula = formulas[Number(part)]
    if (formula === undefined) return []
    return [{ type: formula.display ? 'math' : 'inlineMath', value: formula.tex, line: formula.line }]
  })
}
