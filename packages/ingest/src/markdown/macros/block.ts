/** Macros with a construct: marks around their body, a tag within a line, or a fence around code. */
import type { ComponentRow } from '../../result/construct.ts'
import { LIMITS } from '../../limits/limits.ts'
import { tableOf } from '../../folder/plain-data.ts'
import type { Container } from '../container.ts'
import type { SourceLine } from '../source-line.ts'
import type { Attributes } from '../tree.ts'
import { attributesOf } from './arguments.ts'
import { breakLine, continuation, indented, openLine, type Output, prefixOf, startOutput, write } from './output.ts'
import { type MacroRow, macroRow } from './rows.ts'
import type { Macro } from './scan.ts'
import { escapeHtml, isInTag, type MacroState, shortSource } from './state.ts'

/** Constructs that a line of text may contain. */
const IN_LINE = new Set<string>(['badge', 'button', 'link', 'image', 'tooltip', 'key', 'embed', 'nothing'])

/** Writes a macro with a construct, or an unknown one. */
export function blockMacro(macro: Macro, output: Output, state: MacroState, around: Macro | undefined): void {
  const isLink = /\]\(<?$/.test(output.lines.at(-1)?.text.slice(-3) ?? '')
  if (isLink || isInTag(output)) {
    const place = isLink ? 'in the address of a link' : 'inside a tag'
    state.report(
      'unknown-shortcode',
      state.lineAt(macro.from),
      `${shortSource(macro)} ${place} is left out; write its result${isLink ? '' : ' as attributes'}.`,
    )
    return
  }
  const row = rowOf(macro, state, around)
  const attributes = attributesFor(macro)
  if (row?.as === 'image' && state.macros === 'hugo') nameResource(attributes, state)
  const isLine = isWithinLine(macro, row, output, state)
  if (row?.code === true && macro.body !== undefined) {
    writeFence(macro, row, output, state)
    return
  }
  if (row === undefined && macro.body === undefined && isClosing(macro)) return
  const written = isLine || macro.body !== undefined ? undefined : takeText(row, attributes, macro, state)
  const container: Container = {
    kind: 'macro',
    name: macro.name,
    title: undefined,
    attributes,
    line: state.lineAt(macro.from),
    source: macro.source,
    ...(macro.closing === undefined ? {} : { closing: macro.closing }),
    ...(row === undefined ? {} : { row }),
  }
  state.containers.push(container)
  const index = state.containers.length - 1
  if (isLine) {
    const line = openLine(output)
    // The sign keeps an author's own `<Macro>` apart.
    line.text += `<Macro n="\uE000${index}"${macro.body === undefined ? '/' : ''}>`
    if (macro.body === undefined) return
    state.render(macro.body, output, state, macro)
    openLine(output).text += '</Macro>'
    return
  }
  const body = macro.body === undefined ? (written ?? []) : bodyOf(macro, state)
  writeMarks(index, body, macro, output, state)
}

/** Hugo: `resources` of the front matter gives files names, by which an image may be named. */
function nameResource(attributes: Attributes, { frontMatter: { resources } }: MacroState): void {
  for (const one of Array.isArray(resources) ? resources : []) {
    const { name, src } = tableOf(one) ?? {}
    for (const key of Object.keys(attributes))
      if (typeof name === 'string' && typeof src === 'string' && attributes[key] === name) attributes[key] = src
  }
}

/** `else` and similar parts outside their macro. */
function isClosing({ name }: Macro): boolean {
  return /^(?:else|elsif|when|break|continue|endif)$/.test(name)
}

function rowOf(macro: Macro, { macros }: MacroState, around: Macro | undefined): MacroRow | undefined {
  const row = macroRow(macro.name, macros)
  // Docsy: a tab that cannot be chosen is a label before the others.
  if (row?.as === 'tab' && macro.body === undefined && macro.arguments.named.get('disabled') === 'true')
    return { ...row, as: 'content' }
  if (macros === 'hugo' && macro.name === 'tab' && around?.name === 'tabpane' && isCodeTab(macro, around)) {
    const lang = macro.arguments.named.get('lang') ?? around.arguments.named.get('lang') ?? ''
    return { names: 'tab', of: 'Docsy', as: 'tab', title: 'header 0', text: '', is: lang, code: false }
  }
  return row ?? pictureRow(macro)
}

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif)$/i

