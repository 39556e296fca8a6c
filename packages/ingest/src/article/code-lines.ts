/**
 * The HTML of highlighted lines. It is written directly, since most elements of a page with code are tokens: rendering 500 pages of
 * `bench/pages.mjs` takes 2.5 instead of 3.6 CPU s (alternating runs with a tree of tokens, three rounds).
 */
import type { FindRanges } from './marked-words.ts'
import type { Token } from './tokenizer.ts'

/** The HTML of each line. @param find the ranges to mark. */
export function codeLines(lines: Token[][], find?: FindRanges): string[] {
  return lines.map((tokens) => {
    let html = ''
    if (find === undefined) for (const { text, className } of tokens) html += run(className, escapeText(text))
    else html = marked(tokens, find)
    return html
  })
}

/** @param className names of our own, which need no escape. */
function run(className: string[], html: string): string {
  return className.length === 0 ? html : `<span class="${className.join(' ')}">${html}</span>`
}

/** Cuts tokens at the borders of ranges. Both are in order, so one pass is enough. */
function marked(tokens: Token[], find: FindRanges): string {
  const ranges = find(tokens.map((token) => token.text).join(''))
  let html = ''
  let at = 0
  let next = 0
  for (const { text, className } of tokens) {
    const end = at + text.length
    while (at < end) {
      while ((ranges[next]?.[1] ?? Infinity) <= at) next++
      const [from, to] = ranges[next] ?? [Infinity, Infinity]
      const isHit = from <= at
      const stop = Math.min(end, isHit ? to : from)
      const value = escapeText(text.slice(text.length - (end - at), text.length - (end - stop)))
      html += run(className, isHit ? `<mark class="marked">${value}</mark>` : value)
      at = stop
    }
  }
  return html
}

/** As hast-util-to-html writes text. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;')
}
