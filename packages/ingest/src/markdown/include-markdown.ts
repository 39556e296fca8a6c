/**
 * The tags of MkDocs' plugin include-markdown: `{% include-markdown "../README.md" start="<!--a-->" heading-offset=1 %}`
 * for Markdown, `{% include "a.py" %}` for any text. A tag may have several lines. Patterns of names and addresses of
 * other hosts are not read; such a tag stays.
 */
import { posix } from 'node:path'
import { withoutFrontMatter } from './front-matter-lines.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** Access of the tags to files. */
export interface TagFiles {
  /** Whether `include` is a tag of the plugin, and not one of templates. */
  hasText: boolean
  /** The text of a file; `undefined` for one that cannot be read, which is reported. */
  textOf: (path: string, line: number) => string | undefined
  /** Expands the includes of an included file, whose names are relative to it. */
  nested: (lines: SourceLine[], path: string) => SourceLine[]
}

const TAG = /\{%-?\s*(include-markdown|include)\s+(?:"([^"\n]+)"|'([^'\n]+)')([^%]*)-?%\}/
const OPEN = /\{%-?\s*(?:include(?:-markdown)?\b|$)/

/** Lines of the longest tag. */
const MAX_TAG_LINES = 16

/** Replaces each tag by the text that it includes. */
export function expandMarkdownTags(lines: SourceLine[], files: TagFiles): SourceLine[] {
  const result: SourceLine[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const length = OPEN.test(line.text) ? tagLength(lines, at) : 0
    const text = lines
      .slice(at, at + length)
      .map((one) => one.text)
      .join(' ')
    const found = length === 0 ? null : TAG.exec(text)
    const included = found === null ? undefined : includedLines(found, line.line, files)
    if (found === null || included === undefined) {
      result.push(line)
      continue
    }
    at += length - 1
    const before = text.slice(0, found.index)
    const indent = before.replaceAll(/\S/g, ' ')
    const after = text.slice(found.index + found[0].length).trim()
    const placed = included.map((one, index) => ({
      ...one,
      text: index === 0 ? before + one.text : one.text === '' ? '' : indent + one.text,
    }))
    result.push(...(placed.length === 0 ? [{ text: before, line: line.line }] : placed))
    if (after !== '') result.push({ text: indent + after, line: line.line })
  }
  return result
}

function tagLength(lines: readonly SourceLine[], at: number): number {
  const end = lines.slice(at, at + MAX_TAG_LINES).findIndex(({ text }) => text.includes('%}'))
  return end + 1
}

function includedLines(found: RegExpExecArray, line: number, files: TagFiles): SourceLine[] | undefined {
  const [, tag = '', double, single, options = ''] = found
  const named = double ?? single ?? ''
  // Names without dots in front are those of the docs folder.
  const path = /^[./]/.test(named) ? named : `/${named}`
  if (/[*?{}]|^https?:/.test(named) || (tag === 'include' && !files.hasText)) return undefined
  const source = files.textOf(path, line)
  if (source === undefined) return []
  const text = between(source, optionOf(options, 'start'), optionOf(options, 'end')).replaceAll('\r\n', '\n')
  const lines = text.split('\n').map((one): SourceLine => ({ text: one, line }))
  if (tag === 'include') return files.nested(lines, path)
  const offset = Number(/\bheading-offset=(-?\d+)/.exec(options)?.[1] ?? 0)
  const whole = files.nested(withoutFrontMatter(lines), path)
  return adapted(whole, posix.dirname(path), offset)
}

function optionOf(options: string, name: string): string | undefined {
  const found = [...options.matchAll(/(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)')/g)].find(([, key]) => key === name)
  return (found?.[2] ?? found?.[3])?.replaceAll('\\n', '\n')
}

/** The text behind the first mark and before the second one; a missing mark is an end of the file. */
function between(source: string, start: string | undefined, end: string | undefined): string {
  const from = start === undefined ? -1 : source.indexOf(start)
  const rest = from < 0 ? source : source.slice(from + (start ?? '').length)
  const to = end === undefined ? -1 : rest.indexOf(end)
  return to < 0 ? rest : rest.slice(0, to)
}

/**
 * Markdown of another folder: its links are relative to the page, and its headings may be lower.
 * @param folder relative to that of the page. @param offset levels by which headings become lower, clamped to 1 to 6.
 */
export function adapted(lines: readonly SourceLine[], folder: string, offset: number): SourceLine[] {
  const track = codeTracker()
  return lines.map((line) => {
    if (track(line.text) !== 'text') return line
    const heading = /^(#{1,6})(?=\s)/.exec(line.text)?.[1]
    const level = Math.min(6, Math.max(1, (heading?.length ?? 1) + offset))
    const text = heading === undefined ? line.text : '#'.repeat(level) + line.text.slice(heading.length)
    return { ...line, text: folder === '.' ? text : withFolder(text, folder) }
  })
}

const TARGET = /(\]\(<?|^\s*\[[^\]\n]+\]:\s+<?|\s(?:src|href)=["'])(?![#/?~@]|[a-z][a-z\d+.-]*:)([^\s)"'>]+)/gi

/** A line whose relative addresses lead from a folder; those in code stay. */
export function withFolder(text: string, folder: string): string {
  const parts = text.split('`')
  return parts
    .map((part, index) =>
      // Every second part is code, but for a last one without an end.
      index % 2 === 1 && index < parts.length - 1
        ? part
        : part.replaceAll(TARGET, (_, before: string, target: string) => before + posix.join(folder, target)),
    )
    .join('`')
}
