/** Shortcodes of a Hugo project, by their templates. */
import { writeFence } from './block.ts'
import { pageParameter } from './hugo-parameter.ts'
import { includeExpanded, isReadable } from './included.ts'
import { breakLine, indented, openLine, type Output, write, writeLines } from './output.ts'
import type { Macro } from './scan.ts'
import { bodyLines, isInAddress, isInTag, type MacroState, writeBody } from './state.ts'
import { expandTemplate, INNER } from './template.ts'

const BLOCK = /<(?:div|p|h[1-6]|ul|ol|table|details|figure|section|aside|blockquote|pre|nav|hr|iframe|video)\b/i

/** Hugo's function for code, in an output or behind a bar. */
const HIGHLIGHT = /(?:\{\{-?|\|)\s*(?:transform\.)?[hH]ighlight\s/

/** Writes the result of a shortcode; false where its template is a program. @param inCode only a text without tags. */
export function ownShortcode(macro: Macro, output: Output, state: MacroState, inCode: boolean): boolean {
  const parts = resultOf(macro, state)
  if (parts === undefined)
    return macro.body === undefined ? namedFile(macro, output, state) : !inCode && highlighted(macro, output, state)
  const at = parts.indexOf(INNER)
  const textOf = (some: typeof parts): string => withoutHead(some.filter((part) => part !== INNER).join(''))
  if (at < 0) {
    const text = textOf(parts).trim()
    if (inCode || isInAddress(output) || isInTag(output)) {
      if (/[<>\n]/.test(text)) return false
      openLine(output).text += text
    } else writeResult(text, macro, output, state)
    return true
  }
  if (inCode || isInAddress(output) || isInTag(output)) return false
  const [before, after] = [textOf(parts.slice(0, at)).trim(), textOf(parts.slice(at)).trim()]
  const isBlock = BLOCK.test(before) || !isInParagraph(innerOf(macro, state))
  if (!isBlock) {
    openLine(output).text += oneLine(before)
    writeBody(macro, output, state)
    openLine(output).text += oneLine(after)
    return true
  }
  writeBlock(oneLine(before), macro, output, state)
  const prefix = openLine(output).text
  const line = state.lineAt(macro.to)
  const body = indented(bodyLines(macro, state), prefix)
  if (body.length > 0) output.lines.splice(-1, 1, ...body, { text: prefix.trimEnd(), line }, { text: prefix, line })
  writeBlock(oneLine(after), macro, output, state)
  return true
}

/** A program that highlights its body as code: the body is a block of code. */
function highlighted(macro: Macro, output: Output, state: MacroState): boolean {
  const template = templateOf(macro, state)
  if (template === undefined || !HIGHLIGHT.test(template) || !template.includes('.Inner')) return false
  writeFence(macro, { names: '', of: 'projects', as: 'code', code: true, lang: 'lang language 0' }, output, state)
  return true
}

/** The Markdown file that a shortcode names as its only argument, of the pages or in `assets`. */
function namedFile(macro: Macro, output: Output, state: MacroState): boolean {
  const { named, listed } = macro.arguments
  const [path] = listed.length > 0 ? listed : named.values()
  if (path === undefined || listed.length + named.size !== 1 || !/\.(?:md|markdown)$/i.test(path)) return false
  const found = [path, `/assets/${path.replace(/^\/+/, '')}`].find((one) => isReadable(one, state))
  if (found === undefined) return false
  writeLines(output, includeExpanded(found, state.lineAt(macro.from), state) ?? [])
  return true
}

function templateOf(macro: Macro, state: MacroState): string | undefined {
  const path = state.syntax.shortcodes?.[macro.name.toLowerCase()]
  const file = path === undefined ? undefined : state.read(path)
  return typeof file === 'object' ? file.text : undefined
}

function resultOf(macro: Macro, state: MacroState): ReturnType<typeof expandTemplate> {
  const template = templateOf(macro, state)
  if (template === undefined) return undefined
  const { named, listed } = macro.arguments
  return expandTemplate(template, {
    argument: (name) => (/^\d+$/.test(name) ? listed[Number(name)] : named.get(name)),
    parameter(path, of) {
      const name = path.toLowerCase()
      const own = of === 'page' ? pageParameter(name, state) : undefined
      return own ?? state.syntax.variables[`params.${name}`]
    },
    inner: innerOf(macro, state),
  })
}

/** The body as it is written; empty without one. */
function innerOf({ to, end, body, closing }: Macro, { text }: MacroState): string {
  return body === undefined ? '' : text.slice(to, end - (closing?.length ?? 0))
}

/** A line that continues a paragraph. */
const CONTINUED = /^[ \t]*(?!\d+[.)]\s|[*+-]\s|`{3})[^\s#>|<{=~:]/

/** Whether a body is a part of a paragraph: it begins in the line of its tag, and no line of it begins a block. */
function isInParagraph(body: string): boolean {
  const [first = '', ...rest] = body.split('\n')
  return rest.length === 0 || (first.trim() !== '' && rest.every((line) => CONTINUED.test(line)))
}

/** Markdown as it is, HTML on one line, which has no code by indentation. */
function writeResult(text: string, macro: Macro, output: Output, state: MacroState): void {
  const isHtml = !macro.markdown || BLOCK.test(text)
  if (!text.includes('\n') && !BLOCK.test(text)) openLine(output).text += text
  else if (isHtml && !text.includes('<pre')) writeBlock(oneLine(text), macro, output, state)
  else writeBlock(text, macro, output, state)
}

/** Writes a block, and begins a line for further ones with the same prefix. */
function writeBlock(text: string, macro: Macro, output: Output, state: MacroState): void {
  if (text === '') return
  const line = state.lineAt(macro.from)
  const prefix = breakLine(output)
  write(output, [...text.split('\n'), '', ''].join(`\n${prefix}`), () => line)
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** HTML without comments, elements of the head, and tags of custom elements. */
function withoutHead(html: string): string {
  return withoutCustom(withoutComments(html))
    .replaceAll(/<(style|script)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replaceAll(/<(?:meta|link)\b[^<>]*>/gi, '')
}

/** A tag of an element that the theme's script defines. */
const CUSTOM = /<\/?([a-z]\w*-[\w-]*)(?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?>/gi

/** HTML without the tags of elements that scripts define; one without a content stays, and is reported. */
function withoutCustom(html: string): string {
  const empty = new Set(
    [...html.matchAll(CUSTOM)].flatMap(({ 0: tag, 1: name, index }) =>
      !tag.startsWith('</') && html.startsWith('</', index + tag.length) ? [name] : [],
    ),
  )
  return html.replaceAll(CUSTOM, (tag: string, name: string) => (empty.has(name) ? tag : ''))
}

function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--')
  return first + rest.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : '')).join('')
}
