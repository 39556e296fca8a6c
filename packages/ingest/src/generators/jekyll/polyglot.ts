/** Languages of the plugin Polyglot: translations have the address of the page that they translate, below their language. */
import { encodePath } from '../../folder/below-root.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { textOf } from '../../folder/plain-data.ts'
import type { Site } from '../../folder/site.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { NamedLanguage } from '../generator.ts'
import { frontMatterOf } from './pages.ts'

/** The language of a page that is not the default one: `lang` in front matter, or with `lang_from_path` its folder or ending. */
export function polyglotLanguage(path: string, site: Site, page: PageSource): NamedLanguage | undefined {
  const data = site.configuration?.data ?? {}
  const usual = polyglotDefault(data)
  if (usual === undefined) return undefined
  const languages = Array.isArray(data.languages) ? data.languages.flatMap((one) => textOf(one) ?? []) : []
  const parts = path.split(/[/.]/)
  const inPath = data.lang_from_path === true ? languages.find((one) => parts.includes(one)) : undefined
  const own = textOf(frontMatterOf(page, site).lang) ?? inPath
  const lang = canonicalLanguage(own ?? '')
  if (own === undefined || lang === undefined || own === usual || !languages.includes(own)) return undefined
  return { lang, prefix: `/${encodePath(own)}`, inner: withoutLanguage(path, own) }
}

/** The language of pages without one; `undefined` where the plugin is not in use. */
export function polyglotDefault({ plugins, languages, default_lang }: Record<string, unknown>): string | undefined {
  const isUsed = Array.isArray(plugins) && plugins.includes('jekyll-polyglot') && Array.isArray(languages)
  return isUsed ? (textOf(default_lang) ?? 'en') : undefined
}

/** A path without a folder or an ending of the language: `de/about.md`, `about.de.md`. */
function withoutLanguage(path: string, lang: string): string {
  return path
    .split('/')
    .filter((part) => part !== lang)
    .join('/')
    .replace(/\.([^./]+)(?=\.\w+$)/, (ending, key: string) => (key === lang ? '' : ending))
}
