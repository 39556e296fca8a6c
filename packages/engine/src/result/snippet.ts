/**
 * The part of a text that shows best why it was found: a window of a number of words, around the most words of the
 * query, and the nearest to each other.
 *
 * A word here is what a reader takes for one: what stands between white space, and in scripts without spaces two
 * characters.
 */
import { classOf, EXTEND, GRAM, SPACE } from '../analysis/characters.ts'
import { type Mark, mergeMarks } from './marks.ts'
import { escaperFor, tagText, type Tags } from './tags.ts'

interface Span {
  start: number
  end: number
}

/** The snippet of `text` with at most `wordCount` words, with tags, and the ellipsis on the sides that were cut. */
export function snippetOf(
  text: string,
  marks: readonly Mark[],
  wordCount: number,
  tags: Tags,
  ellipsis: string,
): string {
  const words = wordSpans(text)
  const ranges = mergeMarks(marks)
  if (words.length <= wordCount) return tagText(text, ranges, tags)
  const first = bestWindow(words, marks, Math.max(1, wordCount))
  const last = Math.min(words.length, first + Math.max(1, wordCount)) - 1
  const start = first === 0 ? 0 : (words[first] as Span).start
  const end = last === words.length - 1 ? text.length : (words[last] as Span).end
  const dots = escaperFor(tags)(ellipsis)
  return (first > 0 ? dots : '') + tagText(text, ranges, tags, start, end) + (last < words.length - 1 ? dots : '')
}

/** Number of the first word of the window with the most different words of the query, then the most marks. */
function bestWindow(words: readonly Span[], marks: readonly Mark[], size: number): number {
  if (marks.length === 0) return 0
  let best = 0
  let bestValue = -1
  let at = 0
  for (const [from, mark] of marks.entries()) {
    while (at + 1 < words.length && (words[at] as Span).end <= mark.start) at++
    const end = words[Math.min(words.length, at + size) - 1] as Span
    const seen = new Set<number>()
    let inside = 0
    let last = at
    for (let to = from; to < marks.length && (marks[to] as Mark).start < end.end && to - from < 64; to++) {
      seen.add((marks[to] as Mark).word)
      inside++
      while (last + 1 < words.length && (words[last] as Span).end <= (marks[to] as Mark).start) last++
    }
    const value = seen.size * 1000 + Math.min(inside, 100)
    if (value > bestValue) {
      bestValue = value
      // Half of what is left goes before the first mark, so that it does not stand at the very edge.
      const used = last - at + 1
      best = Math.max(0, Math.min(at - Math.floor(Math.max(0, size - used) / 2), words.length - size))
    }
  }
  return best
}

function wordSpans(text: string): Span[] {
  const spans: Span[] = []
  let at = 0
  while (at < text.length) {
    const code = text.codePointAt(at) as number
    const kind = classOf(code)
    if (kind === SPACE) {
      at += code > 0xffff ? 2 : 1
      continue
    }
    const start = at
    let characters = 0
    while (at < text.length) {
      const next = text.codePointAt(at) as number
      const nextKind = classOf(next)
      if (nextKind === SPACE || (at > start && nextKind !== EXTEND && (nextKind === GRAM) !== (kind === GRAM))) break
      if (kind === GRAM && nextKind === GRAM && ++characters > 2) break
      at += next > 0xffff ? 2 : 1
    }
    spans.push({ start, end: at })
  }
  return spans
}
