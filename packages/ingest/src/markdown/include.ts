/**
 * Includes: mdBook's `{{#include}}`, MkDocs' `--8<--`, VitePress' `<<<` and `<!--@include: -->`. They are expanded
 * first, since many are inside fences. Every included line has the line number of the include. An include that cannot
 * be resolved is a problem, and is removed.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { posix } from 'node:path'
import type { IncludeResult } from '../folder/include-reader.ts'
import { withoutFrontMatter } from './front-matter-lines.ts'
import { adapted, expandMarkdownTags, type TagFiles } from './include-markdown.ts'
import type { SourceLine } from './source-line.ts'
import { partOfFile } from './include-part.ts'
import { fencedFile, joinIncludeTags, sectionOf, taggedInclude } from './include-tags.ts'
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { codeTracker } from './code-tracker.ts'

/** The kind of a line: text or code. */
type LineState = ReturnType<ReturnType<typeof codeTracker>>

/** Maximum depth of nested includes: a deeper one is a cycle. */
export const MAX_DEPTH = 8

/** Whether a text may contain an include; false skips the expansion. */
export function mayInclude(source: string, context: Pick<IncludeContext, 'syntax'>): boolean {
  const { generator, includeTags } = context.syntax
  if (generator === 'mdbook' && source.includes('{{#')) return true
  if (generator === 'fumadocs' && source.includes('<include')) return true
  if (generator === 'rspress' && source.includes(' file=')) return true
  if (includeTags === true && /\{%-?\s*include\b/.test(source)) return true
  return source.includes('--8<--') || source.includes('<<<') || source.includes('@include')
}

/** The line before and after a list of files. */
const BLOCK_MARK = /^\s*-{1,}8<-{1,}\s*$/

/** Replaces every include by the lines of its file. */
export function expandIncludes(source: SourceLine[], context: IncludeContext, depth = 0): SourceLine[] {
  const result: SourceLine[] = []
  const { generator } = context.syntax
  // Only these includes depend on whether a line is code.
  const needsState =
    generator === 'fumadocs' || generator === 'rspress' || source.some(({ text }) => text.includes('<<<'))
  const track = needsState ? codeTracker() : undefined
  let isInBlock = false
  for (const line of withWholeTags(source, context, depth)) {
    const state = track?.(line.text)
    const tagged = state && (snippetOf(line, state, context) ?? expandTag(line, state, context, depth))
    if (tagged === undefined && BLOCK_MARK.test(line.text)) {
      isInBlock = !isInBlock
      continue
    }
    const expand = isInBlock ? fileOfBlock : expandLine
    for (const one of tagged ?? expand(line, context, depth) ?? [line]) result.push(one)
  }
  return result
}

/** The lines with each of Fumadocs' tags in one of them, or with the files of mkdocs-include-markdown's tags in their places. */
function withWholeTags(source: SourceLine[], context: IncludeContext, depth: number): SourceLine[] {
  const { generator, includeTags } = context.syntax
  if (generator === 'fumadocs') return joinIncludeTags(source)
  return includeTags === true ? expandMarkdownTags(source, tagFiles(context, depth)) : source
}

function tagFiles(context: IncludeContext, depth: number): TagFiles {
  return {
    hasText: context.syntax.templates === undefined,
    textOf: (path, line) => {
      const text = depth >= MAX_DEPTH ? undefined : includedText(path, line, context)
      if (text !== undefined) spend(context.budget, 'units', text.length, line)
      return text
    },
    nested: (lines, path) =>
      expandIncludes(lines, { ...context, read: (name) => readFrom(path, name, context) }, depth + 1),
  }
}

/** The lines of Fumadocs' tag, or of a fence with Rspress' option `file`. */
function expandTag(
  line: SourceLine,
  state: LineState,
  context: IncludeContext,
  depth: number,
): SourceLine[] | undefined {
  if (context.syntax.generator === 'rspress') {
    const file = state === 'open' ? fencedFile(line.text) : undefined
    return file === undefined ? undefined : [line, ...includeFile(file, line, context, depth, indentOf(line.text))]
  }
  if (context.syntax.generator !== 'fumadocs') return undefined
  const tag = state === 'text' ? taggedInclude(line.text) : undefined
  if (tag === undefined) return undefined
  const { path, section, indent, info } = tag
  if (!/\.mdx?$/i.test(path)) {
    const lines = includeFile(path, line, context, depth, indent)
    const fence = `${indent}~~~~~`
    return lines.length === 0 ? [] : [{ ...line, text: fence + info }, ...lines, { ...line, text: fence }]
  }
  const lines = withoutFrontMatter(includeFile(path, line, context, depth, indent))
  const chosen = section === undefined || lines.length === 0 ? lines : sectionOf(lines, section)
  if (chosen !== undefined) return [{ ...line, text: '' }, ...chosen, { ...line, text: '' }]
  context.report('broken-include', line.line, `"${path}" has no part named "${section}"; correct the name.`)
  return []
}

/** The file that a line between two block marks names. */
function fileOfBlock(line: SourceLine, context: IncludeContext, depth: number): SourceLine[] {
  const path = line.text.trim()
  return path === '' ? [] : includeFile(path, line, context, depth, indentOf(line.text))
}

/** The lines of an include that is a line of its own, or a part of one; `undefined` for another line. */
function expandLine(line: SourceLine, context: IncludeContext, depth: number): SourceLine[] | undefined {
  const { text } = line
  const indent = indentOf(text)
  const snippet = /^\s*-+8<-+\s+["']([^"']+)["']\s*$/.exec(text)
  if (snippet !== null)
    return snippetParts(snippet[1]!).flatMap((part) => includeFile(part, line, context, depth, indent))
  if (/^\s*;-+8<-+/.test(text)) return [{ ...line, text: text.replace(';', '') }]
  const region = /^\s*(?:(?:\/\/|#|;|--)\s*)?-+8<-+\s*\[(start|end):/.exec(text)
  if (region !== null && depth > 0) return []
  const vitepress = /^\s*<!--\s*@include:\s*([^\s>]+?)\s*-->\s*$/.exec(text)
  if (vitepress !== null) {
    const range = vitepress[1]!.replace(/\{(\d*)[,-](\d*)\}$/, ':$1:$2')
    // VitePress' `@` is the folder of the pages, whatever a compiler's configuration says.
    const spec = context.syntax.generator === 'vitepress' ? range.replace(/^@\//, '/') : range
    return includeFile(spec, line, context, depth, indent)
  }
  if (context.syntax.generator !== 'mdbook' || !text.includes('{{#')) return undefined
  return mdbookLine(line, context, depth)
}

/** The parts of a snippet: several ranges of lines have commas between them, and one with its start alone has no end. */
function snippetParts(spec: string): string[] {
  const at = spec.indexOf(':')
  const ranges = spec.slice(at + 1)
  if (at < 0 || !/^[\d:,]+$/.test(ranges)) return [spec]
  return ranges.split(',').map((range) => `${spec.slice(0, at)}:${range.includes(':') ? range : `${range}:`}`)
}

/** VitePress' `<<< @/a.js{2 ts} [Title]` outside code: the file as a fence. */
function snippetOf(line: SourceLine, state: LineState, context: IncludeContext): SourceLine[] | undefined {
  if (state !== 'text') return undefined
  const code = /^\s*<<<\s+([^\s{[]+)(?:\s*\{([^}]*)\})?(?:\s*\[([^\]]*)\])?\s*$/.exec(line.text)
  if (code === null) return undefined
  const [, path = '', marks = '', title] = code
  const indent = indentOf(line.text)
  return codeFile(path, marks, title, line, context).map((one) => ({ ...one, text: indent + one.text }))
}

/** mdBook's helpers may be anywhere in a line; a backslash before one escapes it. */
function mdbookLine(line: SourceLine, context: IncludeContext, depth: number): SourceLine[] | undefined {
  const helper = /\{\{\s*#(include|rustdoc_include|playground|playpen|title|shiftinclude)\s([^{}]*)\}\}/.exec(line.text)
  if (helper === null) return undefined
  const [whole, name, argument] = helper as unknown as [string, string, string]
  const before = line.text.slice(0, helper.index)
  const after = line.text.slice(helper.index + whole.length)
  if (before.endsWith('\\')) return [{ ...line, text: line.text.replace('\\{{', '{{') }]
  if (name === 'title') return [{ ...line, text: `${before}${after}` }]
  const path = argument
    .trim()
    .split(/\s+/)[0]!
    .replace(/^(?:auto|-?\d+):/, (part) => (name === 'shiftinclude' ? '' : part))
  const included = includeFile(path, line, context, depth, '')
  const first = included[0]?.text ?? ''
  const rest = included.slice(1)
  const joined = [{ ...line, text: `${before}${first}` }, ...rest]
  const last = joined.at(-1)!
  joined[joined.length - 1] = { ...last, text: `${last.text}${after}` }
  return joined
}

/** The lines of `path`, `path:anchor`, `path:3`, `path:3:5`, `path#region`; none, with a problem, for other files. */
export function includeFile(
  spec: string,
  at: Pick<SourceLine, 'line'>,
  context: IncludeContext,
  depth: number,
  indent = '',
): SourceLine[] {
  if (depth >= MAX_DEPTH) {
    context.report(
      'broken-include',
      at.line,
      `"${spec}" includes itself, or nests more than ${MAX_DEPTH} files; remove the circular include.`,
    )
    return []
  }
  if (/^https?:\/\//i.test(spec)) {
    context.report(
      'broken-include',
      at.line,
      `The included file "${spec}" is on the web and is not fetched, so its address is shown; copy it into the docs folder.`,
    )
    return [{ text: indent + spec, line: at.line }]
  }
  const [path, ...range] = spec.replace(/#(?=[\w-]+$)/, ':').split(':')
  const source = includedText(path!, at.line, context)
  if (source === undefined) return []
  const lines = partOfFile(source, range)
  if (lines === undefined) {
    context.report('broken-include', at.line, `"${path}" has no part named "${range.join(':')}"; correct the name.`)
    return []
  }
  const size = lines.reduce((sum, text) => sum + text.length + indent.length + 1, 0)
  spend(context.budget, 'units', size, at.line)
  const here = lines.map((text) => ({ text: text === '' ? '' : indent + text, line: at.line }))
  // The plugin of VuePress resolves links from the included file; VitePress and MkDocs resolve them from the page.
  const isMarkdown = /\.mdx?$/i.test(path!)
  const isMoved = isMarkdown && context.syntax.generator === 'vuepress'
  const placed = isMoved ? adapted(here, folderOf(path!, context.read), 0) : here
  return isMarkdown || context.syntax.generator === 'mkdocs'
    ? expandIncludes(placed, { ...context, read: (name) => readFrom(path!, name, context) }, depth + 1)
    : placed
}

/** The folder of a file, relative to that of the page. */
function folderOf(path: string, read: IncludeContext['read']): string {
  const file = read(path)
  return typeof file === 'string' ? '.' : file.folder || '.'
}

/** A file that an included file includes: relative to that file, else as the page would name it. */
function readFrom(path: string, name: string, { read }: IncludeContext): IncludeResult {
  const folder = path.startsWith('@') ? folderOf(path, read) : posix.dirname(path)
  if (folder === '.' || name.startsWith('/') || /^[@~]/.test(name)) return read(name)
  const found = read(posix.join(folder, name))
  return found === 'missing' ? read(name) : found
}

/** A file as a fenced block, with the lines to highlight. */
function codeFile(
  spec: string,
  highlight: string,
  title: string | undefined,
  at: SourceLine,
  context: IncludeContext,
): SourceLine[] {
  const lines = includeFile(spec.replace(/^@\//, '/'), at, context, 0, '')
  if (lines.length === 0) return []
  const name = spec.replace(/[#:][^]*$/, '')
  const [, marks = '', lang = ''] = /^([\d,-]*)\s*(.*)$/.exec(highlight) ?? []
  const longest = lines.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line.text)?.[1]?.length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  const info = `${lang || (name.split('.').pop() ?? '')}${marks === '' ? '' : ` {${marks}}`} [${title ?? name.split('/').pop()}]`
  return [{ text: fence + info, line: at.line }, ...lines, { text: fence, line: at.line }]
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)![0] // always matches
}
