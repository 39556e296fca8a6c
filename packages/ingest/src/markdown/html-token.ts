/**
 * Cuts HTML in Markdown into tags, text and comments, to pair component tags and to extract plain text, links and ids.
 * It is not a full parser: the article's HTML passes a real parser and an allow-list when it is rendered. Attributes
 * may be JSX or Vue: `a={b}`, `:a="b"`, `@click="c"`.
 */
import { decodeHTMLStrict } from 'entities/decode'
import { LIMITS } from '../limits/limits.ts'
import type { Attributes, Data } from './tree.ts'

/** A piece of HTML; `raw` is its text as written. */
export type HtmlToken =
  | { kind: 'text'; raw: string }
  | { kind: 'comment'; raw: string }
  | { kind: 'open'; raw: string; name: string; attributes: Attributes; selfClosing: boolean }
  | { kind: 'close'; raw: string; name: string }

/** Elements whose content is no text. */
const OPAQUE = new Set(['script', 'style', 'template'])

/**
 * Cuts a piece of HTML into tokens, whose raw parts concatenate to the piece. @param data value of an expression in
 * braces.
 */
export function htmlTokens(html: string, data: (source: string) => Data | undefined = literal): HtmlToken[] {
  const tokens: HtmlToken[] = []
  const tagEnds = tagEndFinder(html)
  const ends = endFinder(html)
  let end = 0
  let textFrom = 0
  const add = (token: HtmlToken, start: number): void => {
    if (start > textFrom) tokens.push({ kind: 'text', raw: html.slice(textFrom, start) })
    tokens.push(token)
    end = textFrom = start + token.raw.length
  }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    end = at + 1
    const next = html[at + 1] ?? ''
    if (next === '!' || next === '?') {
      const stop = declarationEnd(html, at, ends)
      if (stop !== undefined) add({ kind: 'comment', raw: html.slice(at, stop) }, at)
    } else if (next === '>') add({ kind: 'comment', raw: '<>' }, at)
    else if (next === '/') {
      const name = nameAt(html, at + 2)
      const stop = skipBlank(html, at + 2 + name.length)
      if (html[stop] !== '>') continue
      const raw = html.slice(at, stop + 1)
      if (name !== '') add({ kind: 'close', raw, name }, at)
      else if (raw === '</>') add({ kind: 'comment', raw }, at)
    } else {
      const name = nameAt(html, at + 1)
      const stop = name === '' ? undefined : tagEnds(at + 1 + name.length)
      if (stop === undefined) continue
      const selfClosing = html[stop - 2] === '/'
      const inner = html.slice(at + 1 + name.length, stop - (selfClosing ? 2 : 1))
      add({ kind: 'open', raw: html.slice(at, stop), name, attributes: parseAttributes(inner, data), selfClosing }, at)
      if ((name !== 'script' && name !== 'style') || selfClosing) continue
      const close = ends(`</${name}`, end) ?? html.length
      if (close > end) add({ kind: 'comment', raw: html.slice(end, close) }, end)
    }
  }
  if (textFrom < html.length) tokens.push({ kind: 'text', raw: html.slice(textFrom) })
  return tokens
}

/** The position of a sign at or after `from`, ignoring case; after a failed search, the sign is not searched again. */
function endFinder(html: string): (sign: string, from: number) => number | undefined {
  const missing = new Set<string>()
  let lower: string | undefined
  return (sign, from) => {
    if (missing.has(sign)) return undefined
    lower ??= html.toLowerCase()
    const at = lower.length === html.length ? lower.indexOf(sign, from) : html.indexOf(sign, from)
    if (at >= 0) return at
    missing.add(sign)
    return undefined
  }
}

/** The position after a comment (which may be unclosed), a declaration or an instruction. */
function declarationEnd(html: string, at: number, ends: ReturnType<typeof endFinder>): number | undefined {
  const before = (sign: string, from: number): number | undefined => {
    const found = ends(sign, from)
    return found === undefined ? undefined : found + sign.length
  }
  if (html.startsWith('<!--', at)) return before('-->', at + 4) ?? html.length
  if (html.startsWith('<![CDATA[', at)) return before(']]>', at + 9)
  if (html[at + 1] === '?') return before('?>', at + 2)
  return /[A-Za-z]/.test(html[at + 2] ?? '') ? before('>', at + 3) : undefined
}

const NAME = /[A-Za-z][\w.:-]*/y

function nameAt(html: string, at: number): string {
  NAME.lastIndex = at
  return NAME.exec(html)?.[0] ?? ''
}

function skipBlank(html: string, from: number): number {
  let at = from
  while (/\s/.test(html[at] ?? '')) at++
  return at
}

/**
 * Finds the end (exclusive) of an opening tag from the end of its name: strings and braces may hold any sign; outside
 * them a `<` fails. A failed scan records its positions, from which any later scan would fail too, so all scans
 * together are one pass over the text.
 */
function tagEndFinder(html: string): (from: number) => number | undefined {
  const lastQuote = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") }
  let failing: Uint8Array | undefined
  const scan = (from: number, seen: (at: number) => void): number | undefined => {
    if (html[from] === '>') return from + 1
    if (html.startsWith('/>', from)) return from + 2
    if (!/\s/.test(html[from] ?? '')) return undefined
    for (let at = from; at < html.length;) {
      if (failing?.[at] === 1) return undefined
      seen(at)
      const sign = html[at]
      if (sign === '>') return at + 1
      if (sign === '"' || sign === "'") {
        if (at >= lastQuote[sign]) return undefined
        at = html.indexOf(sign, at + 1) + 1
      } else if (sign === '{') {
        const stop = closeOfBrace(html, at)
        if (stop === undefined) return undefined
        at = stop
      } else at++
    }
    return undefined
  }
  return (from) => {
    const seen: number[] = []
    const end = scan(from, (at) => seen.push(at))
    if (end !== undefined) return end
    failing ??= new Uint8Array(html.length)
    for (const at of seen) failing[at] = 1
    return undefined
  }
}

