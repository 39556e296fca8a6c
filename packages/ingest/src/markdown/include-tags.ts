/**
 * Includes that are no lines of their own syntax: Fumadocs' `<include lang="ts" meta='title="a.ts"'>./a.ts</include>`, and
 * Rspress' code fences with `file="./a.ts"`, whose content the file becomes.
 */
import type { SourceLine } from './source-line.ts'

/** An include: its path as written, and the fence around it, if it is code. */
export interface TaggedInclude {
  /** Relative to the page; from the top of the project with a slash in front. */
  path: string
  /** The id of a section of a Markdown file. */
  section: string | undefined
  indent: string
  /** Language and options of the fence for a file that is no Markdown. */
  info: string
}

const TAG = /^([ \t]*)<include\b([^<>]*)>\s*([^\s<][^<]*)<\/include>\s*$/
const OPEN = /^[ \t]*<include\b[^<>]*>/

/** Lines of the longest tag. */
const MAX_TAG_LINES = 6

/** Puts tags over several lines on one; the others become empty. */
export function joinIncludeTags(lines: SourceLine[]): SourceLine[] {
  const result = [...lines]
  result.forEach((line, at) => {
    if (!OPEN.test(line.text) || line.text.includes('</include>')) return
    const rest = result.slice(at + 1, at + MAX_TAG_LINES)
    const end = rest.findIndex(({ text }) => text.includes('</include>'))
    if (end < 0) return
    const text = [line, ...rest.slice(0, end + 1)].map((one, index) => (index === 0 ? one.text : one.text.trim()))
    result[at] = { ...line, text: text.join(' ') }
    for (let next = at + 1; next <= at + 1 + end; next++)
      result[next] = { text: '', line: result[next]?.line ?? line.line }
  })
  return result
}

/** The include of a tag on one line. */
export function taggedInclude(text: string): TaggedInclude | undefined {
  const [, indent = '', attributes = '', target = ''] = TAG.exec(text) ?? []
  if (target === '') return undefined
  const [, path = '', section] = /^([^#]*)(?:#(.*))?$/.exec(target.trim()) ?? []
  const [, lang] = /\blang=["']?([\w+-]+)/.exec(attributes) ?? []
  const [, single, double] = /\bmeta=(?:'([^']*)'|"([^"]*)")/.exec(attributes) ?? []
  const isFromTop = /(?:^|\s)cwd(?:\s|=|$)/.test(attributes)
  return {
    path: isFromTop ? `/${path.replace(/^(?:\.?\/)+/, '')}` : path,
    section,
    indent,
    info: [lang ?? /\.(\w+)$/.exec(path)?.[1] ?? '', single ?? double ?? ''].join(' ').trim(),
  }
}

/** The file that a fence's opening line names: `<root>/a.ts` is from the top of the project. */
export function fencedFile(text: string): string | undefined {
  if (!/^\s*(?:`{3}|~{3})/.test(text)) return undefined
  const [, double, single] = /\sfile=(?:"([^"]+)"|'([^']+)')/.exec(text) ?? []
  const name = double ?? single
  return name?.replace(/^<root>\//, '/')
}

/** The lines of a section: an element `<section id="…">`, or a heading with that id to the next one of its level. */
export function sectionOf(lines: SourceLine[], id: string): SourceLine[] | undefined {
  const start = lines.findIndex(({ text }) => text.includes(`<section id="${id}"`))
  if (start >= 0) {
    const length = lines.slice(start + 1).findIndex(({ text }) => text.includes('</section>'))
    return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  }
  const levelOf = (text: string): number => /^(#{1,6})\s/.exec(text)?.[1]?.length ?? 0
  const at = lines.findIndex(({ text }) => levelOf(text) > 0 && headingMatches(text, id))
  if (at < 0) return undefined
  const level = levelOf(lines[at]?.text ?? '')
  const length = lines.slice(at + 1).findIndex(({ text }) => levelOf(text) > 0 && levelOf(text) <= level)
  return lines.slice(at, length < 0 ? undefined : at + 1 + length)
}

function headingMatches(text: string, id: string): boolean {
  if (text.includes(`[#${id}]`)) return true
  const words =
    text
      .replace(/^#+\s/, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') === id.toLowerCase()
}
