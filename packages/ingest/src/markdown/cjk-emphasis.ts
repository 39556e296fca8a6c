/**
 * Emphasis beside Chinese, Japanese and Korean text. CommonMark decides by blanks and punctuation whether `**` opens or
 * closes; these languages write no blanks, so that `**词（word）**的` would stay raw. As in the CJK-friendly amendment of
 * CommonMark, punctuation beside such a character does not prevent emphasis: a mark that is no punctuation is put
 * between both before parsing, and taken out of the tree.
 */
import type { TreeNode } from './tree.ts'

/** A code point that no text may contain, and that is neither a blank nor punctuation. */
const MARK = '\uFDD0'

const LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const PUNCTUATION = /[\p{P}\p{S}]/u
const WIDE_PUNCTUATION = /[\u3000-\u303F\uFF00-\uFFEF]/

/** The source with marks, without a change of its lines. */
export function withMarks(source: string): string {
  if (!source.includes('*') || !LETTER.test(source)) return source
  return source.replaceAll(/\*+/g, (run, at: number) => {
    const [before, after] = [source.charAt(at - 1), source.charAt(at + run.length)]
    if (before === '\\' || !(isWide(before) || isWide(after))) return run
    if (PUNCTUATION.test(before) && isText(after)) return MARK + run
    return isText(before) && PUNCTUATION.test(after) ? run + MARK : run
  })
}

/** The column (1-based) in a line of the source, of a column in the same line with marks. */
export function columnInSource(markedLine: string, column: number): number {
  return column - (markedLine.slice(0, column - 1).split(MARK).length - 1)
}

function isWide(character: string): boolean {
  return LETTER.test(character) || WIDE_PUNCTUATION.test(character)
}

function isText(character: string): boolean {
  return character.trim() !== '' && !PUNCTUATION.test(character)
}

/** Removes the marks from a node's own texts, in place. */
export function removeMarks(node: TreeNode): void {
  const own = node as unknown as Record<string, unknown>
  for (const [key, value] of Object.entries(own)) if (key !== 'children') own[key] = without(value)
}

function without(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(MARK, '')
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one)]))
}
