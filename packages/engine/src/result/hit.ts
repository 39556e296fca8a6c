/** Builds hits from records: the requested attributes, with highlights, snippets and ranking info. */
import { isOneWithin, setOwn } from '../base/attributes.ts'
import type { Details } from '../ranking/positional-criteria.ts'
import { type Index, recordOf } from '../segment/open-index.ts'
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import type { JsonValue, SearchParams, SearchRecord } from '../wire.ts'
import type { Hit, RankingInfo } from '../wire-answers.ts'
import { type PathValue, valueBelow, createPathValue } from './path-values.ts'
import {
  highlightedPaths,
  snippetPaths,
  type Decoration,
  highlightRecord,
  selectsAttribute,
  snippetRecord,
} from './decorate.ts'
import { toDialogRecord } from './dialog-record.ts'
import type { Marker } from './marker.ts'
import { tagsOf } from './tags.ts'

/** The options of a query by path, computed once for all of its hits. */
export interface HitMaker {
  index: Index
  decoration: Decoration
  /** Absent if nothing is highlighted. */
  highlights: PathValue<number | undefined> | undefined
  snippets: PathValue<number | undefined> | undefined
  retrieved: PathValue<boolean>
  hidden: readonly string[]
  /** Top-level attributes that are read from the stored record. */
  wanted: ReadonlySet<string>
  /** Whether `type` and `content` are among them, which may change in an answer (`dialog-record.ts`). */
  answersContent: boolean
}

/** Attributes from which `type` and `content` of an answer follow. */
const ANSWER_SOURCES = ['hierarchy', 'type', 'content', 'code']

/** Prepares the data that all hits of a query share. `params` have the settings as defaults. */
export function createHitMaker(index: Index, marker: Marker, params: SearchParams): HitMaker {
  const retrieve = params.attributesToRetrieve ?? SEARCH_DEFAULTS.attributesToRetrieve
  const decoration: Decoration = {
    marker,
    tags: tagsOf(params),
    ellipsis: params.snippetEllipsisText ?? SEARCH_DEFAULTS.snippetEllipsisText,
    onlyMatchingItems: params.restrictHighlightAndSnippetArrays ?? SEARCH_DEFAULTS.restrictHighlightAndSnippetArrays,
  }
  const highlight = params.attributesToHighlight ?? index.meta.fields.map((field) => field.path)
  const snippet = params.attributesToSnippet ?? SEARCH_DEFAULTS.attributesToSnippet
  const wanted = new Set(
    index.meta.attributes.filter((name) => {
      return isRetrieved(name, retrieve) || selectsAttribute(name, highlight) || selectsAttribute(name, snippet)
    }),
  )
  const answersContent = wanted.has('type') || wanted.has('content')
  if (answersContent) for (const name of ANSWER_SOURCES) wanted.add(name)
  const hidden = params.unretrievableAttributes ?? SEARCH_DEFAULTS.unretrievableAttributes
  return {
    index,
    decoration,
    highlights: highlight.length > 0 ? highlightedPaths(highlight) : undefined,
    snippets: snippet.length > 0 ? snippetPaths(snippet) : undefined,
    retrieved: retrievedPaths(retrieve),
    hidden,
    wanted,
    answersContent,
  }
}

/** The hit of a record. */
export function makeHit(maker: HitMaker, docId: number): Hit {
  const { decoration, highlights, snippets } = maker
  const stored = recordOf(maker.index, docId, maker.wanted)
  const answer = maker.answersContent ? toDialogRecord(stored, decoration.marker) : stored
  const visible = withoutHidden(answer, maker.hidden)
  const hit: Hit = { ...pick(visible, maker.retrieved), objectID: stored.objectID }
  if (snippets !== undefined) hit._snippetResult = snippetRecord(visible, decoration, snippets)
  if (highlights !== undefined) hit._highlightResult = highlightRecord(visible, decoration, highlights)
  return hit
}

function isRetrieved(name: string, retrieve: readonly string[]): boolean {
  let positive = 0
  let selected = false
  for (const entry of retrieve) {
    if (entry.startsWith('-')) {
      if (entry.length === name.length + 1 && entry.endsWith(name)) return false
      continue
    }
    positive++
    selected ||= entry === '*' || isOneWithin(entry, name)
  }
  return selected || (positive === 0 && retrieve.length > 0)
}

function retrievedPaths(retrieve: readonly string[]): PathValue<boolean> {
  return createPathValue((path) => isRetrieved(path, retrieve))
}

function pick(record: SearchRecord, retrieved: PathValue<boolean>): Record<string, JsonValue | undefined> {
  const picked: Record<string, JsonValue | undefined> = {}
  for (const name of Object.keys(record)) {
    const option = valueBelow(retrieved, name)
    if (name === 'objectID' || option.value) setOwn(picked, name, pickBelow(record[name], option))
  }
  return picked
}

/** The retrieved children of an object (`hierarchy.lvl1`). */
function pickBelow(value: JsonValue | undefined, retrieved: PathValue<boolean>): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const kept: { [key: string]: JsonValue } = {}
  for (const name of Object.keys(value)) {
    const option = valueBelow(retrieved, name)
    if (option.value) setOwn(kept, name, pickBelow(value[name], option) as JsonValue)
  }
  return kept
}

function withoutHidden(record: SearchRecord, hidden: readonly string[]): SearchRecord {
  if (hidden.length === 0) return record
  return { objectID: record.objectID, ...pick(record, retrievedPaths(['*', ...hidden.map((path) => `-${path}`)])) }
}

/** `_rankingInfo` of a hit. */
export function rankingInfo(
  details: Details | undefined,
  words: number,
  filters: number,
  userScore: number,
): RankingInfo {
  return {
    nbTypos: details?.typos ?? 0,
    firstMatchedWord: details === undefined || details.attribute === Number.MAX_SAFE_INTEGER ? 0 : details.attribute,
    proximityDistance: details?.proximity ?? 0,
    userScore,
    geoDistance: 0,
    geoPrecision: 1,
    nbExactWords: details?.exact ?? 0,
    words,
    filters,
  }
}
