/**
 * The words of the website's frame, by language; English where a language has none. The article is always in the author's
 * language. Only the server has all words: the browser gets those of the page's language with the navigation.
 */
import { primary } from '../../shared/language.ts'
import type { Words } from '../../shared/words.ts'
import { ARABIC } from './ar.ts'
import { CZECH } from './cs.ts'
import { GERMAN } from './de.ts'
import { ENGLISH } from './en.ts'
import { SPANISH } from './es.ts'
import { PERSIAN } from './fa.ts'
import { FRENCH } from './fr.ts'
import { HEBREW } from './he.ts'
import { HINDI } from './hi.ts'
import { INDONESIAN } from './id.ts'
import { ITALIAN } from './it.ts'
import { JAPANESE } from './ja.ts'
import { KOREAN } from './ko.ts'
import { DUTCH } from './nl.ts'
import { POLISH } from './pl.ts'
import { PORTUGUESE } from './pt.ts'
import { RUSSIAN } from './ru.ts'
import { THAI } from './th.ts'
import { TURKISH } from './tr.ts'
import { UKRAINIAN } from './uk.ts'
import { VIETNAMESE } from './vi.ts'
import { CHINESE } from './zh.ts'
import { TRADITIONAL_CHINESE } from './zh-hant.ts'

/** By the language part of a tag; Chinese also by its script. */
export const WORDS: Readonly<Record<string, Words>> = {
  ar: ARABIC,
  cs: CZECH,
  de: GERMAN,
  en: ENGLISH,
  es: SPANISH,
  fa: PERSIAN,
  fr: FRENCH,
  he: HEBREW,
  hi: HINDI,
  id: INDONESIAN,
  it: ITALIAN,
  ja: JAPANESE,
  ko: KOREAN,
  nl: DUTCH,
  pl: POLISH,
  pt: PORTUGUESE,
  ru: RUSSIAN,
  th: THAI,
  tr: TURKISH,
  uk: UKRAINIAN,
  vi: VIETNAMESE,
  zh: CHINESE,
  'zh-Hant': TRADITIONAL_CHINESE,
}

/** The words of a language. @param lang BCP 47; only its language part is used, and for Chinese the script. */
export function wordsFor(lang: string): Words {
  const language = primary(lang)
  const key = language === 'zh' && scriptOf(lang) === 'Hant' ? 'zh-Hant' : language
  return WORDS[key] ?? ENGLISH
}

/** The script of a language tag, also an implied one: `Hant` for `zh-TW`. */
function scriptOf(lang: string): string | undefined {
  try {
    return new Intl.Locale(lang).maximize().script
  } catch {
    return undefined
  }
}
