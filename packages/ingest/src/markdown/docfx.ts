/**
 * DocFX' syntax of lines: included Markdown and code, images and code as `:::image` and `:::code`, tabs, videos, and the
 * marks of zones, monikers, rows and columns, whose content stays. References `<xref:uid>` become links.
 */
import { posix } from 'node:path'
import { codeFileLines, codeFileOf } from './docfx-code.ts'
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { withFolder } from './include-markdown.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines } from './source-line.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const INCLUDE = /\[!include[ \t]*\[[^[\]]*\][ \t]*\(([^()\s]+)(?:\s+"[^"]*")?\)[ \t]*\]/i
const CODE = /^([\s>]*)\[!code(?:-([\w#+.]+))?[ \t]*\[([^[\]]*)\][ \t]*\(([^()"]+)(?:"([^"]*)")?\)[ \t]*\]\s*$/i
const VIDEO = /^[\s>]*\[!video\s+([^\s\]]+)\s*\]\s*$/i
const DIVISION = /^[\s>]*\[!div(?:\s[^\]]*)?\]\s*$/i
const EXTENSION = /^([\s>]*):::[ \t]*([a-z]+(?:-[a-z]+)*)((?:[ \t][^]*?)?):::\s*$/
/** The opening marks of zones may have no colons at their end. */
const OPEN_MARK = /^[\s>]*:::[ \t]*(?:zone|moniker|row|column)(?:-end)?(?:[ \t][^]*)?$/
const INLINE_IMAGE = /:::image[ \t]([^:]{1,2000}(?::(?!::)[^:]{1,2000}){0,50}):::/g
const TAB = /^(\s*)#{1,6}\s+\[([^\]]+)\]\(#tab\/[^()\s]+\)\s*$/
const TABS_END = /^\s*(?:-{3,}|\*{3,})\s*$/
const REFERENCE = /<xref:([^\s<>]{1,300})>|<xref\s+href="([^"<>]{1,300})"[^<>]{0,300}>(?:<\/xref>)?/g

/** The lines with included files in place, and the rest in the syntax that all generators share. */
export function docfxLines(source: SourceLine[], context: IncludeContext): SourceLine[] {
  return tabLines(extensionLines(source, context, 0))
}

function extensionLines(source: SourceLine[], context: IncludeContext, depth: number): SourceLine[] {
  const track = codeTracker()
  return source.flatMap((line): SourceLine[] => {
    const { text } = line
    if (track(text) !== 'text' || !/:::|\[!|<xref/i.test(text)) return [line]
    const code = CODE.exec(text)
    if (code !== null) {
      const [, prefix = '', language = '', name = '', address = '', title] = code
      const shown = title ?? (name.includes('.') ? name : '')
      return prefixed(codeFileLines(codeFileOf(address.trim(), language, shown), line.line, context), prefix, line)
    }
    const video = VIDEO.exec(text)
    if (video !== null) return [{ ...line, text: `[Video](${video[1] ?? ''})` }]
    if (DIVISION.test(text)) return [{ ...line, text: text.replace(/\[![^]*$/, '') }]
    const extension = EXTENSION.exec(text)
    if (extension !== null) return ofExtension(extension, line, context)
    if (OPEN_MARK.test(text)) return [{ ...line, text: '' }]
    const include = INCLUDE.exec(text)
    if (include !== null && depth < MAX_DEPTH) return ofInclude(include, line, context, depth)
    return [{ ...line, text: withReferences(text.replaceAll(INLINE_IMAGE, (_, list: string) => imageOf(list))) }]
  })
}

function prefixed(lines: readonly string[], prefix: string, { line }: SourceLine): SourceLine[] {
  return lines.map((text) => ({ text: prefix + text, line }))
}

/** `:::name key="value":::` on a line of its own. Marks without content become empty lines. */
function ofExtension(found: RegExpExecArray, line: SourceLine, context: IncludeContext): SourceLine[] {
  const [, prefix = '', name = '', list = ''] = found
  const values = attributesOf(list)
  if (name === 'image') return [{ ...line, text: prefix + imageOf(list) }]
  if (name === 'no-loc') return [{ ...line, text: prefix + (values.get('text') ?? '') }]
  const path = values.get('source')
  if (name !== 'code' || path === undefined) return [{ ...line, text: '' }]
  const code = {
    path,
    language: values.get('language') ?? '',
    title: '',
    name: values.get('id'),
    ranges: values.get('range'),
    marked: values.get('highlight'),
  }
  return prefixed(codeFileLines(code, line.line, context), prefix, line)
}

/** An included file in the place of its mark; in a sentence, its words. */
function ofInclude(found: RegExpExecArray, line: SourceLine, context: IncludeContext, depth: number): SourceLine[] {
  const [whole, path = ''] = found
  const before = line.text.slice(0, found.index)
  const after = line.text.slice(found.index + whole.length)
  const text = includedText(path, line.line, context)
  if (text === undefined) return [{ ...line, text: before + after }]
  spend(context.budget, 'units', text.length, line.line)
  const folder = posix.dirname(path)
  const lines = withoutFrontMatter(sourceLines(text.trimEnd()).map((one) => one.text)).map((one) =>
    folder === '.' ? one : sourceFrom(withFolder(one, folder), folder),
  )
  const isBlock = /^[\s>]*$/.test(before) && after.trim() === ''
  const placed = isBlock
    ? lines.map((one) => before + one)
    : [`${before}${lines.join(' ').replaceAll(/\s+/g, ' ').trim()}${after}`]
  return extensionLines(
    placed.map((one) => ({ text: one, line: line.line })),
    context,
    depth + 1,
  )
}

/** Addresses of images and code, relative to the included file. */
function sourceFrom(text: string, folder: string): string {
  return text.replaceAll(
    /(\ssource=")(?![/~]|[a-z]+:)([^"]+)/g,
    (_, before: string, path: string) => before + posix.join(folder, path),
  )
}

function withoutFrontMatter(lines: string[]): string[] {
  if (lines[0]?.trimEnd() !== '---') return lines
  const end = lines.findIndex((text, at) => at > 0 && text.trimEnd() === '---')
  return end < 0 ? lines : lines.slice(end + 1)
}

function attributesOf(list: string): Map<string, string> {
  return new Map(
    Array.from(list.matchAll(/(?<![\w-])([a-z][\w-]*)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]),
  )
}

function imageOf(list: string): string {
  const values = attributesOf(list)
  const source = (values.get('source') ?? '').replaceAll(/[<>]/g, '')
  return source === '' ? '' : `![${(values.get('alt-text') ?? '').replaceAll(/[[\]\\]/g, '')}](<${source}>)`
}

/** References as links, without their options. */
function withReferences(text: string): string {
  if (!text.includes('<xref')) return text
  return text.replaceAll(REFERENCE, (_, first: string | undefined, second: string | undefined) => {
    const uid = (first ?? second ?? '').replace(/\?[^]*$/, '')
    return `[](<xref:${uid}>)`
  })
}

/** Headings that are links to `#tab/id` begin tabs; a line across the page ends them. */
function tabLines(source: SourceLine[]): SourceLine[] {
  if (!source.some(({ text }) => TAB.test(text))) return source
  const track = codeTracker()
  const result: SourceLine[] = []
  let open: string | undefined
  const write = (line: number, ...texts: string[]): void => {
    result.push(...texts.map((text) => ({ text: text === '' ? '' : (open ?? '') + text, line })))
  }
  for (const line of source) {
    const isText = track(line.text) === 'text'
    const tab = isText ? TAB.exec(line.text) : null
    if (tab !== null) {
      const [, indent = '', label = ''] = tab
      const isFirst = open === undefined
      open ??= indent
      const title = label.replaceAll(/["<>`]/g, '')
      write(line.line, '', isFirst ? '<Tabs>' : '</TabItem>', '', `<TabItem label="${title}">`, '')
    } else if (open !== undefined && isText && TABS_END.test(line.text)) {
      write(line.line, '', '</TabItem>', '', '</Tabs>', '')
      open = undefined
    } else result.push(line)
  }
  if (open !== undefined) write(source.at(-1)?.line ?? 1, '', '</TabItem>', '', '</Tabs>', '')
  return result
}
