/**
 * Finds macros in a text: Hugo's shortcodes, Liquid's tags and outputs, GitBook's blocks. A closing tag is paired with
 * the nearest opening one of its name; an opening tag without one has no content.
 */
import { type MacroArguments, readArguments } from './arguments.ts'

/** The syntax of macros: `{{< >}}`, `{% %}` with `{{ }}` (Jekyll, Hexo, MkDocs), `{% %}` alone, `{{ name() }}` with `{% name() %}`. */
export type MacroSyntax = 'hugo' | 'liquid' | 'hexo' | 'gitbook' | 'jinja' | 'zola'

/** A piece of text, or a macro with the pieces of its body. */
export type Piece = { kind: 'text'; from: number; to: number } | Macro

/** A macro. Offsets are those of the text. */
export interface Macro {
  kind: 'macro'
  /** `output` for `{{ x }}` of Liquid. */
  name: string
  arguments: MacroArguments
  /** The opening tag as written. */
  source: string
  from: number
  /** After the opening tag. */
  to: number
  /** After the whole macro. */
  end: number
  /** Whether the tag has the form whose body Hugo reads as Markdown: `{{% %}}`. */
  markdown: boolean
  trimBefore: boolean
  trimAfter: boolean
  /** Absent for a macro without a closing tag. */
  body?: Piece[]
  /** The closing tag as written. */
  closing?: string
}

interface Tag extends Macro {
  /** The name that a closing tag closes. */
  closes: string | undefined
}

/** Ranges of a text in which macros are text: sorted, `from` inclusive, `to` exclusive. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** All pieces of a text, macros paired. @param plain ranges without macros. */
export function scanMacros(text: string, syntax: MacroSyntax, plain: Ranges = []): Piece[] {
  const tags = tagsOf(text, syntax, plain)
  return tags.length === 0 ? [{ kind: 'text', from: 0, to: text.length }] : paired(text, tags)
}

function tagsOf(text: string, syntax: MacroSyntax, plain: Ranges): Tag[] {
  const closes = closeFinder(text)
  const tags: Tag[] = []
  const open: string[] = []
  let skip = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    while (skip < plain.length && (plain[skip]?.[1] ?? 0) <= at) skip++
    const range = plain[skip]
    if (range !== undefined && range[0] <= at) {
      at = range[1]
      continue
    }
    const tag =
      syntax === 'hugo'
        ? hugoTag(text, at, closes)
        : syntax === 'zola'
          ? zolaTag(text, at, { ends: closes, open })
          : liquidTag(text, at, closes)
    if (tag !== undefined) tags.push(tag)
    at = tag?.to ?? at + 1
  }
  return tags
}

/** Maximum length (UTF-16 units) of a tag, which bounds the search for its end. */
const TAG_UNITS = 4000

function hugoTag(text: string, from: number, ends: Closes): Tag | undefined {
  const sign = text[from + 2]
  if (text[from + 1] !== '{' || (sign !== '<' && sign !== '%')) return undefined
  const end = endOfTag(text, from + 3, `${sign === '<' ? '>' : '%'}}}`, ends)
  if (end === undefined) return undefined
  const inner = text.slice(from + 3, end)
  const comment = /^\s*\/\*([^]*)\*\/\s*$/.exec(inner)
  const base = {
    kind: 'macro' as const,
    from,
    to: end + 3,
    end: end + 3,
    source: text.slice(from, end + 3),
    markdown: sign === '%',
    trimBefore: false,
    trimAfter: false,
  }
  if (comment !== null) {
    const shown = `{{${sign}${comment[1] ?? ''}${sign === '<' ? '>' : '%'}}}`
    return {
      ...base,
      name: 'escaped',
      arguments: { named: new Map(), listed: [shown], text: shown },
      closes: undefined,
    }
  }
  const [, slash, name, rest = ''] = /^(\/?)\s*([\w./-]+)([^]*)$/.exec(inner.trimStart()) ?? []
  if (name === undefined) return undefined
  const given = rest.replace(/\/\s*$/, '')
  const clean = name.endsWith('/') && rest.trim() === '' ? name.slice(0, -1) : name
  return { ...base, name: clean, arguments: readArguments(given), closes: slash === '/' ? clean : undefined }
}

/** The parts of a tag in `{% … %}` or `{{ … }}` that follow from its place. */
function spanOf(
  text: string,
  from: number,
  to: number,
): Pick<Tag, 'kind' | 'from' | 'to' | 'end' | 'source' | 'markdown'> {
  return { kind: 'macro', from, to, end: to, source: text.slice(from, to), markdown: true }
}

