/** Records become hits: the attributes asked for, with highlights, snippets and ranking info. */
import { isAtOrBelow, setOwn } from '../base/attributes.ts'
import type { Details } from '../ranking/positional-criteria.ts'
import { type Index, recordOf } from '../segment/open-index.ts'
import { DEFAULT_SETTINGS } from '../base/settings.ts'
import type { Hit, JsonValue, RankingInfo, SearchParams, SearchRecord } from '../wire.ts'
import { type Asked, askedBelow, createAsked } from './asked.ts'
import {
  askedHighlights,
  askedSnippets,
  type Decoration,
  highlightRecord,
  selectsAttribute,
  snippetRecord,
} from './decorate.ts'
import { answerDocRecord } from './docs-answer.ts'
import type { Marker } from './marker.ts'

export interface HitMaker {
  index: Index
  decoration: Decoration
  /** Absent if nothing is highlighted. */
  highlights: Asked<number | undefined> | undefined
  snippets: Asked<number | undefined> | undefined
  retrieved: Asked<boolean>
  hidden: readonly string[]
  /** Top-level attributes that are read from the stored record. */
  wanted: ReadonlySet<string>
  /** Whether `type` and `content` are among them, which may change in an answer (`docs-answer.ts`). */
  answersContent: boolean
}

/** Attributes from which `type` and `content` of an answer follow. */
const ANSWER_SOURCES = ['hierarchy', 'type', 'content', 'code']

/** Prepares the data that all hits of a query share. `params` have the settings as defaults. */
export function createHitMaker(index: Index, marker: Marker, params: SearchParams): HitMaker {
  const retrieve = params.attributesToRetrieve ?? DEFAULT_SETTINGS.attributesToRetrieve
  const decoration: Decoration = {
    marker,
    tags: {
      pre: params.highlightPreTag ?? DEFAULT_SETTINGS.highlightPreTag,
      post: params.highlightPostTag ?? DEFAULT_SETTINGS.highlightPostTag,
    },
    ellipsis: params.snippetEllipsisText ?? DEFAULT_SETTINGS.snippetEllipsisText,
    onlyMatchingItems: params.restrictHighlightAndSnippetArrays ?? DEFAULT_SETTINGS.restrictHighlightAndSnippetArrays,
  }
  const highlight = params.attributesToHighlight ?? index.meta.fields.map((field) => field.path)
  const snippet = params.attributesToSnippet ?? DEFAULT_SETTINGS.attributesToSnippet
  const wanted = new Set(
    index.meta.attributes.filter((name) => {
      return isRetrieved(name, retrieve) || selectsAttribute(name, highlight) || selectsAttribute(name, snippet)
    }),
  )
  const answersContent = wanted.has('type') || wanted.has('content')
  if (answersContent) for (const name of ANSWER_SOURCES) wanted.add(name)
  const hidden = params.unretrievableAttributes ?? DEFAULT_SETTINGS.unretrievableAttributes
  return {
    index,
    decoration,
    highlights: highlight.length > 0 ? askedHighlights(highlight) : undefined,
    snippets: snippet.length > 0 ? askedSnippets(snippet) : undefined,
    retrieved: askedAttributes(retrieve),
    hidden,
    wanted,
    answersContent,
  }
}

/** The hit of a record. */
export function makeHit(maker: HitMaker, docId: number): Hit {
  const { decoration, highlights, snippets } = maker
  const stored = recordOf(maker.index, docId, maker.wanted)
  const answer = maker.answersContent ? answerDocRecord(stored, decoration.marker) : stored
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
    selected ||= entry === '*' || isAtOrBelow(entry, name) || isAtOrBelow(name, entry)
  }
  return selected || (positive === 0 && retrieve.length > 0)
}

function askedAttributes(retrieve: readonly string[]): Asked<boolean> {
  return createAsked((path) => isRetrieved(path, retrieve))
}

function pick(record: SearchRecord, retrieved: Asked<boolean>): Record<string, JsonValue | undefined> {
  const picked: Record<string, JsonValue | undefined> = {}
  for (const name of Object.keys(record)) {
    const asked = askedBelow(retrieved, name)
    if (name === 'objectID' || asked.value) setOwn(picked, name, pickBelow(record[name], asked))
  }
  return picked
}

/** The retrieved children of an object (`hierarchy.lvl1`). */
function pickBelow(value: JsonValue | undefined, retrieved: Asked<boolean>): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const kept: { [key: string]: JsonValue } = {}
  for (const name of Object.keys(value)) {
    const asked = askedBelow(retrieved, name)
    if (asked.value) setOwn(kept, name, pickBelow(value[name], asked) as JsonValue)
  }
  return kept
}

function withoutHidden(record: SearchRecord, hidden: readonly string[]): SearchRecord {
  if (hidden.length === 0) return record
  return { objectID: record.objectID, ...pick(record, askedAttributes(['*', ...hidden.map((path) => `-${path}`)])) }
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
