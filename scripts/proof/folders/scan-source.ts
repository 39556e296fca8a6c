/**
 * A line scanner of Markdown: the lines of a source with code, comments, escapes and scripts blanked, its code blocks
 * and its headings. Shares no code with ingest. Line numbers are 1-based.
 */
import { blankSpans } from './blank-spans.ts'
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
  /^\{(?:code(?:-block|-cell)?|sourcecode|parsed-literal|literalinclude|highlight|math|mermaid|eval-rst|raw|csv-table|toctree|tableofcontents|include|contents|image|bibliography|autodoc\S*|auto\w+|glue\S*|myst-(?!example)\S*|docutils-\S+|docstring\S*)\}/

/** Blocks of template languages whose content is code or is not shown. */
const TEMPLATE_BLOCKS: [RegExp, RegExp, 'code' | 'hidden'][] = [
  [/\{%-?\s*highlight\b/, /\{%-?\s*endhighlight\b/, 'code'],
  [/\{%-?\s*comment\b/, /\{%-?\s*endcomment\b/, 'hidden'],
  [/\{\{[<%]\s*highlight\b/, /\{\{[<%]\s*\/\s*highlight\b/, 'code'],
  [/^\s*<Visibility\b[^>]*\sfor=["']agents["']/, /<\/Visibility>/, 'hidden'],
  [/\{\{[<%]\s*comment\b/, /\{\{[<%]\s*\/\s*comment\b/, 'hidden'],
  // Lists of people, which only the host of the repository knows.
  [/\{%-?\s*for\s+\w+\s+in\s+site\.github\./, /\{%-?\s*endfor\b/, 'hidden'],
]

/** Lines after which indented text is no code: containers, tabs, macros, HTML. */
const OPENS_INDENTED = /^(?:!!!|\?\?\?|===|:::|\/\/\/|@tab|\{%|\{\{|<)/

/** Front matter in YAML or TOML. */
const FRONT_MATTER = /^\uFEFF?(?:---[ \t]*\r?\n[\s\S]*?\r?\n---|\+\+\+[ \t]*\r?\n[\s\S]*?\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/

/** A line that opens a container or a component; the first group or the second is its name. */
const CONTAINER = /^\s*:{2,}\s*([\w-]+)|^\s*(?:[-*+]\s+)?<(CodeGroup|CodeBlocks|RequestExample|ResponseExample)\b/

/** Containers and components that make tabs of their code blocks. */
const CODE_GROUPS = /^(?:(?:prose-)?code-group|CodeGroup|CodeBlocks|RequestExample|ResponseExample)$/

const END_OF_CONTAINER = /^\s*:{2,}\s*$|<\/(?:CodeGroup|CodeBlocks|RequestExample|ResponseExample)>/

/** The state between two lines. */
interface Scan {
  kind: Kind
  mdx: boolean
  blocks: CodeBlock[]
  /** The open fence: its sign, and the number of characters before it. */
  fence: { sign: string; column: number } | undefined
  /** Fences of MyST's directives whose body is Markdown. */
  directives: string[]
  /** Lines are hidden until one that matches, itself included. */
  until: RegExp | undefined
  group: string | undefined
  afterBlank: boolean
  inList: boolean
  /** In an indented code block. */
  inCode: boolean
  /** In tabs of Docsy with code. */
  inCodePane: boolean
  /** In a function of a page's module. */
  inModule: boolean
  /** In a template literal of it. */
  inTemplate: boolean
}

/** The prose of a line, and its hidden part. */
type Split = readonly [prose: string, hidden: string]

/** Splits a line (1-based) if the rule concerns it, and changes the state. */
type Rule = (scan: Scan, line: string, at: number) => Split | undefined

/** The first rule that splits a line counts; a line of no rule is prose. */
const RULES: readonly Rule[] = [
  hiddenLine,
  moduleFunction,
  attributeCode,
  fencedCode,
  codePane,
  templateBlock,
  rawHtml,
  openComment,
  indentedCode,
]

/** Scans a source. */
export function scanSource(source: string, kind: Kind, mdx: boolean): Scanned {
  const head = FRONT_MATTER.exec(source)?.[0] ?? ''
  const body = kind === 'jekyll' ? source.replaceAll(/\{%-?\s*(?:end)?raw\s*-?%\}(?=```)/g, '') : source
  const whole = (head.replaceAll(/[^\n]/g, '') + body.slice(head.length)).split(/\r?\n/)
  const scan: Scan = {
    kind,
    mdx,
    blocks: [],
    fence: undefined,
    directives: [],
    until: undefined,
    group: undefined,
    afterBlank: true,
    inList: false,
    inCode: false,
    inCodePane: false,
    inModule: false,
    inTemplate: false,
  }
  const lines: string[] = []
  const hidden: string[] = []
  for (const [index, line] of whole.entries()) {
    const [prose, rest] = splitLine(scan, line, index + 1)
    lines.push(prose)
    hidden.push(rest)
  }
  blankSpans(lines, hidden)
  return { lines, hidden, blocks: scan.blocks, headings: headingsOf(lines, whole, kind) }
}

function splitLine(scan: Scan, line: string, at: number): Split {
  for (const rule of RULES) {
    const split = rule(scan, line, at)
    if (split !== undefined) return split
  }
  return [withoutComments(line), '']
}

/** A line of a hidden block. */
function hiddenLine(scan: Scan, line: string): Split | undefined {
  if (scan.until === undefined) return undefined
  if (scan.until.test(line)) scan.until = undefined
  return ['', line]
}

/** A function or a template of a page's module, which ends with a line of closing signs outside templates. */
function moduleFunction(scan: Scan, line: string): Split | undefined {
  const begins = scan.mdx && scan.fence === undefined && /^export\s[^\n]*[{[(`]\s*$/.test(line)
  if (!begins && !scan.inModule) return undefined
  if ((line.match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1) scan.inTemplate = !scan.inTemplate
  scan.inModule = begins || scan.inTemplate || !/^[}\])`]/.test(line)
  return ['', line]
}

/** Code in an attribute of a component, which begins and ends on other lines. */
function attributeCode(scan: Scan, line: string): Split | undefined {
  const [, sign] =
    (scan.mdx && scan.fence === undefined && /^\s*(?:<[A-Za-z][^<>]*\s)?\w+=\{?(['`])[^'`]*$/.exec(line)) || []
  if (sign === undefined) return undefined
  scan.until = sign === '`' ? /`\}/ : /'\s*\/?>?/
  return [line, '']
}

/** Code between fences, and the fences of directives. */
function fencedCode(scan: Scan, line: string, at: number): Split | undefined {
  const found = FENCE.exec(line)
  const [, before = '', sign = '', rest = ''] = found ?? []
  const info = rest.trim()
  if (scan.fence !== undefined) {
    const { sign: opening, column } = scan.fence
    if (found !== null && sign.startsWith(opening) && info === '' && before.length < column + 4) scan.fence = undefined
    return ['', line]
  }
  if (found === null) return undefined
  // Directives of Sphinx have no columns of their own, so four are code as in any Markdown.
  if (scan.kind === 'sphinx' && isIndentedCode(scan, line)) return undefined
  if (scan.directives.length > 0 && info === '' && sign.startsWith(scan.directives.at(-1) ?? ' ')) {
    scan.directives.pop()
    return ['', '']
  }
  if (rest.includes('`') && !sign.startsWith('~')) return undefined
  if (scan.kind === 'sphinx' && /^\{[\w:+.-]+\}/.test(info) && !CODE_DIRECTIVES.test(info)) {
    scan.directives.push(sign)
    return [line, '']
  }
  scan.fence = { sign, column: before.length }
  scan.blocks.push({ line: at, info, group: scan.group })
  return ['', line]
}

/** Follows the containers that make tabs of code blocks; the code of a tab of Docsy is hidden. */
function codePane(scan: Scan, line: string, at: number): Split | undefined {
  const opened = CONTAINER.exec(line)
  const name = opened?.[1] ?? opened?.[2] ?? ''
  if (CODE_GROUPS.test(name)) scan.group = name
  // A preview is one tab, with the code in it.
  else if (END_OF_CONTAINER.test(line) || name === 'code-preview') scan.group = undefined
  if (/^\s*\{\{[<%]\s*\/?tabpane\b/.test(line)) scan.inCodePane = /\{\{<\s*tabpane\b(?!.*\btext=["']?true)/.test(line)
  if (!scan.inCodePane || !/\{\{<\s*tab\b(?!.*(?:\btext=["']?true|\/\s*>\}\}|\{\{<\s*\/))/.test(line)) return undefined
  scan.until = /\{\{<\s*\/\s*tab\s*>/
  scan.blocks.push({ line: at, info: '', group: undefined })
  return [line, '']
}

function templateBlock(scan: Scan, line: string, at: number): Split | undefined {
  const block = TEMPLATE_BLOCKS.find(([start, end]) => start.test(line) && !end.test(line.replace(start, '')))
  if (block === undefined || /`[^`]*\{[%{]/.test(line)) return undefined
  scan.until = block[1]
  if (block[2] === 'code') scan.blocks.push({ line: at, info: '', group: scan.group })
  return ['', line]
}

/** Elements whose text is no Markdown. */
function rawHtml(scan: Scan, line: string): Split | undefined {
  const [, name] = /^\s*<(script|style|pre)\b/i.exec(line) ?? []
  if (name === undefined) return undefined
  const end = new RegExp(`</${name}`, 'i')
  if (end.test(line)) return undefined
  scan.until = end
  return ['', line]
}

/** A comment that does not end on its line. */
function openComment(scan: Scan, line: string): Split | undefined {
  const prose = withoutComments(line)
  const start = prose.indexOf('<!--')
  if (start < 0 || /`[^`]*<!--/.test(line)) return undefined
  scan.until = /-->/
  return [prose.slice(0, start), line.slice(start)]
}

/** Blanks the comments that begin and end on a line. */
function withoutComments(line: string): string {
  return line.replaceAll(/<!--.*?-->/g, (comment) => ' '.repeat(comment.length))
}

/** Indented code. The last rule, since it also follows lists and empty lines. */
function indentedCode(scan: Scan, line: string, at: number): Split | undefined {
  const isBlank = line.trim() === ''
  if (/^\s*(?:(?:[-*+:]|\d+[.)])\s|\[\^[^\]]+\]:)/.test(line)) scan.inList = true
  else if (!isBlank && !/^\s/.test(line)) scan.inList = (scan.inList && !scan.afterBlank) || OPENS_INDENTED.test(line)
  const isCode = isIndentedCode(scan, line)
  if (isCode && !scan.inCode) scan.blocks.push({ line: at, info: '', group: undefined })
  if (!isBlank) scan.inCode = isCode
  scan.afterBlank = isBlank
  return isCode ? ['', line] : undefined
}

/** Whether a line with text is indented code. */
function isIndentedCode(scan: Scan, line: string): boolean {
  // Nuxt Content has its components' text indented by any number of blanks.
  const mayIndent = !scan.mdx && scan.kind !== 'docus'
  const isIndented = /^(?: {4}|\t)/.test(line) && line.trim() !== ''
  return isIndented && !scan.inList && mayIndent && (scan.afterBlank || scan.inCode)
}

/** ATX and Setext headings and headings of HTML, from the prose, with the text of the source. */
function headingsOf(prose: string[], source: string[], kind: Kind): SourceHeading[] {
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
    // Components of Nuxt Content have front matter.
    const under = kind === 'docus' ? null : /^ {0,3}(=+|-+)[ \t]*$/.exec(line)
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