/** Maximum nesting of braces: a function in an object in an attribute. */
const BRACE_DEPTH = 3

/** The position after the brace that closes the one at `from`. */
function closeOfBrace(html: string, from: number): number | undefined {
  BRACES.lastIndex = from
  for (let depth = 0; ;) {
    const found = BRACES.exec(html)
    if (found === null) return undefined
    depth += found[0] === '{' ? 1 : -1
    if (depth > BRACE_DEPTH) return undefined
    if (depth === 0) return found.index + 1
  }
}

const BRACES = /[{}]/g

const ATTRIBUTE_NAME = /[^\s"'<>/={}]+/y
const BARE_VALUE = /[^\s"'=<>`{}]+/y

function parseAttributes(source: string, data: (source: string) => Data | undefined): Attributes {
  const attributes: Attributes = {}
  const match = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  for (let at = 0; at < source.length;) {
    if (source[at] === '{') {
      at = closeOfBrace(source, at) ?? at + 1
      continue
    }
    const name = match(ATTRIBUTE_NAME, at)
    if (name === undefined) {
      at++
      continue
    }
    at += name.length
    attributes[name] = true
    const equals = skipBlank(source, at)
    if (source[equals] !== '=') continue
    const start = skipBlank(source, equals + 1)
    const sign = source[start]
    if (sign === '"' || sign === "'") {
      const close = source.indexOf(sign, start + 1)
      if (close < 0) continue
      attributes[name] = decodeEntities(source.slice(start + 1, close))
      at = close + 1
    } else if (sign === '{') {
      const close = closeOfBrace(source, start)
      if (close === undefined) continue
      attributes[name] = data(source.slice(start + 1, close - 1))
      at = close
    } else {
      const bare = match(BARE_VALUE, start)
      if (bare === undefined) continue
      attributes[name] = decodeEntities(bare)
      at = start + bare.length
    }
  }
  return attributes
}

/** The value of a JavaScript literal or a list of strings; `undefined` for any other expression. */
export function literal(expression: string): string | true | string[] | undefined {
  const source = expression.trim()
  if (source.length > LIMITS.literalUnits) return undefined
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`)$/s.exec(source)
  if (quoted !== null) {
    return (quoted[1] ?? quoted[2] ?? quoted[3] ?? '').replaceAll(/\\(.)/gs, (_, sign: string) =>
      sign === 'n' ? '\n' : sign === 't' ? '\t' : sign,
    )
  }
  if (/^-?\d+(\.\d+)?$/.test(source)) return source
  if (source.startsWith('[')) return listOfStrings(source)
  return source === 'true' ? true : undefined
}

const LIST_ITEM = /[\s,]*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\]$)/sy

function listOfStrings(source: string): string[] | undefined {
  const items: string[] = []
  for (LIST_ITEM.lastIndex = 1; ;) {
    const found = LIST_ITEM.exec(source)
    if (found === null) return undefined
    if (found[1] === undefined) return items
    items.push(String(literal(found[1])))
  }
}

const BREAKS =
  /^(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|blockquote|pre|dt|dd|dl|figure|figcaption|summary|details|hr|td|th|option)$/i

/** The visible text of a piece of HTML, with line breaks where blocks end. */
export function htmlText(html: string): string {
  let text = ''
  let opaque = ''
  for (const token of htmlTokens(html)) {
    if (token.kind === 'close' && token.name.toLowerCase() === opaque) opaque = ''
    if (opaque !== '') continue
    if (token.kind === 'text') text += decodeEntities(token.raw)
    else if (token.kind !== 'comment' && BREAKS.test(token.name)) text += '\n'
    if (token.kind === 'open') {
      if (!token.selfClosing && OPAQUE.has(token.name.toLowerCase())) opaque = token.name.toLowerCase()
      if (token.name === 'img' && typeof token.attributes.alt === 'string') text += ` ${token.attributes.alt} `
    }
  }
  return text
}

/** Decodes the character references of HTML; those without a semicolon are text. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

const HTML_NAMES = new Set(
  `a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite
  code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form
  frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark
  marquee math menu meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rp rt ruby
  s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template
  textarea tfoot th thead time title tr track tt u ul var video wbr path circle rect line polyline polygon ellipse g defs
  use symbol text tspan lineargradient radialgradient stop clippath mask pattern filter image desc foreignobject animate
  mi mo mn ms mrow mfrac msup msub msubsup msqrt mroot mtext mspace mstyle mover munder munderover mtable mtr mtd mpadded
  mphantom menclose mmultiscripts mprescripts merror semantics annotation`.split(/\s+/),
)

/** Whether a tag belongs to HTML or inline SVG, ignoring case. */
export function isHtmlName(name: string): boolean {
  return HTML_NAMES.has(name.toLowerCase())
}

/** Whether a tag names a component: `<Tabs>`, `<my-element>`, `<Foo.Bar>`. */
export function isComponentName(name: string): boolean {
  return /^[A-Z]/.test(name)
    ? !/^(?:A|P|BR|IMG|DIV|SPAN|TABLE|TR|TD|TH|UL|OL|LI|PRE|CODE|H[1-6]|HR|B|I|CENTER|FONT)$/.test(name)
    : name.includes('-') || name.includes('.')
}
