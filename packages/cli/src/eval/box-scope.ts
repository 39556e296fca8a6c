/**
 * The parameters that the search box of the website adds to a query of its reader, so that a measurement gets the same hits: forms of
 * words of the page's language, and filters for language and version where the docs have several.
 */

import type { SearchParams } from '@docent/engine'
import { wordForms } from '@docent/site'

import { comparable, pageOf } from './url.ts'
import type { Ask } from '../ask/ask.ts'

/** The parameters of a reader of the docs of these addresses; the first one in the index decides. */
export type BoxScope = (urls: readonly string[]) => Promise<SearchParams>

/** Reads the languages and versions of an index. An index without them, or of another host that does not count them, adds nothing. */
export async function readBoxScope(ask: Ask, base: string | undefined): Promise<BoxScope> {
  const { facets = {} } = await ask({ ...NOTHING, hitsPerPage: 0, facets: ['lang', 'version'] })
  const languages = Object.keys(facets['lang'] ?? {})
  const versions = Object.keys(facets['version'] ?? {})
  if (versions.length <= 1 && isOneLanguage(languages)) {
    const [language] = languages.sort((a, b) => b.length - a.length)
    const forms = language === undefined ? {} : wordForms(language)
    return () => Promise.resolve(forms)
  }
  return async (urls) => {
    if (urls.length === 0) return {}
    const addresses = new Set(urls.flatMap((url) => [pageOf(url), comparable(pageOf(url), base)]))
    const filters = [...addresses].map((address) => `url_without_anchor:${quoted(address)}`).join(' OR ')
    const { hits } = await ask({ ...NOTHING, hitsPerPage: 1, attributesToRetrieve: ['lang', 'version'], filters })
    const language = firstText(hits[0]?.['lang'])
    const version = firstText(hits[0]?.['version'])
    if (language === undefined) return {}
    return {
      ...wordForms(language),
      facetFilters: version === undefined ? [`lang:${language}`] : [`lang:${language}`, `version:${version}`],
    }
  }
}

const NOTHING: SearchParams = { query: '', attributesToHighlight: [], attributesToSnippet: [] }

/** Whether all values are one language: a page in `en-US` may also have the value `en`. */
function isOneLanguage(values: readonly string[]): boolean {
  const longest = values.reduce((best, value) => (value.length > best.length ? value : best), '')
  return values.every((value) => longest === value || longest.startsWith(`${value}-`))
}

/** A value, or the first of a list: the tag of a language is before the language alone. */
function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

/** A value of a filter. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
