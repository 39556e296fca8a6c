/** The settings of an index: every name of the provider with the kind of its value. */
import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { entry, integer, kept, list, text, type Parameter } from './parameter.ts'
import { QUERY_DEFAULT_PARAMETERS } from './search-parameters.ts'

/** `relevance` is Docent's own: the settings of docs rank by it. */
const CRITERION = /^(?:relevance|typo|geo|words|filters|proximity|attribute|exact|custom|(?:asc|desc)\(.+\))$/
const CUSTOM_CRITERION = /^(?:asc|desc)\(.+\)$/

const criteria = (form: RegExp, expected: string): Parameter => ({
  schema: v.pipe(v.array(v.pipe(entry, v.regex(form))), v.maxLength(LIMITS.listEntries)),
  expected,
})

/** Without the spellings of other lists: a name may contain a comma. */
const names: Parameter = {
  schema: v.pipe(v.array(v.string()), v.maxLength(LIMITS.replicasPerIndex)),
  expected: `array of at most ${LIMITS.replicasPerIndex} names of indexes, each as it is or in virtual(…)`,
}

const INDEX_SETTINGS: Readonly<Record<string, Parameter>> = {
  searchableAttributes: list,
  attributesForFaceting: list,
  unretrievableAttributes: list,
  ranking: criteria(CRITERION, 'array of ranking criteria'),
  customRanking: criteria(CUSTOM_CRITERION, 'array of asc(attribute) or desc(attribute)'),
  attributeForDistinct: text(LIMITS.filtersBytes),
  disableTypoToleranceOnWords: list,
  disablePrefixOnAttributes: list,
  separatorsToIndex: text(LIMITS.filtersBytes),
  camelCaseAttributes: list,
  paginationLimitedTo: integer(0, LIMITS.paginationLimitedTo),
  replicas: names,
}

const KEPT_NAMES = [
  'indexLanguages',
  'attributesToTransliterate',
  'decompoundedAttributes',
  'decompoundQuery',
  'customNormalization',
  'keepDiacriticsOnCharacters',
  'numericAttributesForFiltering',
  'numericAttributesToIndex',
  'allowCompressionOfIntegerArray',
  'userData',
  'relevancyStrictness',
  'mode',
  'semanticSearch',
  'enablePersonalization',
  'enableReRanking',
  'reRankingApplyFilter',
  'attributeCriteriaComputedBy',
]

/** By name. */
export const SETTING_PARAMETERS: ReadonlyMap<string, Parameter> = new Map([
  ...KEPT_NAMES.map((name): [string, Parameter] => [name, kept]),
  ...Object.entries(QUERY_DEFAULT_PARAMETERS),
  ...Object.entries(INDEX_SETTINGS),
])

/** Old names that scrapers still send, with the current ones. */
export const SETTING_ALIASES: ReadonlyMap<string, string> = new Map([
  ['attributesToIndex', 'searchableAttributes'],
  ['slaves', 'replicas'],
])

/** Read-only settings, which clients that copy settings send back. */
export const UNSETTABLE_NAMES: ReadonlySet<string> = new Set(['version', 'primary', 'virtual'])
