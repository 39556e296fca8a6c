/**
 * A line scanner of Markdown: the lines of a source with code, comments, escapes and scripts blanked, its code blocks
 * and its headings. Shares no code with ingest. Line numbers are 1-based.
 */
import type { Kind } from './recognise.ts'

/** A code block. */
export interface CodeBlock {
  line: number
  info: string
  /** Name of the container or component around it that makes tabs of its blocks. */
  group: string | undefined
}

/** A heading as its author wrote it, without marks and attribute list. */
export interface SourceHeading {
  line: number
  level: number
  text: string
}

/** A scanned source. */
export interface Scanned {
  /** By line: prose, with the same number of lines as the source. */
  lines: string[]
  /** By line: everything that `lines` has not: code, comments, escapes. */
  hidden: string[]
  blocks: CodeBlock[]
  headings: SourceHeading[]
}

const FENCE = /^((?:\s|>|[*+-]\s|\d+[.)]\s)*)(`{3,}|~{3,})(.*)$/

/** Directives of MyST whose body is code or data, not Markdown. */
const CODE_DIRECTIVES =
  /^\{(?:code(?:-block|-cell)?|sourcecode|parsed-literal|literalinclude|highlight|math|mermaid|eval-rst|raw|csv-table|toctree|tableofcontents|include|contents|image|bibliography|autodoc\S*|auto\w+|glue\S*|myst\S*|docstring\S*)\}/

/** Blocks of template languages whose content is code or is not shown. */
const TEMPLATE_BLOCKS: [RegExp, RegExp, 'code' | 'hidden'][] = [
  [/\{%-?\s*highlight\b/, /\{%-?\s*endhighlight\b/, 'code'],
  [/\{%-?\s*comment\b/, /\{%-?\s*endcomment\b/, 'hidden'],
  [/\{\{[<%]\s*highlight\b/, /\{\{[<%]\s*\/\s*highlight\b/, 'code'],
  [/^\s*<Visibility\b[^>]*\sfor=["']agents["']/, /<\/Visibility>/, 'hidden'],
  [/\{\{[<%]\s*comment\b/, /\{\{[<%]\s*\/\s*comment\b/, 'hidden'],
]

/** Lines after which indented text is no code: containers, tabs, macros, HTML. */
const OPENS_INDENTED = /^(?:!!!|\?\?\?|===|:::|\/\/\/|@tab|\{%|\{\{|<)/

/** Scans a source. */
export function scanSource(source: string, kind: Kind, mdx: boolean): Scanned {
  const head =
    /^\uFEFF?(?:---[ \t]*\r?\n[\s\S]*?\r?\n---|\+\+\+[ \t]*\r?\n[\s\S]*?\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/.exec(
      source,
    )?.[0] ?? ''
  const body = head.replaceAll(/[^\n]/g, '') + source.slice(head.length)
  const lines: string[] = []
  const hidden: string[] = []
  const blocks: CodeBlock[] = []
  const put = (prose: string, rest: string): void => {
    lines.push(prose)
    hidden.push(rest)
  }
  let open: { sign: string; column: number } | undefined
  /** Fences of MyST's directives whose body is Markdown. */
  const directives: string[] = []
  let until: RegExp | undefined
  let group: string | undefined
  let afterBlank = true
  let inList = false
  let inCode = false
  /** In tabs of Docsy with code. */
  let inCodePane = false
  body.split(/\r?\n/).forEach((line, index) => {
    const at = index + 1
    if (until !== undefined) {
      const end = until.exec(line)
      if (end !== null) until = undefined
      return put('', line)
    }
    // A function or a template of a page's module, which ends with a line of closing signs.
    if (mdx && open === undefined && /^export\s[^\n]*[{[(`]\s*$/.test(line)) {
      until = /^[}\])`]/
      return put('', line)
    }
    const found = FENCE.exec(line)
    const [, before = '', sign = '', rest = ''] = found ?? []
    if (open !== undefined) {
      if (found !== null && sign.startsWith(open.sign) && rest.trim() === '' && before.length < open.column + 4)
        open = undefined
      return put('', line)
    }
    if (found !== null && directives.length > 0 && rest.trim() === '' && sign.startsWith(directives.at(-1) ?? ' ')) {
      directives.pop()
      return put('', '')
    }
    if (found !== null && (!rest.includes('`') || sign.startsWith('~'))) {
      const info = rest.trim()
      if (kind === 'sphinx' && /^\{[\w:+.-]+\}/.test(info) && !CODE_DIRECTIVES.test(info)) {
        directives.push(sign)
        return put(line, '')
      }
      open = { sign, column: before.length }
      blocks.push({ line: at, info, group })
      return put('', line)
    }
    const container =
      /^\s*:{2,}\s*([\w-]+)|^\s*(?:[-*+]\s+)?<(CodeGroup|CodeBlocks|RequestExample|ResponseExample)\b/.exec(line)
    if (
      container !== null &&
      /^(?:(?:prose-)?code-group|CodeGroup|CodeBlocks|RequestExample|ResponseExample)$/.test(
        container[1] ?? container[2] ?? '',
      )
    )
      group = container[1] ?? container[2]
    else if (/^\s*:{2,}\s*$|<\/(?:CodeGroup|CodeBlocks|RequestExample|ResponseExample)>/.test(line)) group = undefined
    if (/^\s*\{\{[<%]\s*\/?tabpane\b/.test(line)) inCodePane = /\{\{<\s*tabpane\b(?!.*\btext=["']?true)/.test(line)
    if (inCodePane && /\{\{<\s*tab\b(?!.*(?:\btext=["']?true|\/\s*>\}\}|\{\{<\s*\/))/.test(line)) {
      until = /\{\{<\s*\/\s*tab\s*>/
      blocks.push({ line: at, info: '', group: undefined })
      return put(line, '')
    }
    const block = TEMPLATE_BLOCKS.find(([start, end]) => start.test(line) && !end.test(line.replace(start, '')))
    if (block !== undefined && !/`[^`]*\{[%{]/.test(line)) {
      until = block[1]
      if (block[2] === 'code') blocks.push({ line: at, info: '', group })
      return put('', line)
    }
    const raw = /^\s*<(script|style|pre)\b/i.exec(line)
    if (raw !== null && !new RegExp(`</${raw[1]}`, 'i').test(line)) {
      until = new RegExp(`</${raw[1]}`, 'i')
      return put('', line)
    }
    const start = line.replaceAll(/<!--.*?-->/g, (comment) => ' '.repeat(comment.length))
    const comment = start.indexOf('<!--')
    if (comment >= 0 && !/`[^`]*<!--/.test(line)) {
      until = /-->/
      return put(start.slice(0, comment), line.slice(comment))
    }
    const blank = line.trim() === ''
    if (/^\s*(?:(?:[-*+:]|\d+[.)])\s|\[\^[^\]]+\]:)/.test(line)) inList = true
    else if (!blank && !/^\s/.test(line)) inList = (inList && !afterBlank) || OPENS_INDENTED.test(line)
    const indented = /^(?: {4}|\t)/.test(line) && !inList && !mdx && (afterBlank || inCode)
    if (indented && !blank) {
      if (!inCode) blocks.push({ line: at, info: '', group: undefined })
      inCode = true
      afterBlank = false
      return put('', line)
    }
    if (!blank) inCode = false
    afterBlank = blank
    put(start, '')
  })
  blankSpans(lines, hidden)
  return { lines, hidden, blocks, headings: headingsOf(lines, body.split(/\r?\n/)) }
}

/** A code span: equal numbers of backticks at both ends, and no empty line between. */
const CODE_SPAN = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t>]*\n)[\s\S])+?)(?<!`)\1(?!`)/g

/** Replaces code spans, HTML code and backslash escapes by a mark; the lines stay. */
function blankSpans(lines: string[], hidden: string[]): void {
  const text = lines.join('\n')
  const moved: [number, string][] = []
  const blank = (span: string, at: number): string => {
    moved.push([at, span])
    return span.replaceAll(/[^\n]/g, '\u00B7')
  }
  const prose = text
    .replaceAll(CODE_SPAN, (span: string, _: string, __: string, at: number) => blank(span, at))
    .replaceAll(/<(code|kbd|samp)\b[^>]*>[\s\S]*?<\/\1>/g, (span: string, _: string, at: number) => blank(span, at))
    .replaceAll(/\\[!-/:-@[-`{-~]/g, (span: string, at: number) => blank(span, at))
    .replaceAll(/\{\/\*[\s\S]*?\*\/\}/g, (span) => span.replaceAll(/[^\n]/g, ' '))
  const lineAt = lineFinder(text)
  for (const [at, span] of moved) hidden[lineAt(at) - 1] += ` ${span}`
  lines.splice(0, lines.length, ...prose.split('\n'))
}

/** The line (1-based) of a position of a text. */
export function lineFinder(text: string): (at: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** ATX and Setext headings and headings of HTML, from the prose, with the text of the source. */
function headingsOf(prose: string[], source: string[]): SourceHeading[] {
  const headings: SourceHeading[] = []
  prose.forEach((line, index) => {
    const atx = /^[\s>]*(?:[-*+]\s+|\d+\.\s+)?(#{1,6})(?:[ \t]+(.*?))?[ \t]*$/.exec(line)
    const whole = source[index] ?? ''
    if (atx !== null) {
      // MkDocs' hooks print the name in a heading of only `<!-- md:setting name -->`.
      const text = whole.replace(/^[\s>]*(?:[-*+]\s+|\d+\.\s+)?#{1,6}[ \t]*/, '').replace(/[ \t]+#+[ \t]*$/, '')
      if (
        text
          .replace(/^<!--\s*\w+:\w+\s+(\S+)\s*-->$/, '$1')
          .replaceAll(/<!--.*?-->|\{\/\*.*?\*\/\}/g, '')
          .trim() !== ''
      )
        headings.push({ line: index + 1, level: atx[1]?.length ?? 1, text })
      return
    }
    const html = /^\s*<h([1-6])\b[^>]*>(.*?)(?:<\/h\1>|$)/i.exec(line)
    if (html !== null) return void headings.push({ line: index + 1, level: Number(html[1]), text: whole.trim() })
    const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)
    const above = prose[index - 1] ?? ''
    if (
      under !== null &&
      index > 0 &&
      /^ {0,3}[^\s>#|\-*+:<{=!]/.test(above) &&
      above.length > 0 &&
      (index < 2 || isBreak(prose[index - 2] ?? ''))
    )
      headings.push({
        line: index,
        level: under[1]?.startsWith('=') === true ? 1 : 2,
        text: (source[index - 1] ?? '').trim(),
      })
  })
  return headings
}

/** Whether a paragraph can begin after a line. */
function isBreak(line: string): boolean {
  return line.trim() === '' || /^\s*(?:#{1,6}\s|[-*_]{3,}\s*$|:{3,}|<)/.test(line)
}
