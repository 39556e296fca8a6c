/**
 * Pages whose source is HTML with macros, of Hugo and Jekyll. Their tree has one HTML node for each run of lines between
 * marks of macros, which `fold.ts` folds, and a node of code for each `<pre>` with a text.
 */
import { type Container, MARK } from './container.ts'
import { decodeEntities, htmlText, type HtmlToken, htmlTokens } from './html-token.ts'
import type { SourceLine } from './source-line.ts'
import type { TreeNode } from './tree.ts'

/** Whether a file is HTML, by its ending. */
export function isHtmlFile(file: string): boolean {
  return /\.html?$/i.test(file)
}

/** The beginning of a comment or an element whose content no reader sees, or of a macro with code or Markdown, which stays. */
const BEGINNING =
  /<!--|<script(?=[\s>])|<style(?=[\s>])|<head>|\{%-?[ \t]{0,9}(?:highlight|raw|markdown|markdownify)\b|\{\{[<%][ \t]{0,9}highlight\b/gi

const ENDS: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script\s*>/gi,
  '<style': /<\/style\s*>/gi,
  '<head>': /<\/head\s*>/gi,
}

const MACRO_END =
  /\{%-?[ \t]{0,9}end(?:highlight|raw|markdown|markdownify)\b|\{\{[<%][ \t]{0,9}\/[ \t]{0,9}highlight\b/gi

/**
 * Lines without comments, scripts, styles and the document's head. Macros in them would become text. @param containers of
 * marks in the lines: those with Markdown keep their lines.
 */
export function visibleHtml(lines: readonly SourceLine[], containers: readonly Container[] = []): SourceLine[] {
  let sign = BEGINNING
  let markdownEnd: string | undefined
  return lines.map(({ text, line }) => {
    if (markdownEnd !== undefined) {
      if (text.trim() === markdownEnd) markdownEnd = undefined
      return { text, line }
    }
    const mark = sign === BEGINNING ? MARK.exec(text.trim()) : null
    if (mark?.[2] === '\uE001' && containers[Number(mark[1])]?.markdown === true) markdownEnd = `\uE000${mark[1]}\uE002`
    let shown = ''
    let at = 0
    while (at < text.length) {
      sign.lastIndex = at
      const found = sign.exec(text)
      const end = found === null ? text.length : found.index + found[0].length
      if (sign === BEGINNING) {
        const next = found === null ? BEGINNING : (ENDS[found[0].toLowerCase()] ?? MACRO_END)
        shown += text.slice(at, next === MACRO_END ? end : found?.index)
        sign = next
      } else {
        if (sign === MACRO_END) shown += text.slice(at, end)
        if (found !== null) sign = BEGINNING
      }
      at = end
    }
    return { text: shown, line }
  })
}

const MARKS = /(\uE000\d+[\uE001\uE002])/

/** Elements that a reader sees without a text. */
const MEDIA = /<(?:img|picture|svg|video|audio|iframe|object|embed|canvas|math|hr|Macro)\b/i

/**
 * The tree of expanded lines; without children where they show nothing. @param markdown the nodes of lines of Markdown, which
 * are the content of some containers.
 */
export function htmlTree(
  expanded: readonly SourceLine[],
  containers: readonly Container[],
  markdown: (lines: SourceLine[]) => TreeNode[],
): TreeNode {
  const lines = visibleHtml(expanded, containers)
  const whole = lines.map(({ text }) => text).join('\n')
  const children: TreeNode[] = []
  if (containers.length === 0 && htmlText(whole).trim() === '' && !MEDIA.test(whole)) return { type: 'root', children }
  let run: SourceLine[] = []
  /** The closing mark of the container of Markdown around the run. */
  let end: string | undefined
  const flush = (): void => {
    for (const node of end === undefined ? nodesOf(run) : markdown(run)) children.push(node)
    run = []
  }
  for (const { text, line } of lines) {
    const parts = text.includes('\uE000') ? text.split(MARKS) : [text]
    for (const part of parts) {
      const [, index, sign] = MARK.exec(part) ?? []
      if (index === undefined || (end !== undefined && part !== end)) {
        run.push({ text: part, line })
        continue
      }
      flush()
      end = sign === '\uE001' && containers[Number(index)]?.markdown === true ? `\uE000${index}\uE002` : undefined
      children.push({ type: 'paragraph', children: [{ type: 'text', value: part }], line })
    }
  }
  flush()
  return { type: 'root', children }
}

const PRE_END = /<\/pre\s*>/gi

/** A run of lines as HTML, and its blocks of code as such. */
function nodesOf(run: readonly SourceLine[]): TreeNode[] {
  const html = run.map(({ text }) => text).join('\n')
  const nodes: TreeNode[] = []
  let done = 0
  /** The line of the last position that was asked for: positions ascend. */
  let index = 0
  let start = 0
  const lineAt = (at: number): number => {
    while (index + 1 < run.length && start + (run[index]?.text.length ?? 0) < at) {
      start += (run[index]?.text.length ?? 0) + 1
      index++
    }
    return run[index]?.line ?? 1
  }
  const addHtml = (to: number): void => {
    const value = html.slice(done, to)
    const blanks = value.length - value.trimStart().length
    if (value.trim() !== '') nodes.push({ type: 'html', value, line: lineAt(done + blanks) })
  }
  for (const { index: at } of html.matchAll(/<pre(?=[\s>])/gi)) {
    if (at < done) continue
    PRE_END.lastIndex = at
    if (PRE_END.exec(html) === null) break
    const end = PRE_END.lastIndex
    const code = codeOf(html.slice(at, end))
    if (code === undefined) continue
    addHtml(at)
    nodes.push({ ...code, line: lineAt(at) })
    done = end
  }
  addHtml(html.length)
  return nodes
}

/** The block of code of a `<pre>`; `undefined` for one with other elements than those of code. */
function codeOf(html: string): TreeNode | undefined {
  const tokens = htmlTokens(html)
  const isCode = (token: HtmlToken): boolean =>
    token.kind === 'text' || token.kind === 'comment' || /^(?:pre|code|span|samp)$/i.test(token.name)
  if (!tokens.every(isCode) || tokens.at(-1)?.kind !== 'close') return undefined
  const value = tokens.map((token) => (token.kind === 'text' ? decodeEntities(token.raw) : '')).join('')
  const classes = tokens.flatMap((token) => (token.kind === 'open' ? [token.attributes.class] : [])).join(' ')
  const lang = /\blang(?:uage)?-([\w+#.-]+)/.exec(classes)?.[1]
  return { type: 'code', lang: lang ?? null, value: value.replace(/^\r?\n/, '').trimEnd() }
}