/** A shortcode of Zola; `{% end %}` closes the last open one. @param open names of shortcodes with a body. */
function zolaTag(text: string, from: number, { ends, open }: { ends: Closes; open: string[] }): Tag | undefined {
  const sign = text[from + 1]
  if (sign !== '%' && sign !== '{') return undefined
  const close = sign === '%' ? '%}' : '}}'
  const end = endOfTag(text, from + 2, close, ends)
  if (end === undefined) return undefined
  const inner = text.slice(from + 2, end).trim()
  const base = { ...spanOf(text, from, end + 2), trimBefore: false, trimAfter: false }
  const [, escaped] = /^\/\*([^]*)\*\/$/.exec(inner) ?? []
  if (escaped !== undefined) {
    const shown = `{${sign}${escaped}${close}`
    return {
      ...base,
      name: 'escaped',
      arguments: { named: new Map(), listed: [shown], text: shown },
      closes: undefined,
    }
  }
  if (sign === '%' && inner === 'end') {
    const name = open.pop()
    return name === undefined ? undefined : { ...base, name, arguments: readArguments(''), closes: name }
  }
  const [, name, given] = /^(\w+)\s*\(([^]*)\)$/.exec(inner) ?? []
  if (name === undefined) return undefined
  if (sign === '%') open.push(name)
  return { ...base, name, arguments: readArguments(given ?? ''), closes: undefined }
}

function liquidTag(text: string, from: number, ends: Closes): Tag | undefined {
  const sign = text[from + 1]
  if (sign !== '%' && sign !== '{') return undefined
  const end = endOfTag(text, from + 2, sign === '%' ? '%}' : '}}', ends)
  if (end === undefined) return undefined
  const whole = text.slice(from + 2, end)
  const inner = whole.replace(/^-/, '').replace(/-$/, '').trim()
  const base = {
    ...spanOf(text, from, end + 2),
    trimBefore: whole.startsWith('-'),
    trimAfter: whole.endsWith('-'),
  }
  if (sign === '{')
    return { ...base, name: 'output', arguments: { named: new Map(), listed: [], text: inner }, closes: undefined }
  const [, name, rest = ''] = /^(@?[\w./-]+)([^]*)$/.exec(inner) ?? []
  if (name === undefined) return undefined
  const closes = /^end-?(?=.)/.exec(name)
  return {
    ...base,
    name,
    arguments: readArguments(rest),
    closes: closes === null ? undefined : name.slice(closes[0].length),
  }
}

/** Positions of closing signs: a sign is searched once beyond each position. */
type Closes = (sign: string, from: number) => number | undefined

function closeFinder(text: string): Closes {
  const found = new Map<string, number>()
  return (sign, from) => {
    const before = found.get(sign)
    const at = before !== undefined && before >= from ? before : text.indexOf(sign, from)
    found.set(sign, at < 0 ? Infinity : at)
    return at < 0 || at - from > TAG_UNITS ? undefined : at
  }
}

/** The position of a closing sign outside quotes, else of the first one. An unclosed quote is a character. */
function endOfTag(text: string, from: number, close: string, closes: Closes): number | undefined {
  const first = closes(close, from)
  if (first === undefined) return undefined
  const limit = Math.min(text.length, from + TAG_UNITS)
  const missing = new Set<string>()
  for (let at = from; at < limit; at++) {
    if (text.startsWith(close, at)) return at
    const sign = text.charAt(at)
    if (!'"\'`'.includes(sign) || missing.has(sign) || !/[\s=:,(|]/.test(text.charAt(at - 1))) continue
    const end = text.slice(at + 1, limit).indexOf(sign)
    if (end < 0) missing.add(sign)
    else at += end + 1
  }
  return first
}

/** Nests the pieces: the nearest opening tag of a closing tag's name gets the pieces between as its body. */
function paired(text: string, tags: Tag[]): Piece[] {
  const closings = closingTags(tags)
  const top: Piece[] = []
  const open: { macro: Macro; around: Piece[]; closing: number }[] = []
  let into = top
  let at = 0
  for (const [index, tag] of tags.entries()) {
    if (tag.from > at) into.push({ kind: 'text', from: at, to: tag.from })
    at = tag.to
    const last = open.at(-1)
    if (last?.closing === index) {
      Object.assign(last.macro, { closing: tag.source, end: tag.to, trimAfter: tag.trimAfter })
      into = last.around
      open.pop()
      continue
    }
    if (tag.closes !== undefined) {
      into.push({ kind: 'text', from: tag.from, to: tag.to })
      continue
    }
    const { closes: _, ...macro } = tag
    into.push(macro)
    const closing = closings.get(index)
    if (closing === undefined) continue
    const body: Piece[] = []
    Object.assign(macro, { body })
    open.push({ macro, around: into, closing })
    into = body
  }
  if (at < text.length) into.push({ kind: 'text', from: at, to: text.length })
  return top
}

/** The closing tag of each opening one that has one, by their positions in the list. */
function closingTags(tags: Tag[]): Map<number, number> {
  const closings = new Map<number, number>()
  const open: number[] = []
  const counts = new Map<string, number>()
  for (const [index, { name, closes }] of tags.entries()) {
    if (closes === undefined) {
      open.push(index)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      continue
    }
    if ((counts.get(closes) ?? 0) === 0) continue
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      const own = tags[last]?.name ?? ''
      counts.set(own, (counts.get(own) ?? 1) - 1)
      if (own !== closes) continue
      closings.set(last, index)
      break
    }
  }
  return closings
}
