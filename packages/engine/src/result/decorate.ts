/**
 * `_highlightResult` and `_snippetResult` of a hit: they mirror the record, with tags where it matched. Attributes that
 * are `null` are absent, keys keep the record's order, numbers become texts, `objectID` is left out.
 */
import { isAtOrBelow } from '../attributes.ts'
import { ENGINE_LIMITS } from '../limits.ts'
import type { Highlighted, HighlightLeaf, JsonValue, MatchLevel, SearchRecord, SnippetLeaf } from '../wire.ts'
import { type Mark, type Marker, marksOf, mergeMarks } from './marks.ts'
import { snippetOf } from './snippet.ts'
import { tagText, type Tags } from './tags.ts'

/** Words of a snippet where the attribute names no number: the wire's default. */
const SNIPPET_WORDS = 10

export interface Decoration {
  marker: Marker
  tags: Tags
  ellipsis: string
  /** Paths to highlight; `*` for all. */
  highlight: readonly string[]
  /** `path:words` or `path`. */
  snippet: readonly string[]
  /** Leave items of lists without a match out. */
  onlyMatchingItems: boolean
}

type Decorated<Leaf> = { [key: string]: Highlighted<Leaf> }

export function highlightRecord(record: SearchRecord, decoration: Decoration): Decorated<HighlightLeaf> {
  const wanted = (path: string): number | undefined => (isSelected(path, decoration.highlight) ? 0 : undefined)
  return decorateObject(record, '', wanted, decoration, (text, marks) => highlightLeaf(text, marks, decoration))
}

export function snippetRecord(record: SearchRecord, decoration: Decoration): Decorated<SnippetLeaf> {
  const sizes = decoration.snippet.map((entry) => {
    const match = /^(.*):(\d+)$/.exec(entry)
    return match === null
      ? { path: entry, words: SNIPPET_WORDS }
      : { path: match[1] as string, words: Number(match[2]) }
  })
  const wanted = (path: string): number | undefined => sizes.find((size) => isSelected(path, [size.path]))?.words
  return decorateObject(record, '', wanted, decoration, (text, marks, words) => ({
    value: snippetOf(text, marks, words, decoration.tags, decoration.ellipsis),
    matchLevel: levelOf(marks, decoration),
  }))
}

/** Attributes that a highlight needs, with its objects. */
export function selectsAttribute(name: string, paths: readonly string[]): boolean {
  return paths.some((path) => {
    const bare = path.replace(/:\d+$/, '')
    return bare === '*' || isAtOrBelow(bare, name) || isAtOrBelow(name, bare)
  })
}

function isSelected(path: string, selectors: readonly string[]): boolean {
  return selectors.some((selector) => selector === '*' || isAtOrBelow(path, selector))
}

type MakeLeaf<Leaf> = (text: string, marks: readonly Mark[], words: number) => Leaf

function decorateObject<Leaf extends { matchLevel: MatchLevel }>(
  object: { [key: string]: JsonValue | undefined },
  prefix: string,
  wanted: (path: string) => number | undefined,
  decoration: Decoration,
  make: MakeLeaf<Leaf>,
): Decorated<Leaf> {
  const result: Decorated<Leaf> = {}
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined || (prefix === '' && name === 'objectID')) continue
    const decorated = decorateValue(value, prefix === '' ? name : `${prefix}.${name}`, wanted, decoration, make)
    if (decorated !== undefined) result[name] = decorated
  }
  return result
}

function decorateValue<Leaf extends { matchLevel: MatchLevel }>(
  value: JsonValue,
  path: string,
  wanted: (path: string) => number | undefined,
  decoration: Decoration,
  make: MakeLeaf<Leaf>,
): Highlighted<Leaf> | undefined {
  if (value === null) return undefined
  if (Array.isArray(value)) {
    const items = value
      .map((item) => decorateValue(item, path, wanted, decoration, make))
      .filter((item) => item !== undefined)
    if (items.length === 0) return undefined
    return decoration.onlyMatchingItems
      ? items.filter((item) => !('matchLevel' in item) || item.matchLevel !== 'none')
      : items
  }
  if (typeof value === 'object') {
    const result = decorateObject<Leaf>(value, path, wanted, decoration, make)
    return Object.keys(result).length === 0 ? undefined : result
  }
  const words = wanted(path)
  if (words === undefined) return undefined
  const text = String(value)
  const searched = text.length > ENGINE_LIMITS.highlightUnits ? text.slice(0, ENGINE_LIMITS.highlightUnits) : text
  return make(text, marksOf(searched, decoration.marker), words)
}

function highlightLeaf(text: string, marks: readonly Mark[], decoration: Decoration): HighlightLeaf {
  const ranges = mergeMarks(marks)
  const words = [...new Set(marks.map((mark) => mark.word))].sort((a, b) => a - b)
  const leaf: HighlightLeaf = {
    value: tagText(text, ranges, decoration.tags),
    matchLevel: levelOf(marks, decoration),
    matchedWords: words.map((word) => decoration.marker.words[word]?.term ?? ''),
  }
  if (marks.length > 0) {
    const covered = ranges.reduce((sum, range) => sum + range.end - range.start, 0)
    leaf.fullyHighlighted = covered >= text.replace(/\s+/gu, '').length
  }
  return leaf
}

function levelOf(marks: readonly Mark[], { marker }: Decoration): MatchLevel {
  if (marks.length === 0) return 'none'
  const required = marker.words.filter((word) => word.kind !== 'symbol').length
  return new Set(marks.map((mark) => mark.word)).size >= Math.max(1, required) ? 'full' : 'partial'
}
