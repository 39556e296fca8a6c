/**
 * Includes of MkDocs' plugin include-markdown: `{% include-markdown "../README.md" start="<!-- a -->" %}`, mostly over
 * several lines, and `{% include "a.py" %}` for other files.
 */
import { posix } from 'node:path'
import { codeTracker, type SourceLine } from './source-line.ts'

/** A tag: the file, and the part of it that is shown. */
export interface MarkdownInclude {
  /** As `include-reader.ts` reads it: relative to the page, or with a slash in front from the docs folder. */
  path: string
  isMarkdown: boolean
  /** The texts around the part; absent for the beginning or the end of the file. */
  start: string | undefined
  end: string | undefined
  /** Levels that headings are moved down. */
  offset: number
}

const OPEN = /^[ \t]*\{%-?[ \t]*(?:include(?:-markdown)?\b|$)/
const TAG = /^[ \t]*\{%-?[ \t]*(include(?:-markdown)?)[ \t]+(?:"([^"]+)"|'([^']+)')([^]*)%\}[ \t]*$/

const OPTION = /(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)'|(-?\w+))/g

/** Lines of the longest tag. */
const MAX_TAG_LINES = 20

/** Puts tags over several lines on one; the others become empty. */
export function joinMarkdownIncludes(lines: SourceLine[]): SourceLine[] {
  const result = [...lines]
  result.forEach((line, at) => {
    if (!OPEN.test(line.text) || line.text.includes('%}')) return
    const rest = result.slice(at + 1, at + MAX_TAG_LINES)
    const end = rest.findIndex(({ text }) => text.includes('%}'))
    const inner = rest.slice(0, end + 1).map(({ text }) => text.trim())
    if (end < 0 || !/^(?:include\b|$)/.test(line.text.replace(/^\s*\{%-?\s*/, '') || (inner[0] ?? ''))) return
    result[at] = { ...line, text: [line.text.trimEnd(), ...inner].join(' ') }
    for (let next = at + 1; next <= at + 1 + end; next++)
      result[next] = { text: '', line: result[next]?.line ?? line.line }
  })
  return result
}

/** The include of a tag on one line. @param isPlain whether `include` is a tag of this plugin as well. */
export function markdownInclude(text: string, isPlain: boolean): MarkdownInclude | undefined {
  const [, name, double, single, rest = ''] = TAG.exec(text) ?? []
  const path = double ?? single
  if (path === undefined || (name === 'include' && !isPlain)) return undefined
  const options = new Map(
    [...rest.matchAll(OPTION)].map(([, key = '', first, second, bare]) => [
      key,
      (first ?? second ?? bare ?? '').replaceAll(String.raw`\n`, '\n'),
    ]),
  )
  const offset = Number(options.get('heading-offset') ?? 0)
  return {
    path: path.startsWith('.') || path.startsWith('/') ? path : `/${path}`,
    isMarkdown: name === 'include-markdown',
    start: options.get('start'),
    end: options.get('end'),
    offset: Number.isSafeInteger(offset) ? offset : 0,
  }
}

/** The part of an included file between the two texts, its headings moved, its relative links those of the page. */
export function includedPart(lines: SourceLine[], include: MarkdownInclude): SourceLine[] {
  const { path, start, end, offset, isMarkdown } = include
  const whole = lines.map(({ text }) => text).join('\n')
  const from = start === undefined ? 0 : whole.indexOf(start) + start.length
  const inner = start !== undefined && !whole.includes(start) ? '' : whole.slice(from)
  const to = end === undefined ? -1 : inner.indexOf(end)
  const line = lines[0]?.line ?? 1
  const track = codeTracker()
  return (to < 0 ? inner : inner.slice(0, to)).split('\n').map((text) => {
    if (!isMarkdown || track(text) !== 'text') return { text, line }
    return { text: movedLinks(movedHeading(text, offset), posix.dirname(path)), line }
  })
}

function movedHeading(text: string, offset: number): string {
  const level = /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0
  return level === 0 ? text : '#'.repeat(Math.min(Math.max(level + offset, 1), 6)) + text.slice(level)
}

function movedLinks(text: string, folder: string): string {
  if (folder === '.') return text
  return text.replaceAll(
    /\]\(([^()\s]+)|^( {0,3}\[[^\][]+\]:[ \t]+)(\S+)/g,
    (whole, link?: string, head?: string, target?: string) => {
      const url = link ?? target ?? ''
      if (/^(?:[a-z][\w+.-]*:|[/#<{])/i.test(url)) return whole
      const moved = posix.join(folder, url)
      return `${head ?? ']('}${moved}`
    },
  )
}
