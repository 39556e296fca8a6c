/**
 * `_highlightResult` and `_snippetResult` of a hit: they mirror the record, with tags where it matched. Attributes that
 * are `null` are absent, keys keep the record's order, numbers become texts, `objectID` is left out.
 */
import { isAtOrBelow, isOneWithin, setOwn } from '../base/attributes.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import type { JsonValue, SearchRecord } from '../wire.ts'
import type { Highlighted, HighlightLeaf, MatchLevel, SnippetLeaf } from '../wire-answers.ts'
import { type PathValue, valueBelow, createPathValue } from './path-values.ts'
import type { Marker } from './marker.ts'
import type { Mark } from './mark.ts'
import { marksOf, mergeMarks, matchedWords } from './marks.ts'
import { snippetOf } from './snippet.ts'
import { tagText, type Tags } from './tags.ts'

/** Words of a snippet if the attribute names no number: the wire's default. */
const SNIPPET_WORDS = 10

/** The marks and tags of a query, which all of its hits share. */
export interface Decoration {
  marker: Marker
  tags: Tags
  ellipsis: string
  /** Whether items of lists without a match are left out. */
  onlyMatchingItems: boolean
}

type Decorated<Leaf> = { [key: string]: Highlighted<Leaf> }

/** `option` has a number for each path that is highlighted. Undefined if no attribute is. */
export function highlightRecord(
  record: SearchRecord,
  decoration: Decoration,
  option: PathValue<number | undefined>,
): Decorated<HighlightLeaf> {
  return decorateObject(record, option, decoration, (text, marks) => highlightLeaf(text, marks, decoration))
}

/** By path: a number if it is highlighted, else undefined. */
export function highlightedPaths(highlight: readonly string[]): PathValue<number | undefined> {
  return createPathValue((path) => (isSelected(path, highlight) ? 0 : undefined))
}

/** `option` has the words of the snippet for each path with one. Undefined if no attribute has. */
export function snippetRecord(
  record: SearchRecord,
  decoration: Decoration,
  option: PathValue<number | undefined>,
): Decorated<SnippetLeaf> {
  return decorateObject(record, option, decoration, (text, marks, words) => ({
    value: snippetOf(text, marks, words, decoration.tags, decoration.ellipsis),
    matchLevel: levelOf(matchedWords(marks), decoration),
  }))
}

/** By path: the number of words of its snippet; undefined for none. */
export function snippetPaths(snippet: readonly string[]): PathValue<number | undefined> {
  const sizes = snippet.map((entry) => {
    const match = /^(.*):(\d+)$/.exec(entry)
    return match === null
      ? { path: entry, words: SNIPPET_WORDS }
      : { path: match[1] as string, words: Number(match[2]) }
  })
  return createPathValue((path) => sizes.find((size) => isSelected(path, [size.path]))?.words)
}

/** Whether the attribute is selected, or is part of one that is. */
export function selectsAttribute(name: string, paths: readonly string[]): boolean {
  return paths.some((path) => {
    const bare = path.replace(/:\d+$/, '')
    return bare === '*' || isOneWithin(bare, name)
  })
}

function isSelected(path: string, selectors: readonly string[]): boolean {
  return selectors.some((selector) => selector === '*' || isAtOrBelow(path, selector))
}

type MakeLeaf<Leaf> = (text: string, marks: readonly Mark[], words: number) => Leaf

function decorateObject<Leaf extends { matchLevel: MatchLevel }>(
  object: { [key: string]: JsonValue | undefined },
  option: PathValue<number | undefined>,
  decoration: Decoration,
  make: MakeLeaf<Leaf>,
): Decorated<Leaf> {
  const result: Decorated<Leaf> = {}
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value === undefined || (option.path === '' && name === 'objectID')) continue
    const decorated = decorateValue(value, valueBelow(option, name), decoration, make)
    if (decorated !== undefined) setOwn(result, name, decorated)
  }
  return result
}

function decorateValue<Leaf extends { matchLevel: MatchLevel }>(
  value: JsonValue,
  option: PathValue<number | undefined>,
  decoration: Decoration,
  make: MakeLeaf<Leaf>,
): Highlighted<Leaf> | undefined {
  if (value === null) return undefined
  if (Array.isArray(value)) {
    const items = value
      .map((item) => decorateValue(item, option, decoration, make))
      .filter((item) => item !== undefined)
    if (items.length === 0) return undefined
    return decoration.onlyMatchingItems
      ? items.filter((item) => !('matchLevel' in item) || item.matchLevel !== 'none')
      : items
  }
  if (typeof value === 'object') {
    const result = decorateObject<Leaf>(value, option, decoration, make)
    return Object.keys(result).length === 0 ? undefined : result
  }
  const words = option.value
  if (words === undefined) return undefined
  const text = String(value)
  const searched = text.length > ENGINE_LIMITS.highlightUnits ? text.slice(0, ENGINE_LIMITS.highlightUnits) : text
  return make(text, marksOf(searched, decoration.marker), words)
}

function highlightLeaf(text: string, marks: readonly Mark[], decoration: Decoration): HighlightLeaf {
  const ranges = mergeMarks(marks)
  const words = matchedWords(marks)
  const leaf: HighlightLeaf = {
    value: tagText(text, ranges, decoration.tags),
    matchLevel: levelOf(words, decoration),
    matchedWords: words.map((word) => decoration.marker.words[word]?.term ?? ''),
  }
  if (marks.length > 0) {
    const covered = ranges.reduce((sum, range) => sum + range.end - range.start, 0)
    leaf.fullyHighlighted = !hasMoreThan(text, covered)
  }
  return leaf
}

/** Whether the text has more than `count` units that are not white space. */
function hasMoreThan(text: string, count: number): boolean {
  let units = 0
  for (let at = 0; at < text.length; at++) {
    if (!isWhiteSpace(text.charCodeAt(at)) && ++units > count) return true
  }
  return false
}

const WHITE_SPACE = /\s/

/** Whether the code point is white space, which `fullyHighlighted` does not count. */
export function isWhiteSpace(code: number): boolean {
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : WHITE_SPACE.test(String.fromCodePoint(code))
}

/** The match level of these words: `full` if they include all required words. */
export function levelOf(words: readonly number[], { marker }: Decoration): MatchLevel {
  if (words.length === 0) return 'none'
  const required = marker.words.filter(({ kind, stop }) => kind !== 'symbol' && !stop).length
  return words.length >= required ? 'full' : 'partial'
}