/** An unknown macro of a theme that names a picture: `{{ dual_theme_image(light_src="a.png", alt="A") }}`. */
function pictureRow({ name, body, arguments: { named } }: Macro): MacroRow | undefined {
  if (body !== undefined) return undefined
  const [src] =
    [...named].find(
      ([key, value]) => /src|url|image|img|file|path/i.test(key) && PICTURE.test(value.split('?')[0] ?? ''),
    ) ?? []
  return src === undefined ? undefined : { names: name, of: '', as: 'image', src, title: 'alt', text: 'caption' }
}

/** Docsy: the body of a tab is code, unless the tab or the panes say `text=true`, or the tab has the form for Markdown. */
function isCodeTab({ arguments: own, markdown }: Macro, around: Macro): boolean {
  const isText = own.named.get('text') ?? around.arguments.named.get('text')
  return !markdown && isText !== 'true'
}

/** Takes the text of an argument that has blocks or macros (`content="…"`), as a body. */
function takeText(
  row: MacroRow | undefined,
  attributes: Attributes,
  macro: Macro,
  state: MacroState,
): SourceLine[] | undefined {
  if (row?.as !== 'callout') return undefined
  const name = (row.text ?? '').split(' ').find((one) => typeof attributes[one] === 'string')
  const text = name === undefined ? '' : attributes[name]
  if (name === undefined || typeof text !== 'string' || !/\n|\{[{%]/.test(text)) return undefined
  delete attributes[name]
  const line = state.lineAt(macro.from)
  const lines = ['', ...text.split('\n')].map((one) => ({ text: one, line }))
  return state.expandLines(lines, { ...state, depth: state.depth + 1 })
}

/** The arguments as attributes; a list of tabs' names in one text is a list. */
function attributesFor({ arguments: given }: Macro): Attributes {
  const attributes: Attributes = attributesOf(given)
  const { items } = attributes
  if (typeof items === 'string') attributes.items = items.split(',').map((item) => item.trim())
  return attributes
}

/** Whether a macro is part of a line of text. */
function isWithinLine(macro: Macro, row: ComponentRow | undefined, output: Output, { text }: MacroState): boolean {
  if (text.slice(macro.from, macro.end).includes('\n')) return false
  const before = openLine(output).text
  const prefix = prefixOf(before)
  if (before.length > prefix.length) return true
  const lineEnd = text.indexOf('\n', macro.end)
  const rest = text.slice(macro.end, lineEnd < 0 ? undefined : lineEnd)
  return rest.trim() !== '' && (row === undefined || IN_LINE.has(row.as))
}

function bodyOf(macro: Macro, state: MacroState): SourceLine[] {
  const inner = startOutput(state.lineAt(macro.to))
  const { named } = macro.arguments
  const isCard = macro.name === 'card' && state.macros === 'hugo'
  const line = state.lineAt(macro.from)
  // Docsy: a card may have a title below its header, and a footer.
  if (isCard && named.has('header') && named.has('title'))
    inner.lines = [`**${named.get('title') ?? ''}**`, '', ''].map((text) => ({ text, line }))
  state.render(macro.body ?? [], inner, state, macro)
  if (isCard && named.has('footer'))
    for (const text of ['', named.get('footer') ?? '']) inner.lines.push({ text, line })
  return inner.lines.some(isSeparator) ? columnsOf(inner.lines, macro, state) : inner.lines
}

/** Columns of Book and Geekdoc are separated so. */
function isSeparator({ text }: SourceLine): boolean {
  return /^\s*<-{3,}>\s*$/.test(text)
}

/** The parts of a body between separators, each as a column. */
function columnsOf(lines: readonly SourceLine[], macro: Macro, { containers, macros }: MacroState): SourceLine[] {
  const row = macroRow('column', macros)
  const parts: SourceLine[][] = [[]]
  for (const line of lines) {
    if (isSeparator(line)) parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts.flatMap((part) => {
    const line = part.find(({ text }) => text.trim() !== '')?.line
    if (line === undefined || row === undefined) return part
    const { source } = macro
    containers.push({ kind: 'macro', name: 'column', title: undefined, attributes: {}, line, source, row })
    const mark = (sign: string): SourceLine => ({ text: `\uE000${containers.length - 1}${sign}`, line })
    const blank = { text: '', line }
    return [blank, mark('\uE001'), blank, ...indented(part, ''), blank, mark('\uE002'), blank]
  })
}

function writeMarks(index: number, body: SourceLine[], macro: Macro, output: Output, state: MacroState): void {
  const prefix = breakLine(output)
  const blank = prefix.trimEnd()
  const own = state.lineAt(macro.from)
  const end = state.lineAt(Math.max(macro.from, macro.end - 1))
  openLine(output).text += `\uE000${index}\uE001`
  const code = state.containers[index]?.row?.as === 'tab' ? state.containers[index]?.row?.is : undefined
  output.lines.push({ text: blank, line: own })
  const lines = indented(body, prefix, state.syntax.generator === 'jekyll')
  for (const line of code === undefined ? lines : fenced(lines, code, prefix, own)) output.lines.push(line)
  output.lines.push(
    { text: blank, line: end },
    { text: `${prefix}\uE000${index}\uE002`, line: end },
    { text: blank, line: end },
    { text: prefix, line: end },
  )
}

/** Code as a fenced block, unless it has a fence already. */
function fenced(lines: SourceLine[], info: string, prefix: string, line: number): SourceLine[] {
  if (lines.length === 0 || lines.some(({ text }) => /^[\s>]*(?:`{3}|~{3})/.test(text))) return lines
  return [
    { text: `${prefix}\`\`\`${info}`, line },
    ...lines,
    { text: `${prefix}\`\`\``, line: lines.at(-1)?.line ?? line },
  ]
}

/** Writes the body of a macro as a block of code, with the language of the row or its arguments. */
export function writeFence(macro: Macro, row: MacroRow, output: Output, state: MacroState): void {
  const { named, listed } = macro.arguments
  const value = (names: string | undefined): string =>
    (names ?? '')
      .split(' ')
      .map((name) => named.get(name) ?? (/^\d+$/.test(name) ? listed[Number(name)] : undefined))
      .find((one) => one !== undefined) ?? ''
  const lang = (row.is ?? value(row.lang)).replaceAll(/[\s`]/g, '')
  const options = [...named].filter(([name]) => name !== row.lang).map(([name, one]) => `${name}=${one}`)
  const rest = [...listed.slice(1), ...options].join(' ').slice(0, LIMITS.codeInfoUnits)
  const title = value(row.title)
  const marks = /\bhl_lines=\[?"?([\d\s,-]+)/
    .exec(rest)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .join(',')
  const numbers = /\blinenos(?!=false)\b/.test(rest)
  const info = `${lang}${numbers ? ' showLineNumbers' : ''}${marks === undefined ? '' : ` {${marks}}`}${title === '' ? '' : ` title="${title.replaceAll(/["`]/g, '')}"`}`
  const from = state.text.slice(macro.to, macro.end - (macro.closing?.length ?? 0))
  const line = state.lineAt(macro.from)
  const source = from.split('\n').map((text): SourceLine => ({ text, line }))
  const first = source.findIndex(({ text }) => text.trim() !== '')
  const last = source.findLastIndex(({ text }) => text.trim() !== '')
  const inner = source.slice(Math.max(first, 0), last + 1)
  if (state.html) {
    const code = escapeHtml(inner.map(({ text }) => text).join('\n'))
    write(output, `<pre><code class="language-${lang.replaceAll('"', '')}">${code}</code></pre>`, () => line)
    return
  }
  const prefix = breakLine(output)
  if (first === 0 && inner[0] !== undefined) inner[0].text = continuation(prefix) + inner[0].text
  const longest = inner.reduce((most, { text }) => Math.max(most, /`{3,}/.exec(text)?.[0].length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  openLine(output).text += fence + info
  for (const one of inner) output.lines.push(one)
  output.lines.push({ text: prefix + fence, line }, { text: prefix.trimEnd(), line }, { text: prefix, line })
}
