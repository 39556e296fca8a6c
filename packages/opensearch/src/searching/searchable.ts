/** Reads the documents that the head names of an index, for a search. */
import { servedSettings, type IndexPart } from '@docent/server/backend'
import { settingsOf } from '../state/apply-context.ts'
import type { IndexState } from '../state/documents.ts'
import type { IndexTerms } from './known-patterns.ts'
import type { SearchableIndex } from './search.ts'
import type { View } from '../state/view.ts'

/** The index for a search. Settings and parts are cached after the first read. */
export async function searchable(
  view: View,
  target: string,
  index: IndexState,
  terms: IndexTerms,
): Promise<SearchableIndex> {
  const { name, id, settings, synonyms, rules, lastTask } = index
  const holder = view.holder(index)
  const read = async <Value>(document: string | undefined): Promise<Value | undefined> =>
    document === undefined ? undefined : view.document<Value>(document)
  const [set, synonymParts, ruleParts] = await Promise.all([
    settingsOf({ view }, index),
    read<IndexPart[]>(synonyms),
    read<IndexPart[]>(rules),
  ])
  return {
    name,
    target,
    settings: servedSettings(set, index.virtual === true),
    synonyms: synonymParts,
    rules: ruleParts,
    terms,
    lastTask,
    settingsKey: [id, settings, synonyms, rules, holder.settings, index.virtual].join(' '),
  }
}
