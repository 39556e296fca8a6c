/** The part of the docs that a call is about: language, version and section. */
import { ToolError, type Docs, type DocsNavigation } from './docs.ts'

/** Arguments that several tools have. */
export interface ScopeArguments {
  version?: string | undefined
  language?: string | undefined
}

/** Name of the version of pages without one. */
const CURRENT = 'current'

/** The name of a navigation's version. */
export const versionOf = ({ version }: Pick<DocsNavigation, 'version'>): string => version ?? CURRENT

/** Distinct values in their order. */
const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** The versions of the docs, the default first. */
export const versionsOf = (navigations: readonly DocsNavigation[]): string[] => distinct(navigations.map(versionOf))

/** The languages of the docs, the default first. */
export const languagesOf = (navigations: readonly DocsNavigation[]): string[] =>
  distinct(navigations.map(({ language }) => language))

/**
 * The navigation of a language and version; without them, of the default ones. Throws a `ToolError` that lists the
 * languages or versions where there is none.
 */
function chooseNavigation(
  navigations: readonly DocsNavigation[],
  { version, language }: ScopeArguments,
): DocsNavigation {
  const [first] = navigations
  if (first === undefined) throw new ToolError('These docs have no pages.')
  const isOfLanguage = ({ language: own }: DocsNavigation): boolean =>
    language === undefined ? own === first.language : own?.toLowerCase() === language.toLowerCase()
  const ofLanguage = navigations.filter(isOfLanguage)
  if (ofLanguage.length === 0)
    throw new ToolError(`There is no language "${language}": these docs have ${listOf(languagesOf(navigations))}.`)
  const found =
    version === undefined
      ? (ofLanguage.find((one) => versionOf(one) === versionOf(first)) ?? ofLanguage[0])
      : ofLanguage.find((one) => versionOf(one) === version)
  if (found === undefined)
    throw new ToolError(`There is no version "${version}": these docs have ${listOf(versionsOf(ofLanguage))}.`)
  return found
}

/** Maximum number of names in a message. */
const MAX_NAMES = 30

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  if (names.length === 0) return 'none'
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}

/** A condition of the filter grammar for one value, with quotes in the value escaped. */
export const equals = (attribute: string, value: string): string =>
  `${attribute}:"${value.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`

/** The filters of a navigation among several; none where the docs have one language and version. */
function scopeFilters(navigations: readonly DocsNavigation[], chosen: DocsNavigation): string[] {
  const filters: string[] = []
  if (languagesOf(navigations).length > 1 && chosen.language !== undefined)
    filters.push(equals('lang', chosen.language))
  if (chosen.version !== undefined && versionsOf(navigations).length > 1)
    filters.push(equals('version', chosen.version))
  const others = distinct(navigations.map(({ version }) => version))
  // Records of the current version have no version.
  if (chosen.version === undefined) filters.push(...others.map((version) => `NOT ${equals('version', version)}`))
  return filters
}

/** The navigation and the filters of a call. */
export async function readScope(
  docs: Docs,
  wanted: ScopeArguments,
): Promise<{ navigations: readonly DocsNavigation[]; chosen: DocsNavigation; filters: string[] }> {
  const navigations = await docs.navigations()
  const chosen = chooseNavigation(navigations, wanted)
  return { navigations, chosen, filters: scopeFilters(navigations, chosen) }
}
