/**
 * Formulas: `$…$` in a line, `$$…$$` in a line or over several, `\[` and `\]` on lines of their own, LaTeX environments
 * (`\begin{align}`), and code blocks of the language `math`. They are
 * replaced by marks before the Markdown parser, since TeX is full of signs of Markdown (`_`, `*`, `\\`) and MDX (`{`).
 * After parsing they become `inlineMath` or `math` nodes of the tree; a mark in code, an address or an attribute
 * becomes its exact source again.
 *
 * A dollar is an amount of money more often than a formula, so a formula in a line needs a certain form: no blank
 * inside the dollars, no letter or digit directly outside, no run of plain words between them. A formula of `$` spans
 * lines only if it has a command of TeX.
 *
 * A mark: U+E003, the formula's index in the list, U+E004.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'
import { withoutPrefix } from './source-line.ts'
import type { Properties, TreeNode } from './tree.ts'

/** A formula, referenced by its mark. */
export interface MarkedFormula {
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

/** The signs of the quotes and the list item before a formula, its opening, and its first line. */
const BLOCK =
  /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)(\$\$(?!\$)|\\\[(?=\s*$)|\\begin\{((?:equation|multline|gather|align|alignat|flalign|eqnarray|[pbBvV]?matrix)\*?)\})(.*)$/

/** Replaces formulas by marks, and adds them to the page's list. Other lines are returned unchanged. */
export function markFormulas(lines: SourceLine[], formulas: MarkedFormula[]): SourceLine[] {
  const before = formulas.length
  if (!lines.some(({ text }) => /\$|\\\[|\\begin\{/.test(text))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  const mark: Mark = (tex, display, source, line) => {
    formulas.push({ tex: tex.trim(), display, source, line })
    return `\uE003${formulas.length - 1}\uE004`
  }
  const ends = endFinder(lines)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const { text } = line
    if (track(text) !== 'text' || !/\$|\\\[|\\begin\{/.test(text) || text.length > MAX_LINE) {
      result.push(line)
      continue
    }
    const found = blockAt(lines, index, ends, mark)
    if (found !== undefined) {
      result.push({ ...line, text: found.text })
      index = found.end
      continue
    }
    const marked = markedLine(line, mark)
    const rest = marked.includes('$') ? restAt(lines, index, marked, mark) : undefined
    if (rest !== undefined) index = rest.end
    result.push(rest !== undefined ? { ...line, text: rest.text } : marked === text ? line : { ...line, text: marked })
  }
  return formulas.length === before ? lines : result
}

/** Adds a formula, and returns its mark. */
type Mark = (tex: string, display: boolean, source: string, line: number) => string

/** The formulas of a line as marks. */
function markedLine({ text, line }: SourceLine, mark: Mark): string {
  return text.replaceAll(CANDIDATE, (source: string, ...found: unknown[]) => {
    const groups = found.at(-1) as Record<'display' | 'quoted' | 'inline', string | undefined>
    if (groups.display !== undefined)
      return groups.display.trim() === '' ? source : mark(groups.display, true, source, line)
    if (groups.quoted !== undefined) return mark(groups.quoted, false, source, line)
    return groups.inline !== undefined && looksLikeFormula(groups.inline)
      ? mark(groups.inline, false, source, line)
      : source
  })
}

/** A formula of several lines that begins a line, as its mark, and the index of its last line. */
function blockAt(
  lines: SourceLine[],
  index: number,
  ends: EndFinder,
  mark: Mark,
): { text: string; end: number } | undefined {
  const { text = '', line = 1 } = lines[index] ?? {}
  const [, prefix = '', opening, environment, first = ''] = BLOCK.exec(text) ?? []
  if (opening === undefined) return undefined
  const isDollars = opening === '$$'
  if (isDollars && first.includes('$$')) return undefined
  const closing = isDollars ? '$$' : environment === undefined ? '\\]' : `\\end{${environment}}`
  const end = environment !== undefined && first.includes(closing) ? index : ends(closing, index + 1)
  if (end === undefined) return undefined
  const inside = lines.slice(index + 1, end + 1).map((one) => withoutPrefix(one.text, prefix))
  const source = [opening + first, ...inside].join('\n')
  const bare = isDollars ? source.slice(2).replace(/\$\$\s*$/, '') : source.slice(2).trimEnd().slice(0, -2)
  return { text: prefix + mark(environment === undefined ? bare : source, true, source, line), end }
}

/** A dollar that may begin a formula. */
const OPENING = /(?<![\w$\\])\$(?![\s$\d])/

/** A line whose first dollar may end a formula. */
const CLOSING = /^[^$]*[^\s$\\]\$(?![\w$])/

/** A formula that begins behind the text of a line and ends in the same paragraph. @param marked the line with marks. */
function restAt(
  lines: SourceLine[],
  index: number,
  marked: string,
  mark: Mark,
): { text: string; end: number } | undefined {
  const sign = marked.includes('$$') ? '$$' : '$'
  const at = marked.search(sign === '$$' ? /\$\$/ : OPENING)
  if (at < 0 || marked.includes(sign, at + sign.length) || marked.includes('`')) return undefined
  const inside = [marked.slice(at + sign.length)]
  const prefix = /^[\s>]*/.exec(marked)?.[0] ?? ''
  for (let end = index + 1; end < lines.length; end++) {
    const text = withoutPrefix(lines[end]?.text ?? '', prefix)
    if (text.trim() === '' || text.includes('`') || text.includes('\uE000') || text.length > MAX_LINE) return undefined
    const close = text.indexOf(sign)
    if (close < 0) {
      inside.push(text)
      continue
    }
    inside.push(text.slice(0, close))
    const tex = inside.join('\n')
    const isFormula = (sign === '$$' ? /[\\^_={}<>+-]/ : /\\[a-z]/i).test(tex) && looksLikeFormula(tex.trim())
    if (tex.includes('\uE003') || !isFormula || (sign === '$' && !CLOSING.test(text))) return undefined
    const formula = mark(tex, sign === '$$', sign + tex + sign, lines[index]?.line ?? 1)
    const after = markedLine({ text: text.slice(close + sign.length), line: lines[end]?.line ?? 1 }, mark)
    return { text: marked.slice(0, at) + formula + after, end }
  }
  return undefined
}

/** The index of the line that ends with a sign, from a line on. */
type EndFinder = (closing: string, from: number) => number | undefined

/** Finds ends of formulas; none before a fence or a heading, since then the beginning is text. */
function endFinder(lines: SourceLine[]): EndFinder {
  /** Lines before this one have no end, for each sign. */
  const none = new Map<string, number>()
  return (closing, from) => {
    if (from <= (none.get(closing) ?? -1)) return undefined
    for (let at = from; at < lines.length; at++) {
      const text = lines[at]?.text ?? ''
      const isEnd = closing.startsWith('\\end') ? text.includes(closing) : text.slice(-200).trimEnd().endsWith(closing)
      if (isEnd) return at
      if (text.includes('\uE000') || /^\s*(?:`{3}|~{3}|#{1,6}\s)/.test(text)) {
        none.set(closing, at)
        return undefined
      }
    }
    none.set(closing, lines.length)
    return undefined
  }
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
export function placeFormulas(node: TreeNode, formulas: MarkedFormula[]): void {
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
function restoreFields(node: TreeNode, formulas: MarkedFormula[]): void {
  if (node.type !== 'text' && node.value !== undefined) node.value = restored(node.value, formulas)
  for (const key of ['lang', 'meta', 'url', 'alt', 'title', 'identifier', 'label'] as const) {
    const value = node[key]
    if (typeof value === 'string') node[key] = restored(value, formulas)
  }
  const properties: Properties | undefined = node.data?.hProperties
  for (const [key, value] of Object.entries(properties ?? {}))
    if (typeof value === 'string' && properties !== undefined) properties[key] = restored(value, formulas)
}

function restored(value: string, formulas: MarkedFormula[]): string {
  if (!value.includes('\uE003')) return value
  return value.replaceAll(new RegExp(MARK, 'g'), (_, index: string) => formulas[Number(index)]?.source ?? '')
}

function splitText(node: TreeNode, parent: TreeNode, formulas: MarkedFormula[]): TreeNode[] {
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
