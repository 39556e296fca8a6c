/** The text of a record that a model embeds. */
import type { IndexSettings, JsonValue, SearchRecord } from '@docent/engine'
import { SEMANTIC_LIMITS } from '../wire/limits.ts'

/**
 * Paths of the attributes whose texts are embedded, most important first: those that are searched, without those that answers
 * hide. Empty: all of the record.
 */
export function textPaths({ searchableAttributes = [], unretrievableAttributes = [] }: IndexSettings): string[] {
  const paths = searchableAttributes
    .flatMap((entry) => entry.split(','))
    .map((path) => path.trim().replace(/^unordered\((.*)\)$/, '$1'))
  return [...new Set(paths)].filter(
    (path) => !unretrievableAttributes.some((hidden) => path === hidden || path.startsWith(`${hidden}.`)),
  )
}

/** The texts at these paths, in their order and each once; empty for a record without text. */
export function sectionText(record: SearchRecord, paths: readonly string[]): string {
  const texts = new Set<string>()
  const { objectID: _, ...attributes } = record
  if (paths.length === 0) addTexts(texts, attributes as JsonValue)
  for (const path of paths) addAt(texts, attributes as JsonValue, path.split('.'))
  return [...texts].join('\n').slice(0, SEMANTIC_LIMITS.sectionChars).trim()
}

function addAt(texts: Set<string>, value: JsonValue | undefined, path: readonly string[]): void {
  const [name, ...rest] = path
  if (name === undefined) addTexts(texts, value)
  else if (Array.isArray(value)) for (const item of value) addAt(texts, item, path)
  else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) addAt(texts, value[name], rest)
}

function addTexts(texts: Set<string>, value: JsonValue | undefined): void {
  if (typeof value === 'string') {
    const text = value.trim()
    if (text !== '') texts.add(text)
  } else if (Array.isArray(value)) for (const item of value) addTexts(texts, item)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) addTexts(texts, item)
}
