/**
 * Directives whose content is no Markdown, as lines of Markdown: code as fences, data as tables, includes as the lines
 * of their file, lists of pages as links.
 */
import { directiveOf, type DirectiveKind, LANGUAGES } from './directive-names.ts'
import type { Options } from './directive-options.ts'
import { explicitTitle, inOneLine } from './explicit-title.ts'
import { type IncludeContext, includedText, spend } from '../include-text.ts'
import { parseInline } from '../parse.ts'
import { inlineText } from '../plain-text.ts'
import { type SourceLine, sourceLines } from '../source-line.ts'

/** A directive with its lines, which have no prefix. */
export interface RawDirective {
  kind: DirectiveKind
  /** In lower case. */
  name: string
  argument: string
  options: Options
  body: SourceLine[]
  line: number
}

/** Lines that replace a directive; `nested`: directives in them are read. */
interface RawLines {
  lines: SourceLine[]
  nested: boolean
}

/** The lines of a directive. */
export function rawLines(directive: RawDirective, context: IncludeContext): RawLines {
  const { kind, argument, body, line } = directive
  const plain = (lines: string[]): RawLines => ({ lines: lines.map((text) => ({ text, line })), nested: false })
  switch (kind) {
    case 'code':
      return { lines: codeLines(directive, context), nested: false }
    case 'literalinclude':
      return { lines: includedCode(directive, context), nested: false }
    case 'math': {
      const formula = argument === '' ? body : [{ text: argument, line }, ...body]
      return { lines: fenced(formula, 'math', line), nested: false }
    }
    case 'html':
      return /^html\b/.test(argument) ? { lines: body, nested: false } : plain([])
    case 'include':
      return { lines: includedLines(directive, context), nested: directive.options.literal === undefined }
    case 'lines':
      return { lines: body.map((one) => ({ ...one, text: one.text === '' ? '' : `${one.text}\\` })), nested: true }
    case 'csv-table':
      return plain(tableLines(directive, context))
    case 'toctree':
      return plain('hidden' in directive.options ? [] : pageLinks(body.map(({ text }) => text)))
    case 'glossary':
      return { lines: glossaryLines(body), nested: true }
    case 'object':
      return plain(objectLines(directive))
    default:
      return plain([])
  }
}

