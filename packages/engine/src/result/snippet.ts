/**
 * The snippet of a text: the window of a given number of words that has the most words of the query.
 *
 * A word is the text between white space; in scripts without spaces a number of characters, after which the window is cut at the next
 * border of a word (`cut.ts`). Korean has spaces.
 */
import {
  type CharacterClass,
  classOf,
  EXTEND,
  GRAM,
  isHangul,
  isSoutheastAsian,
  SPACE,
} from '../analysis/characters.ts'
import { codeAt } from '../analysis/tokenize.ts'
import { cutOfText } from './cut.ts'
import type { Mark } from './mark.ts'
import { mergeMarks } from './marks.ts'
import { tagText, type Tags, textBeside } from './tags.ts'

/** The words of a text, in arrays that the next text reuses. */
const words = { starts: new Uint32Array(1024), ends: new Uint32Array(1024), count: 0 }

/** Adds a word. */
function addWord(start: number, end: number): void {
  const { count, starts, ends } = words
  if (count === starts.length) {
    words.starts = grown(starts)
    words.ends = grown(ends)
  }
  words.starts[count] = start
  words.ends[count] = end
  words.count++
}

/** The snippet of `text` with at most `wordCount` words, with tags, and the ellipsis on the sides that were cut. */
export function snippetOf(
  text: string,
  marks: readonly Mark[],
  wordCount: number,
  tags: Tags,
  ellipsis: string,
): string {
  readWords(text)
  const ranges = mergeMarks(marks)
  if (words.count <= wordCount) return tagText(text, ranges, tags)
  const first = bestWindow(words.ends, words.count, marks, Math.max(1, wordCount))
  const last = Math.min(words.count, first + Math.max(1, wordCount)) - 1
  const start = first === 0 ? 0 : startOfWord(text, cutOfText(text, words.starts[first] as number, 'start'))
  const end =
    last === words.count - 1 ? text.length : Math.max(start, cutOfText(text, words.ends[last] as number, 'end'))
  const dots = textBeside(tags, ellipsis)
  return (start > 0 ? dots : '') + tagText(text, ranges, tags, start, end) + (end < text.length ? dots : '')
}

/** Offset of the first character from `from` on that is no white space. */
function startOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && classOf(codeAt(text, at)) === SPACE) at += codeAt(text, at) > 0xffff ? 2 : 1
  return at
}

/**
 * The first word of the window with the most distinct words of the query, then the most marks. `ends` are the ends of
 * the `count` words, `size` is the number of words of the window.
 */
export function bestWindow(ends: Uint32Array, count: number, marks: readonly Mark[], size: number): number {
  let best = 0
  let bestValue = -1
  let at = 0
  // The window moves over the marks: it has those from `from` to `to`, of `different` words.
  const timesInWindow: number[] = []
  let different = 0
  let to = 0
  for (let from = 0; from < marks.length; from++) {
    const first = marks[from] as Mark
    while (at + 1 < count && (ends[at] as number) <= first.start) at++
    const end = ends[Math.min(count, at + size) - 1] as number
    for (; to < marks.length && to - from < MAX_IN_WINDOW; to++) {
      const { word, start } = marks[to] as Mark
      if (start >= end && to > from) break
      const times = timesInWindow[word] ?? 0
      if (times === 0) different++
      timesInWindow[word] = times + 1
    }
    const value = different * (MAX_IN_WINDOW + 1) + to - from
    if (value > bestValue) {
      bestValue = value
      let last = at
      const { start } = marks[to - 1] as Mark
      while (last + 1 < count && (ends[last] as number) <= start) last++
      // Half of the other words go before the first mark, so that it is not at the edge.
      const used = last - at + 1
      best = Math.max(0, Math.min(at - Math.floor(Math.max(0, size - used) / 2), count - size))
    }
    const times = (timesInWindow[first.word] as number) - 1
    if (times === 0) different--
    timesInWindow[first.word] = times
  }
  return best
}

/** Most marks that one window counts. A distinct word counts more than this number of marks. */
const MAX_IN_WINDOW = 64

/** Reads where the words of `text` begin and end into `words`. */
function readWords(text: string): void {
  const { length } = text
  words.count = 0
  let at = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    if (unit === 32) {
      at++
      continue
    }
    const code = isHighSurrogate(unit) ? (text.codePointAt(at) as number) : unit
    const kind = classOf(code)
    if (kind === SPACE) {
      at += code > 0xffff ? 2 : 1
      continue
    }
    const end = endOfWord(text, at, kind)
    addWord(at, end)
    at = end
  }
}

/** The sum of `shareOfWord` in a word. */
const WHOLE_WORD = 10

/**
 * Share of a word that a character of a script without spaces has, of `WHOLE_WORD`: Chinese and Japanese words have about two of them,
 * those of Thai, Lao, Burmese and Khmer, whose letters are narrower, five. Hangul, with spaces, and other characters have none.
 */
export function shareOfWord(code: number, kind: CharacterClass): number {
  return kind !== GRAM || isHangul(code) ? 0 : isSoutheastAsian(code) ? WHOLE_WORD / 5 : WHOLE_WORD / 2
}

/** Whether a word ends before a character of class `next`; `kind` is the class of its first character, `share` the sum of `shareOfWord`. */
export function endsBefore(next: CharacterClass, kind: CharacterClass, share: number): boolean {
  if (next === SPACE) return true
  if (next === EXTEND) return false
  return (next === GRAM) !== (kind === GRAM) || share >= WHOLE_WORD
}

function endOfWord(text: string, start: number, kind: CharacterClass): number {
  const { length } = text
  let at = start
  let share = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    // Visible ASCII continues a word that did not begin in a script without spaces.
    if (unit > 32 && unit < 127 && kind !== GRAM) {
      at++
      continue
    }
    const code = isHighSurrogate(unit) ? (text.codePointAt(at) as number) : unit
    const next = classOf(code)
    if (endsBefore(next, kind, share)) break
    share += shareOfWord(code, next)
    at += code > 0xffff ? 2 : 1
  }
  return at
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
