/** VuePress' includes: code of a file as a fence, `@[code{1-5} js{2}](./a.js)`, and Markdown, `<!-- @include(./a.md) -->`. */
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines } from './source-line.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const CODE = /^(\s*)@\[code(?:\{(\d*)(?:-(\d*))?\})?(?![a-z])([^\]]*)\]\(([^()\s]+)\)\s*$/
const MARKDOWN = /^(\s*)(?:<!--\s*)?@include(?:\(([^()\s]+)\)|:\s*([^\s>]+))(?:\s*-->)?\s*$/
/** Videos as plugins of markdown-it write them: `@[youtube](id)`. */
const VIDEO = /^(\s*)@\[(youtube|vimeo)\]\(([^()\s]+)\)\s*$/i
/** Other embeds: `@[codepen preview](user/pen)`. */
const EMBED = /^(\s*)@\[([a-z]{2,20})(?![a-z])[^\]]*\]\(([^()\s]+)(?:\s[^()]*)?\)\s*$/i
/** Addresses of embedded pages, before the id. */
const EMBEDDED: ReadonlyMap<string, readonly [title: string, start: string]> = new Map([
  ['acfun', ['AcFun', 'https://www.acfun.cn/v/']],
  ['bilibili', ['Bilibili', 'https://www.bilibili.com/video/']],
  ['caniuse', ['Can I use', 'https://caniuse.com/']],
  ['codepen', ['CodePen', 'https://codepen.io/']],
  ['codesandbox', ['CodeSandbox', 'https://codesandbox.io/s/']],
  ['jsfiddle', ['JSFiddle', 'https://jsfiddle.net/']],
  ['replit', ['Replit', 'https://replit.com/']],
])
const RANGE = /^([^{}]*)\{(\d*)(?:[-,](\d*))?\}$/

/** The lines with the files' lines in place. */
export function vuepressLines(source: SourceLine[], context: IncludeContext, depth = 0): SourceLine[] {
  if (!source.some(({ text }) => text.includes('@[') || text.includes('@include'))) return source
  const track = codeTracker()
  return source.flatMap((line): SourceLine[] => {
    const kind = track(line.text)
    const code = kind === 'text' ? CODE.exec(line.text) : null
    if (code !== null) return codeLines(code, line, context)
    const video = kind === 'text' ? VIDEO.exec(line.text) : null
    if (video !== null) return [{ ...line, text: videoTag(video) }]
    const embed = kind === 'text' ? embedLink(line.text) : undefined
    if (embed !== undefined) return [{ ...line, text: embed }]
    const markdown = kind === 'text' || kind === 'raw' ? MARKDOWN.exec(line.text) : null
    if (markdown === null || depth >= MAX_DEPTH) return [line]
    const [, indent = '', first, second] = markdown
    const [, bare, from, to] = RANGE.exec(first ?? second ?? '') ?? [undefined, first ?? second]
    const [path = '', region] = (bare ?? '').split('#')
    const range = from === undefined ? undefined : [from, to]
    const lines = partOf(path, range, region, line, context)
    return vuepressLines(
      lines.map((text) => ({ text: indent + text, line: line.line })),
      context,
      depth + 1,
    )
  })
}

function videoTag([, indent = '', site = '', id = '']: RegExpExecArray): string {
  const name = site.toLowerCase() === 'vimeo' ? 'Vimeo' : 'YouTube'
  return `${indent}<${name} id="${id.replaceAll('"', '')}" />`
}

/** A link to an embedded page. */
function embedLink(line: string): string | undefined {
  const [, indent = '', name = '', id = ''] = EMBED.exec(line) ?? []
  const [title, start] = EMBEDDED.get(name.toLowerCase()) ?? []
  if (title === undefined || start === undefined) return undefined
  const path = title === 'CodePen' ? id.replace(/^([^/]+)\/(?=[^/]+$)/, '$1/pen/') : id
  return `${indent}[${title}: ${id.replaceAll(/[[\]]/g, '')}](<${start}${path.replaceAll(/[<>]/g, '')}>)`
}

function codeLines(found: RegExpExecArray, line: SourceLine, context: IncludeContext): SourceLine[] {
  const [whole, indent = '', from, to, info = '', path = ''] = found
  const lines = partOf(path, whole.includes('@[code{') ? [from, to] : undefined, undefined, line, context)
  if (lines.length === 0) return []
  const language = info.trim() === '' || /^\s*[{:]/.test(info) ? (/\.(\w+)$/.exec(path)?.[1] ?? '') : ''
  const longest = lines.reduce((most, text) => Math.max(most, /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  const shown = [`${fence}${language}${info.trim()}`, ...lines, fence]
  return shown.map((text) => ({ text: indent + text, line: line.line }))
}

/** The lines of a file: all, a range (1-based, inclusive), or a region. */
function partOf(
  path: string,
  range: readonly (string | undefined)[] | undefined,
  region: string | undefined,
  { line }: SourceLine,
  context: IncludeContext,
): string[] {
  const text = includedText(path, line, context)
  if (text === undefined) return []
  spend(context.budget, 'units', text.length, line)
  let lines = sourceLines(text.replace(/\r?\n$/, '')).map((one) => one.text)
  if (range !== undefined) {
    const [from = '', to] = range
    const start = from === '' ? 1 : Number(from)
    lines = lines.slice(start - 1, to === undefined ? start : to === '' ? undefined : Number(to))
  }
  if (region !== undefined) {
    const isMark = (one: string, sign: string): boolean =>
      one.includes(`#${sign} ${region}`) || one.includes(`#${sign}${region}`)
    const start = lines.findIndex((one) => isMark(one, 'region'))
    const length = lines
      .slice(start + 1)
      .findIndex((one) => isMark(one, 'endregion') || /#endregion\s*(?:-->)?$/.test(one))
    if (start < 0) context.report('broken-include', line, `"${path}" has no part named "${region}"; correct the name.`)
    lines = start < 0 ? [] : lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  }
  return path.endsWith('.md') && lines[0]?.trimEnd() === '---' ? withoutFrontMatter(lines) : lines
}

function withoutFrontMatter(lines: string[]): string[] {
  const end = lines.findIndex((text, at) => at > 0 && text.trimEnd() === '---')
  return end < 0 ? lines : lines.slice(end + 1)
}
