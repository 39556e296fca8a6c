/**
 * Puts highlight tags into a text.
 *
 * The index holds plain text. If the requested tags are HTML (one of them contains `<`), front ends insert the value
 * into the page as HTML, so the text around the tags is escaped. With sentinel tags (`__ais-highlight__`) the text is
 * not escaped.
 */
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import type { SearchParams } from '../wire.ts'

/** The texts before and after a highlighted part. */
export interface Tags {
  pre: string
  post: string
}

/** The tags of a query. `params` have the settings as defaults. */
export function tagsOf({ highlightPreTag, highlightPostTag }: SearchParams): Tags {
  return {
    pre: highlightPreTag ?? SEARCH_DEFAULTS.highlightPreTag,
    post: highlightPostTag ?? SEARCH_DEFAULTS.highlightPostTag,
  }
}

/** The text from `start` to `end` with tags around the ranges in it; a range with `text` shows that instead. */
export function tagText(
  text: string,
  ranges: readonly { start: number; end: number; text?: string }[],
  tags: Tags,
  start = 0,
  end = text.length,
): string {
  const html = isHtml(tags)
  const plain = (from: number, to: number): string => (html ? escaped(text, from, to) : text.slice(from, to))
  let out = ''
  let at = start
  for (const range of ranges) {
    const from = Math.max(range.start, at)
    const to = Math.min(range.end, end)
    if (from >= to) continue
    const shown = range.text === undefined ? plain(from, to) : textBeside(tags, range.text)
    out += plain(at, from) + tags.pre + shown + tags.post
    at = to
  }
  return out + plain(at, end)
}

/** A text, escaped if the tags are HTML. */
export function textBeside(tags: Tags, text: string): string {
  return isHtml(tags) ? escaped(text, 0, text.length) : text
}

/** Whether front ends insert texts with these tags into the page as HTML. */
export function isHtml({ pre, post }: Tags): boolean {
  return pre.includes('<') || post.includes('<')
}

function escaped(text: string, start: number, end: number): string {
  let out = ''
  let at = start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 34 || unit > 62) continue
    const entity = entityOf(unit)
    if (entity === undefined) continue
    out += text.slice(at, i) + entity
    at = i + 1
  }
  return out + text.slice(at, end)
}

function entityOf(unit: number): string | undefined {
  if (unit === 38) return '&amp;'
  if (unit === 60) return '&lt;'
  if (unit === 62) return '&gt;'
  if (unit === 34) return '&quot;'
  return unit === 39 ? '&#39;' : undefined
}
