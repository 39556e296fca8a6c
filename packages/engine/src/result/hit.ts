/** Records become hits: the attributes asked for, with highlights, snippets and ranking info. */
import { isAtOrBelow } from '../attributes.ts'
import type { Details } from '../ranking/occurrences.ts'
import { type Index, recordOf } from '../segment/open-index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { Hit, JsonValue, RankingInfo, SearchParams, SearchRecord } from '../wire.ts'
import { type Decoration, highlightRecord, selectsAttribute, snippetRecord } from './decorate.ts'
import { answerDocRecord } from './docs-answer.ts'
import type { Marker } from './marks.ts'

export interface HitMaker {
  index: Index
  decoration: Decoration
  retrieve: readonly string[]
  hidden: readonly string[]
  /** Top-level attributes that are read from the stored record. */
  wanted: ReadonlySet<string>
  /** Whether `type` and `content` are among them, which may change in an answer (`docs-answer.ts`). */
  answersContent: boolean
}

/** Attributes from which `type` and `content` of an answer follow. */
const ANSWER_SOURCES = ['hierarchy', 'type', 'content', 'code']

/** Prepares what all hits of a query share. `params` have the settings as defaults. */
export function createHitMaker(index: Index, marker: Marker, params: SearchParams): HitMaker {
  const retrieve = params.attributesToRetrieve ?? DEFAULT_SETTINGS.attributesToRetrieve
  const decoration: Decoration = {
    marker,
    tags: {
      pre: params.highlightPreTag ?? DEFAULT_SETTINGS.highlightPreTag,
      post: params.highlightPostTag ?? DEFAULT_SETTINGS.highlightPostTag,
    },
    ellipsis: params.snippetEllipsisText ?? DEFAULT_SETTINGS.snippetEllipsisText,
    highlight: params.attributesToHighlight ?? index.meta.fields.map((field) => field.path),
    snippet: params.attributesToSnippet ?? DEFAULT_SETTINGS.attributesToSnippet,
    onlyMatchingItems: params.restrictHighlightAndSnippetArrays ?? DEFAULT_SETTINGS.restrictHighlightAndSnippetArrays,
  }
  const wanted = new Set(
    index.meta.attributes.filter((name) => {
      return (
        isRetrieved(name, retrieve) ||
        selectsAttribute(name, decoration.highlight) ||
        selectsAttribute(name, decoration.snippet)
      )
    }),
  )
  const answersContent = wanted.has('type') || wanted.has('content')
  if (answersContent) for (const name of ANSWER_SOURCES) wanted.add(name)
  const hidden = params.unretrievableAttributes ?? DEFAULT_SETTINGS.unretrievableAttributes
  return { index, decoration, retrieve, hidden, wanted, answersContent }
}

/** The hit of a record. */
export function makeHit(maker: HitMaker, docId: number): Hit {
  const { decoration, retrieve } = maker
  const stored = recordOf(maker.index, docId, maker.wanted)
  const answer = maker.answersContent ? answerDocRecord(stored, decoration.marker) : stored
  const visible = withoutHidden(answer, maker.hidden)
  const hit: Hit = { ...pick(visible, retrieve), objectID: stored.objectID }
  if (decoration.snippet.length > 0) hit._snippetResult = snippetRecord(visible, decoration)
  if (decoration.highlight.length > 0) hit._highlightResult = highlightRecord(visible, decoration)
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

function pick(record: SearchRecord, retrieve: readonly string[]): Record<string, JsonValue | undefined> {
  const picked: Record<string, JsonValue | undefined> = {}
  for (const [name, value] of Object.entries(record)) {
    if (name !== 'objectID' && !isRetrieved(name, retrieve)) continue
    picked[name] = pickBelow(value, name, retrieve)
  }
  return picked
}

/** Children of an object, where only some of them are asked for (`hierarchy.lvl1`). */
function pickBelow(value: JsonValue | undefined, path: string, retrieve: readonly string[]): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const kept: { [key: string]: JsonValue } = {}
  for (const [name, child] of Object.entries(value)) {
    const childPath = `${path}.${name}`
    if (isRetrieved(childPath, retrieve)) kept[name] = pickBelow(child, childPath, retrieve) as JsonValue
  }
  return kept
}

function withoutHidden(record: SearchRecord, hidden: readonly string[]): SearchRecord {
  if (hidden.length === 0) return record
  return { objectID: record.objectID, ...pick(record, ['*', ...hidden.map((path) => `-${path}`)]) }
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
