/**
 * Puts highlight tags into a text.
 *
 * The index holds plain text. Where the tags asked for are HTML (one of them contains `<`), front ends put the value into
 * the page as HTML, so the text around the tags is escaped. Sentinel tags (`__ais-highlight__`) get the text as it is.
 */
export interface Tags {
  pre: string
  post: string
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The text from `start` to `end` with tags around the ranges in it, or around what is shown in their place. */
export function tagText(
  text: string,
  ranges: readonly { start: number; end: number; text?: string }[],
  tags: Tags,
  start = 0,
  end = text.length,
): string {
  const plain = escaperFor(tags)
  let out = ''
  let at = start
  for (const range of ranges) {
    const from = Math.max(range.start, at)
    const to = Math.min(range.end, end)
    if (from >= to) continue
    out += plain(text.slice(at, from)) + tags.pre + plain(range.text ?? text.slice(from, to)) + tags.post
    at = to
  }
  return out + plain(text.slice(at, end))
}

/** How text is written beside these tags. */
export function escaperFor(tags: Tags): (text: string) => string {
  const html = tags.pre.includes('<') || tags.post.includes('<')
  return html ? (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string) : (text) => text
}