function codeLines(directive: RawDirective, { report }: IncludeContext): SourceLine[] {
  const { name, argument, options, body: written, line } = directive
  const body = Object.keys(options).length > 0 && written[0]?.text.trim() === '' ? written.slice(1) : written
  const tags = options.tags ?? ''
  if (/\bremove[-_](?:input|cell)\b/.test(tags)) return []
  const isNamed = directiveOf(name) !== undefined
  if (!isNamed && body.every(({ text }) => text.trim() === '')) {
    report('unknown-container', line, `The directive {${name}} is not known here and has no text.`)
    return argument === '' ? [] : [{ text: `\`${argument.replaceAll('`', "'")}\``, line }]
  }
  const language = isNamed ? (LANGUAGES[name] ?? argument.split(/\s/)[0] ?? '') : ''
  const title = options.caption ?? (isNamed ? '' : `{${name}} ${argument}`.trim())
  if (name === 'parsed-literal') return fenced(body.map(withoutMarkup), infoOf('', title, options), line)
  return fenced(body, infoOf(language, title, options), line)
}

/** A line of a literal whose content is Markdown: code shows the text of its links and marks. */
function withoutMarkup({ text, line }: SourceLine): SourceLine {
  const indent = /^[ \t]*/.exec(text)?.[0] ?? ''
  return { text: indent + inlineText(parseInline(text.slice(indent.length), line)), line }
}

/** The line after a fence: language, title, marked lines, line numbers. */
function infoOf(language: string, title: string, options: Options): string {
  const marked = (options['emphasize-lines'] ?? '').replaceAll(/[^\d,-]/g, '')
  const isNumbered = ['linenos', 'lineno-start', 'number-lines', 'numberlines'].some((key) => key in options)
  return [
    language.replaceAll('`', '') || 'text',
    title === '' ? '' : `title="${inOneLine(title).replaceAll('"', "'").replaceAll('`', '')}"`,
    marked === '' ? '' : `{${marked}}`,
    isNumbered ? 'showLineNumbers' : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** A fence that is longer than those in its lines. */
function fenced(body: readonly SourceLine[], info: string, line: number): SourceLine[] {
  const longest = body.reduce((most, { text }) => Math.max(most, /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  return [{ text: fence + info, line }, ...body, { text: fence, line }]
}

function includedCode({ argument, options, line }: RawDirective, context: IncludeContext): SourceLine[] {
  const lines = includedPart(argument, options, line, context)
  if (lines === undefined) return []
  const dedent = /^\d+$/.test(options.dedent ?? '') ? Number(options.dedent) : 'dedent' in options ? common(lines) : 0
  const body = lines.map((text) => ({
    text: text.slice(Math.min(dedent, text.length - text.trimStart().length)),
    line,
  }))
  const language = options.language ?? options.lang ?? /\.(\w+)$/.exec(argument)?.[1] ?? ''
  return fenced(body, infoOf(language, options.caption ?? '', options), line)
}

function includedLines({ argument, options, line }: RawDirective, context: IncludeContext): SourceLine[] {
  const lines = includedPart(argument, options, line, context)
  if (lines === undefined) return []
  const language = options.literal === undefined ? options.code : options.literal || 'text'
  if (language !== undefined)
    return fenced(
      lines.map((text) => ({ text, line })),
      infoOf(language, '', options),
      line,
    )
  if (/\.rst$/i.test(argument))
    return fenced(
      lines.map((text) => ({ text, line })),
      'rst',
      line,
    )
  const moved = {
    folder: argument.replace(/[^/]*$/, ''),
    links: options['relative-docs'],
    images: 'relative-images' in options,
  }
  const offset = Number(options['heading-offset'] ?? 0)
  return withoutFrontMatter(lines).map((text) => ({ text: relocated(text, moved, offset), line }))
}

/** Addresses of an included file that lead from its folder: links with a prefix, and images. */
interface Moved {
  folder: string
  links: string | undefined
  images: boolean
}

/** A line of an included file: addresses that lead from its folder lead from the page, headings are lower. */
function relocated(text: string, { folder, links, images }: Moved, offset: number): string {
  const isMoved = (before: string, address: string): boolean =>
    before.startsWith('!') ? images : links !== undefined && address.startsWith(links)
  const moved = text.includes('](')
    ? text.replaceAll(/(!?\[[^[\]]*\]\()(?![a-z]+:|[/#<])([^)\s]+)/gi, (whole, before: string, address: string) =>
        isMoved(before, address) ? `${before}${folder}${address}` : whole,
      )
    : text
  return offset > 0 && offset < 6 && /^#{1,6}\s/.test(moved) ? '#'.repeat(offset) + moved : moved
}

function withoutFrontMatter(lines: string[]): string[] {
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((text, at) => at > 0 && text.trimEnd() === '---') : -1
  return end < 0 ? lines : lines.slice(end + 1)
}

/** The lines of a file that the options choose; `undefined` where it cannot be read. */
function includedPart(path: string, options: Options, line: number, context: IncludeContext): string[] | undefined {
  const text = includedText(path, line, context)
  if (text === undefined) return undefined
  let lines = sourceLines(text.replace(/\r?\n$/, '')).map((one) => one.text)
  const first = (key: string): number => {
    const sign = options[key]
    const at = sign === undefined || sign === '' ? -1 : lines.findIndex((one) => one.includes(sign))
    if (sign !== undefined && at < 0)
      context.report('broken-include', line, `"${path}" has no text "${sign}" (${key}); correct the option.`)
    return at
  }
  if (options.lines !== undefined) lines = chosen(lines, options.lines)
  const numbered = [options['start-line'], options['end-line']].map((value) =>
    /^-?\d+$/.test(value ?? '') ? Number(value) : undefined,
  )
  lines = lines.slice(numbered[0] ?? 0, numbered[1])
  const from = [first('start-after') + 1, first('start-at')].find((at) => at > 0) ?? 0
  lines = lines.slice(from)
  const until = ['end-before', 'end-at']
    .map((key) => [first(key), key === 'end-at' ? 1 : 0] as const)
    .find(([at]) => at >= 0)
  if (until !== undefined) lines = lines.slice(0, until[0] + until[1])
  spend(
    context.budget,
    'units',
    lines.reduce((sum, one) => sum + one.length + 1, 0),
    line,
  )
  return lines
}

/** Lines by numbers (1-based): `1,3,5-10,20-`. */
function chosen(lines: string[], spec: string): string[] {
  const parts = spec.split(',').slice(0, 100)
  const wanted = parts.map((part) => /^(\d*)(?:(-)(\d*))?$/.exec(part.trim()))
  return lines.filter((_, index) =>
    wanted.some((part) => {
      if (part === null) return false
      const [, start = '', dash, end = ''] = part
      const from = start === '' ? 1 : Number(start)
      return index + 1 >= from && index + 1 <= (dash === undefined ? from : end === '' ? lines.length : Number(end))
    }),
  )
}

function common(lines: readonly string[]): number {
  const depths = lines.filter((one) => one.trim() !== '').map((one) => one.length - one.trimStart().length)
  return depths.reduce((least, depth) => Math.min(least, depth), Infinity)
}

/** Data as a table of Markdown. */
function tableLines({ argument, options, body, line }: RawDirective, context: IncludeContext): string[] {
  const text =
    options.file === undefined
      ? body.map((one) => one.text).join('\n')
      : (includedText(options.file, line, context) ?? '')
  const sign = options.delim === 'tab' ? '\t' : options.delim === 'space' ? ' ' : (options.delim ?? ',').charAt(0)
  const rows = readCsv(text, sign)
  const header = options.header === undefined ? undefined : readCsv(options.header, sign)[0]
  const isHeaded = header === undefined && Number(options['header-rows'] ?? 0) > 0
  const head = header ?? (isHeaded ? rows.shift() : undefined)
  const width = Math.max(
    head?.length ?? 0,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  )
  if (width === 0) return []
  const row = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => inOneLine(cells[at] ?? '').replaceAll('|', String.raw`\|`)).join(' | ')} |`
  spend(context.budget, 'units', text.length + rows.length * width, line)
  return [
    ...(argument === '' ? [] : [`**${argument}**`, '']),
    row(head ?? []),
    `|${' --- |'.repeat(width)}`,
    ...rows.map(row),
  ]
}

/** Rows of comma-separated values, with quotes around values that have the sign, quotes or line breaks. */
function readCsv(source: string, sign: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at++) {
    const unit = source.charAt(at)
    if (isQuoted && unit === '"' && source[at + 1] === '"') cell += source[at++]
    else if (unit === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (!isQuoted && unit === sign) endCell()
    else if (!isQuoted && unit === '\n') endRow()
    else cell += unit
  }
  endRow()
  return rows
}

/** The entries of a toctree as links; a link without a text shows the page's title. */
function pageLinks(lines: readonly string[]): string[] {
  return lines.flatMap((text) => {
    const { title = '', target: path } = explicitTitle(text)
    if (path === '' || path === 'self' || /[*?[\]]/.test(path)) return []
    return [`- [${title}](<${path}>)`]
  })
}

/** A glossary in Sphinx' form (a term, and its definition indented below) as a definition list. */
function glossaryLines(body: readonly SourceLine[]): SourceLine[] {
  if (body.some(({ text }) => /^:[ \t]/.test(text))) return wrapped(body)
  let isTerm = false
  const lines = body.flatMap((one): SourceLine[] => {
    const { text, line } = one
    if (text.trim() === '') return [one]
    const isIndented = /^\s/.test(text)
    const starts = isIndented && isTerm
    isTerm = !isIndented
    if (starts) return [{ text: `:   ${text.trim()}`, line }]
    return [isIndented ? { text: `    ${text.replace(/^ {1,4}/, '')}`, line } : one]
  })
  return wrapped(lines)
}

/** The directive again, with its content as Markdown: the terms get their targets when it is expanded. */
function wrapped(body: readonly SourceLine[]): SourceLine[] {
  const line = body[0]?.line ?? 1
  const fence = '`'.repeat(12)
  return [{ text: `${fence}{glossary-terms}`, line }, ...body, { text: fence, line }]
}

/** A reference that is made from source code: its name, and the names that it lists. */
function objectLines({ argument, body }: RawDirective): string[] {
  const names = [argument, ...body.map(({ text }) => text.trim())].filter(
    (name) => /^[\w.~:<>,() *&-]+$/.test(name) && !name.startsWith(':'),
  )
  const [only] = names
  if (only === undefined) return []
  return names.length === 1 ? [`\`${only}\``] : names.map((name) => `- \`${name}\``)
}
