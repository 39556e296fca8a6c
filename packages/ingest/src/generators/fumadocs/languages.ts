/** The languages of a Fumadocs site: from its settings, else from the endings of its files (`guide.fr.mdx`). */
import { join } from 'node:path'
import { isFolder } from '../../folder/below-root.ts'
import { listFiles } from '../../folder/list-files.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import type { DeclaredPlace } from '../../folder/site.ts'
import type { FoundSettings } from '../../program/find-settings.ts'

/** Codes of countries that sites use for languages. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['ua', 'uk'],
])

/** Pages with a translation from which the endings of files are languages. */
const LEAST_TRANSLATIONS = 2

/** The language tag of a site's code; `undefined` for no language. */
export function languageOf(code: string): string | undefined {
  return canonicalLanguage(COUNTRIES.get(code.toLowerCase()) ?? code)
}

/** The languages besides the default one, by their codes in names of files and folders. */
export function languagesIn(folder: string, settings: FoundSettings): DeclaredPlace[] {
  const main = settings.text('defaultLanguage')
  const listed = settings.texts('languages')
  const codes = listed.length > 0 ? listed : endingsIn(folder)
  return codes
    .filter((code) => code !== main || isFolder(join(folder, code)))
    .flatMap((code) => {
      const lang = languageOf(code)
      return lang === undefined ? [] : [{ folder: code, lang }]
    })
}

/** Endings of files that have another version without one. */
function endingsIn(folder: string): string[] {
  const paths = listFiles(folder, { roots: [folder], closed: [] }).files.map(({ path }) => path)
  const known = new Set(paths.map((path) => path.replace(/\.mdx?$/, '')))
  const counts = new Map<string, number>()
  for (const path of known) {
    const [, bare = '', code = ''] = /^(.*)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)$/.exec(path) ?? []
    if (known.has(bare) && isLanguage(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= LEAST_TRANSLATIONS).map(([code]) => code)
}

function isLanguage(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const lang = languageOf(code)
  return lang !== undefined && names.of(lang) !== undefined
}
