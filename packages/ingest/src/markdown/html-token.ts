/**
 * HTML as it stands in Markdown, cut into tags, text and comments. It is not parsed here (the article's HTML goes
 * through a real parser and an allow-list when it is rendered): this is for pairing component tags, for plain text, and
 * for the links and ids that raw HTML holds. Attributes may be JSX or Vue: `a={b}`, `:a="b"`, `@click="c"`.
 */
import type { Attributes } from './tree.ts'

/** A piece of HTML; `raw` is its text as it was written. */
export type HtmlToken =
  | { kind: 'text'; raw: string }
  | { kind: 'comment'; raw: string }
  | { kind: 'open'; raw: string; name: string; attributes: Attributes; selfClosing: boolean }
  | { kind: 'close'; raw: string; name: string }

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?\]\]>|<![A-Za-z][^>]*>|<\?[\s\S]*?\?>|<\/([A-Za-z][\w.:-]*)\s*>|<([A-Za-z][\w.:-]*)((?:\s+(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^"'>{])*?)?)(\/?)>|<>|<\/>/g
const ATTRIBUTE =
  /(\{[^}]*\})|([^\s"'<>/={}]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|([^\s"'=<>`{}]+)))?/g

/** Elements whose content is no text. */
const OPAQUE = new Set(['script', 'style', 'template'])

/** Cuts a piece of HTML into tokens. The raw parts together are the piece again. */
export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  let end = 0
  for (const found of html.matchAll(TAG)) {
    if (found.index < end) continue
    if (found.index > end) tokens.push({ kind: 'text', raw: html.slice(end, found.index) })
    const [raw, closed, opened, attributes, slash] = found
    end = found.index + raw.length
    if (closed !== undefined) tokens.push({ kind: 'close', raw, name: closed })
    else if (opened === undefined) tokens.push({ kind: 'comment', raw })
    else {
      tokens.push({
        kind: 'open',
        raw,
        name: opened,
        attributes: parseAttributes(attributes ?? ''),
        selfClosing: slash === '/',
      })
      if ((opened === 'script' || opened === 'style') && slash !== '/') {
        const close = html.toLowerCase().indexOf(`</${opened}`, end)
        const stop = close < 0 ? html.length : close
        if (stop > end) tokens.push({ kind: 'comment', raw: html.slice(end, stop) })
        end = stop
      }
    }
  }
  if (end < html.length) tokens.push({ kind: 'text', raw: html.slice(end) })
  return tokens
}

function parseAttributes(source: string): Attributes {
  const attributes: Attributes = {}
  for (const found of source.matchAll(ATTRIBUTE)) {
    const [, , name, double, single, expression, bare] = found
    if (name === undefined) continue
    const value = double ?? single ?? bare
    if (expression !== undefined) attributes[name] = literal(expression)
    else attributes[name] = value === undefined ? true : decodeEntities(value)
  }
  return attributes
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs

/**
 * The value of a JavaScript literal, of a list of strings its lines; `undefined` for every other expression, since none is
 * ever run.
 */
export function literal(expression: string): string | true | undefined {
  const source = expression.trim()
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`)$/s.exec(source)
  if (quoted !== null) {
    return (quoted[1] ?? quoted[2] ?? quoted[3] ?? '').replaceAll(/\\(.)/gs, (_, sign: string) =>
      sign === 'n' ? '\n' : sign === 't' ? '\t' : sign,
    )
  }
  if (/^-?\d+(\.\d+)?$/.test(source)) return source
  if (source.startsWith('[') && /^\[[\s,]*\]$/.test(source.replaceAll(STRINGS, '')))
    return Array.from(source.matchAll(STRINGS), ([item]) => literal(item)).join('\n')
  return source === 'true' ? true : undefined
}

const BREAKS =
  /^(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|blockquote|pre|dt|dd|dl|figure|figcaption|summary|details|hr|td|th|option)$/i

/** The text that a reader sees in a piece of HTML; line breaks where blocks end. */
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

const NAMED: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', copy: '©', reg: '®', trade: '™', hellip: '…',
  mdash: '—', ndash: '–', laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•',
  middot: '·', larr: '←', rarr: '→', uarr: '↑', darr: '↓', times: '×', lbrace: '{', rbrace: '}', lcub: '{', rcub: '}',
  zwj: '\u200D', zwnj: '\u200C', shy: '\u00AD', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', le: '≤', ge: '≥', ne: '≠',
  deg: '°', plusmn: '±', sect: '§', para: '¶', euro: '€', pound: '£', check: '✓', infin: '∞',
} // prettier-ignore

/** Character references of HTML: the numeric ones, and the named ones that docs use. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,10}));/gi, (raw, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? raw
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\uFFFD'
  })
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

/** Whether a tag is one of HTML's (or of an inline SVG), in whatever case. */
export function isHtmlName(name: string): boolean {
  return HTML_NAMES.has(name.toLowerCase())
}

/** Whether a tag names a component: `<Tabs>`, `<my-element>`, `<Foo.Bar>`. */
export function isComponentName(name: string): boolean {
  return /^[A-Z]/.test(name)
    ? !/^(?:A|P|BR|IMG|DIV|SPAN|TABLE|TR|TD|TH|UL|OL|LI|PRE|CODE|H[1-6]|HR|B|I|CENTER|FONT)$/.test(name)
    : name.includes('-') || name.includes('.')
}
