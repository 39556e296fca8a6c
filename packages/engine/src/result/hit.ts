/** Records become hits: the attributes asked for, with highlights, snippets and ranking info. */
import { isAtOrBelow } from '../attributes.ts'
import type { Details } from '../ranking/occurrences.ts'
import type { Index } from '../segment/open-index.ts'
import { readRecord } from '../segment/stored-records.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { Hit, IndexSettings, JsonValue, RankingInfo, SearchParams, SearchRecord } from '../wire.ts'
import { type Decoration, highlightRecord, selectsAttribute, snippetRecord } from './decorate.ts'
import { answerDocRecord } from './docs-answer.ts'
import type { Marker } from './marks.ts'

export interface HitMaker {
  index: Index
  decoration: Decoration
  retrieve: readonly string[]
  hidden: readonly string[]
}

/** Prepares what all hits of a query share. `params` have the settings as defaults. */
export function createHitMaker(index: Index, marker: Marker, params: SearchParams, settings: IndexSettings): HitMaker {
  return {
    index,
    retrieve: params.attributesToRetrieve ?? DEFAULT_SETTINGS.attributesToRetrieve,
    hidden: settings.unretrievableAttributes ?? DEFAULT_SETTINGS.unretrievableAttributes,
    decoration: {
      marker,
      tags: {
        pre: params.highlightPreTag ?? DEFAULT_SETTINGS.highlightPreTag,
        post: params.highlightPostTag ?? DEFAULT_SETTINGS.highlightPostTag,
      },
      ellipsis: params.snippetEllipsisText ?? DEFAULT_SETTINGS.snippetEllipsisText,
      highlight: params.attributesToHighlight ?? index.meta.fields.map((field) => field.path),
      snippet: params.attributesToSnippet ?? DEFAULT_SETTINGS.attributesToSnippet,
      onlyMatchingItems: params.restrictHighlightAndSnippetArrays ?? DEFAULT_SETTINGS.restrictHighlightAndSnippetArrays,
    },
  }
}

/** Attributes from which `type` and `content` of an answer follow (`docs-answer.ts`). */
const ANSWER_SOURCES = ['hierarchy', 'type', 'content', 'code']

/** The hit of a record. */
export function makeHit(maker: HitMaker, docId: number): Hit {
  const { decoration, retrieve, index } = maker
  const answersContent = ['type', 'content'].some(
    (name) =>
      isRetrieved(name, retrieve) ||
      selectsAttribute(name, decoration.highlight) ||
      selectsAttribute(name, decoration.snippet),
  )
  const stored = readRecord(index.stored, docId, (name) => {
    return (
      isRetrieved(name, retrieve) ||
      selectsAttribute(name, decoration.highlight) ||
      selectsAttribute(name, decoration.snippet) ||
      (answersContent && ANSWER_SOURCES.includes(name))
    )
  })
  const visible = withoutHidden(answersContent ? answerDocRecord(stored, decoration.marker) : stored, maker.hidden)
  const hit: Hit = { ...pick(visible, retrieve), objectID: stored.objectID }
  if (decoration.snippet.length > 0) hit._snippetResult = snippetRecord(visible, decoration)
  if (decoration.highlight.length > 0) hit._highlightResult = highlightRecord(visible, decoration)
  return hit
}

function isRetrieved(name: string, retrieve: readonly string[]): boolean {
  if (retrieve.includes(`-${name}`)) return false
  const positive = retrieve.filter((entry) => !entry.startsWith('-'))
  if (positive.includes('*') || (positive.length === 0 && retrieve.length > 0)) return true
  return positive.some((path) => isAtOrBelow(path, name) || isAtOrBelow(name, path))
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
