/** Syntax that an article shows as text: outside code, and neither escaped nor in code in its source. */
import type { Scanned } from './scan-source.ts'

/** Patterns of syntax that no reader should see, by name. Matched in lines of an article's text. */
const LEFTOVERS: Record<string, RegExp> = {
  // Within a line they are text: `arn:aws:s3:::name`.
  ':::': /(?<![^\s>]):::+\s*[\w{]?[\w-]*/g,
  '{{': /\{\{[^\n}]{0,60}/g,
  '{%': /\{%[^\n%]{0,60}/g,
  '{<': /\{<[^\n>]{0,60}/g,
  '</Foo': /<\/?[A-Z][\w.]*(?:\s[^<>\n]{0,60})?\/?>?/g,
  import: /^\s*import\s+(?:[\w*{}, $]+\s+from\s+)?["'“][^"'”\n]+/gm,
  'export const': /^\s*export\s+(?:const|default|function|let)\s[^\n]{0,40}/gm,
  '///': /(?:^|\s)\/{3,}(?=\s|$)[^\n]{0,30}/gm,
  '](': /\]\((?=[^\s)])[^\n)]{0,60}/g,
  '{#': /\{#[^\n}]{0,40}/g,
  '{/*': /\{\/\*[^\n]{0,40}/g,
  '!!!': /^\s*(?:!!!|\?\?\?\+?)\s+\w[^\n]{0,30}/gm,
  '=== "': /^\s*===[!+]?\s+["“][^\n]{0,30}/gm,
  '{:': /\{:\s*[.#\w][^\n}]{0,40}/g,
  '[!NOTE]': /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO|DANGER)\]/gi,
  '?>': /^\s*[?!]>\s[^\n]{0,30}/gm,
  '--8<--': /-{1,}8<-{1,}/g,
}

/** A leftover: its kind, the text, and its line in the source, if it is found there. */
export interface Leftover {
  kind: string
  text: string
  line: number | undefined
}

const BLOCK =
  /<\/?(?:p|div|li|ul|ol|h[1-6]|td|th|tr|table|thead|tbody|blockquote|summary|details|figcaption|figure|dd|dt|dl|section|br|hr|aside)\b[^>]*>/gi

/** The text of an article outside code and formulas; blocks in lines of their own. */
export function textOfArticle(html: string): string {
  return html
    .replaceAll(/<pre\b[\s\S]*?<\/pre>/gi, '\n\u00B7\n')
    .replaceAll(/<(code|math|svg|kbd|samp)\b[\s\S]*?<\/\1>/gi, '\u00B7')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The leftovers of an article. */
export function leftoversOf(html: string, scanned: Scanned): Leftover[] {
  const text = textOfArticle(html)
  const found: Leftover[] = []
  for (const [kind, pattern] of Object.entries(LEFTOVERS))
    for (const [hit] of text.matchAll(pattern)) {
      const start = squeezed(hit).slice(0, 12)
      const line = scanned.lines.findIndex((one) => squeezed(one).includes(start))
      const inCode = scanned.hidden.some((one) => squeezed(unescaped(one)).includes(start) || isEscaped(one, hit))
      const isValue = line >= 0 && new RegExp(`=(["'])[^"'\\n]*${escaped(start)}`).test(scanned.lines[line] ?? '')
      if (isValue) continue
      if (line >= 0 || !inCode) found.push({ kind, text: hit.trim(), line: line < 0 ? undefined : line + 1 })
    }
  return found
}

/** Whether a line's escapes have the first signs of a text: `\{\{`, `\<Foo`. */
function isEscaped(hidden: string, hit: string): boolean {
  return hidden.includes(`\\${hit.trim().charAt(0)}`)
}

/** A text as a part of a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
