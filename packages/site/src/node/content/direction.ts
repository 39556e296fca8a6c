/**
 * The order of mixed texts on pages that are written from right to left. There a browser takes the direction of each
 * text from its first letter, so that English stays readable; a sentence that begins with a Latin name (`Vue یک …`) would
 * then be read from left to right. The right-to-left mark (U+200F) before such a text keeps its own direction.
 */
import { directionOf } from '../../shared/language.ts'

const MARK = '\u200f'
/** The mark or a letter of a script from right to left, and a letter of any script. */
const RIGHT = /[\u200f\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LEFT = /\p{L}/u
const TEXTS = new Set(['title', 'text', 'description', 'tagline', 'details', 'group'])
const BLOCK_TAG =
  /(<\/?(?:address|article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|math|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s>])(?:"[^"]*"|'[^']*'|[^"'<>])*>)/

/** A text with the mark, where it needs one. */
export function directed(text: string): string {
  const left = text.search(LEFT)
  const right = text.search(RIGHT)
  return right > left && left >= 0 ? MARK + text : text
}

/** The texts of a page's data or of a navigation with the mark, on pages from right to left. */
export function directedData<T>(data: T, lang: string): T {
  return directionOf(lang) === 'rtl' ? (mapTexts(data) as T) : data
}

function mapTexts(data: unknown, key = ''): unknown {
  if (typeof data === 'string') return TEXTS.has(key) ? directed(data) : data
  if (Array.isArray(data)) return data.map((one) => mapTexts(one))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapTexts(value, name)]))
}

/**
 * Whether an article is written from right to left though its page's language is not: a translated page among others that
 * are not translated yet. Most of its letters are of such a script, without those in code.
 */
export function isRightToLeft(html: string): boolean {
  if (!RIGHT.test(html)) return false
  let balance = 0
  for (const { part, isText } of partsOf(html)) {
    if (!isText) continue
    for (const [letter] of withoutTags(part).matchAll(/\p{L}/gu)) balance += RIGHT.test(letter) ? 1 : -1
  }
  return balance > 0
}

/** The HTML of an article, in which each text of a block has the mark where it needs one. */
export function directedArticle(html: string, direction: 'ltr' | 'rtl'): string {
  if (direction === 'ltr') return html
  return partsOf(html)
    .map(({ part, isText }) => (isText && directed(withoutTags(part)).startsWith(MARK) ? MARK + part : part))
    .join('')
}

/** The parts of an article in order: texts of blocks, and the rest, which is tags of blocks, code and formulas. */
function partsOf(html: string): { part: string; isText: boolean }[] {
  let isCode = false
  return html.split(BLOCK_TAG).map((part, index) => {
    const isTag = index % 2 === 1
    if (isTag && /^<\/?(?:pre|math)\b/.test(part)) isCode = part[1] !== '/'
    return { part, isText: !isTag && !isCode }
  })
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, '')
}
