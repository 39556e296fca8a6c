/**
 * Quarto's and Pandoc's blocks, line by line: divs `::: {.callout-note title="…"}`, tabsets, cells `{python}` with
 * options `#| …`, raw HTML, and shortcodes `{{< include file >}}`.
 */
import { type Container, parseAttributeList } from './container.ts'
import { frontMatterText } from './front-matter-text.ts'
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { DIV, DIV_END, openDivs } from './quarto-divs.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines } from './source-line.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const EQUATION = /^(.*\$\$)[ \t]*\{#(eq-[\w-]+)(?:[ \t][^{}]*)?\}$/
const CELL = /^([\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(`{3,}|~{3,})\{(\{?)(=?)([A-Za-z][\w+-]*)((?:[ \t,][^{}]*)?)\}\}?$/
/** A line of options, which may go on in the next one: `#| fig-alt: |`. */
const OPTION_LINE = /^\s*(?:#|\/\/|--|%%)\|(?:\s|$)/
const OPTION = /^\s*(?:#|\/\/|--|%%)\|[ \t]*([\w-]+):([^]*)$/
const SHORTCODE = /\{\{<[ \t]+([\w-]+)(?:[ \t]([^{}<>]*))?>\}\}/g
/** The context of a page of Quarto. */
interface QuartoContext extends IncludeContext {
  frontMatter: Record<string, unknown>
}

/** The lines in the syntax that all pages share. @param containers receives the divs, for `markContainers`. */
export function quartoLines(
  source: SourceLine[],
  containers: Container[],
  context: QuartoContext,
  depth = 0,
): SourceLine[] {
  const result: SourceLine[] = []
  const divs = openDivs(result, containers)
  const track = codeTracker()
  for (let at = 0; at < source.length; at++) {
    const line = source[at] ?? { text: '', line: 1 }
    const kind = track(line.text)
    if (kind === 'open') {
      const taken = openCode(source, at, result)
      // A cell that is left out, with its end.
      for (let inner = at + 1; inner <= at + taken; inner++) track(source[inner]?.text ?? '')
      at += taken
    } else if (kind !== 'text') {
      if (kind !== 'inside' || !OPTION_LINE.test(line.text)) result.push(line)
    } else {
      const div = line.text.includes(':::') && divs.mayOpen() ? DIV.exec(line.text.trimEnd()) : null
      if (div !== null) at = divs.open(div, source, at)
      else if (line.text.includes(':::') && DIV_END.test(line.text) && divs.isOpen()) divs.close(line.line)
      else if (!divs.openTab(line))
        result.push(
          ...shortcodes(withBlanks(plainHeading(line)), containers, context, depth).flatMap(withoutEquationId),
        )
    }
  }
  divs.closeAll(source.at(-1)?.line ?? 1, context.report)
  return result
}

const ADDRESS = /\]\((?![\s<])([^()<>"'\n]{1,1000})\)/g

/** Addresses with blanks, which Pandoc allows: `![](a b.png)`. Code stays. */
function withBlanks(line: SourceLine): SourceLine {
  if (!line.text.includes('](')) return line
  const parts = line.text.split('`').map((part, index) => {
    return index % 2 === 1
      ? part
      : part.replaceAll(ADDRESS, (whole, address: string) =>
          /\S\s+\S/.test(address) ? `](<${address.trimEnd()}>)` : whole,
        )
  })
  return { ...line, text: parts.join('`') }
}

/** Adds the line that opens code; returns the number of lines below it that are left out. */
function openCode(source: SourceLine[], at: number, result: SourceLine[]): number {
  const line = source[at] ?? { text: '', line: 1 }
  const cell = CELL.exec(line.text.trimEnd())
  if (cell !== null) return cellLines(cell, source, at, result)
  result.push(line)
  return 0
}

/**
 * Adds the fence of a cell to the result, with the options in its first lines; returns the number of lines below the
 * fence that are left out with it: 0, or all of a cell without visible code.
 */
function cellLines(found: RegExpExecArray, source: SourceLine[], at: number, result: SourceLine[]): number {
  const [whole, prefix = '', fence = '', escaped = '', raw = '', name = '', rest = ''] = found
  const line = source[at]?.line ?? 1
  const options = new Map<string, string>()
  for (const { text } of source.slice(at + 1, at + 40)) {
    const option = OPTION.exec(text)
    if (option !== null) options.set(option[1] ?? '', (option[2] ?? '').trim().replaceAll(/^["']|["']$/g, ''))
    else if (!OPTION_LINE.test(text)) break
  }
  const length = source
    .slice(at + 1)
    .findIndex(({ text }) => text.trim().startsWith(fence) && /^[`~]+$/.test(text.trim()))
  const isHidden =
    (raw !== '' && name !== 'html') ||
    options.get('echo') === 'false' ||
    options.get('include') === 'false' ||
    /\b(?:echo|include)\s*=\s*F/.test(rest)
  if (escaped === '' && isHidden && length >= 0) {
    result.push(...pictures(source.slice(at + 1, at + 1 + length), options.get('fig-cap') ?? captionIn(rest), line))
    return length + 1
  }
  if (raw !== '' && length >= 0) {
    result.push({ text: '', line }, ...source.slice(at + 1, at + 1 + length), { text: '', line })
    return length + 1
  }
  const title = options.get('filename') ?? parseAttributeList(rest).filename
  const shown = escaped === '' ? name : whole.trim().replace(/^[`~]+/, '')
  result.push({
    text: `${prefix}${fence}${escaped === '' ? shown : 'markdown'}${title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`}`,
    line,
  })
  return 0
}

/** The images that a hidden cell of R shows. */
function pictures(lines: SourceLine[], caption: string, line: number): SourceLine[] {
  const files = lines.flatMap(({ text }) => /\binclude_graphics\(\s*["']([^"'()]+)["']/.exec(text)?.[1] ?? [])
  return files.flatMap((file) =>
    ['', `![${caption.replaceAll(/[[\]]/g, '')}](<${file}>)`, ''].map((text) => ({ text, line })),
  )
}

/** The caption among the options of a cell of R Markdown: `fig.cap="A plot"`. */
function captionIn(options: string): string {
  const [, double, single] = /\bfig\.cap\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(options) ?? []
  return double ?? single ?? ''
}

/** A heading with Pandoc's `{-}` as a class. The parts of a book, which bookdown writes as headings, are left out. */
function plainHeading(line: SourceLine): SourceLine {
  if (!line.text.startsWith('#')) return line
  if (/^# \((?:PART|APPENDIX)\\?\*?\)/.test(line.text)) return { ...line, text: '' }
  return { ...line, text: line.text.replace(/\{-(?=[\s}])/, '{.unnumbered') }
}

/** A line with its shortcodes replaced; an include is replaced by its lines. */
function shortcodes(line: SourceLine, containers: Container[], context: QuartoContext, depth: number): SourceLine[] {
  if (!line.text.includes('{{<')) return [line]
  const whole = /^\s*\{\{<[ \t]+include[ \t]+([^\s{}<>]+)[ \t]*>\}\}\s*$/.exec(line.text)?.[1]
  if (whole !== undefined && depth < MAX_DEPTH) {
    const text = includedText(whole, line.line, context)
    if (text === undefined) return []
    spend(context.budget, 'units', text.length, line.line)
    const body = text.replace(/^---\r?\n[^]*?\n---\r?\n/, '')
    return quartoLines(
      sourceLines(body).map((one) => ({ text: one.text, line: line.line })),
      containers,
      context,
      depth + 1,
    )
  }
  const text = line.text.replaceAll(
    SHORTCODE,
    (source, name: string, argument = '') => shortcode(name, argument.trim(), context) ?? source,
  )
  return [text === line.text ? line : { ...line, text }]
}

/** A line without the id behind the end of a formula, `$$ {#eq-one}`, which becomes the id of an empty element. */
function withoutEquationId(line: SourceLine): SourceLine[] {
  const [, formula, id] = line.text.includes('{#eq-') ? (EQUATION.exec(line.text.trimEnd()) ?? []) : []
  if (formula === undefined) return [line]
  const space = /^[\s>]*/.exec(formula)?.[0] ?? ''
  const blank = { ...line, text: space.trimEnd() }
  return [{ ...line, text: formula }, blank, { ...line, text: `${space}<span id="${id}"></span>` }, blank]
}

/** The text of a shortcode; `undefined` for an unknown one. */
function shortcode(
  name: string,
  argument: string,
  { syntax: { variables }, frontMatter }: QuartoContext,
): string | undefined {
  const first = /^(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(argument)
  const value = first?.[1] ?? first?.[2] ?? first?.[3] ?? ''
  switch (name) {
    case 'var':
    case 'meta': {
      const own = name === 'meta' ? frontMatterText(value.toLowerCase(), frontMatter) : undefined
      if (own !== undefined) return own
      return Object.hasOwn(variables, `${name}.${value}`) ? variables[`${name}.${value}`] : `\`${value}\``
    }
    case 'video':
    case 'embed':
      return `[${value}](${value.replace(/#[^]*$/, '')})`
    case 'kbd':
      return value
        .split('-')
        .map((key) => `<kbd>${key.replaceAll(/[<>&]/g, '')}</kbd>`)
        .join('+')
    case 'fa':
    case 'bi':
    case 'iconify':
    case 'pagebreak':
    case 'lipsum':
    case 'placeholder':
    case 'contents':
      return ''
    default:
      return undefined
  }
}
