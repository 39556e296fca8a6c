/** A phrase that is in no record is searched as its words, where words may be missing. */
import { SEARCH_DEFAULTS, isRankedByRelevance, withDefaults } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'

/**
 * The parameters of a query that found nothing, with its phrases as words; undefined if it has no phrase, or if every
 * word is required. An answer to them has `phrasesAsWords`.
 */
export function withPhrasesAsWords(params: SearchParams, settings: IndexSettings): SearchParams | undefined {
  const { advancedSyntax, advancedSyntaxFeatures, removeWordsIfNoResults } = withDefaults(params, settings)
  const features = advancedSyntaxFeatures ?? SEARCH_DEFAULTS.advancedSyntaxFeatures
  if (advancedSyntax !== true || !features.includes('exactPhrase') || params.query?.includes('"') !== true)
    return undefined
  if (removeWordsIfNoResults !== 'allOptional' || !isRankedByRelevance(settings)) return undefined
  return { ...params, advancedSyntaxFeatures: features.filter((feature) => feature !== 'exactPhrase') }
}
