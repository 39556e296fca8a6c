/**
 * The words of the website's frame, by language. A language without words of its own gets English ones; the article is
 * always in the author's. They are the server's: the browser gets those of a page's language with its navigation.
 */
import { primary } from './language.ts'
import { ARABIC } from './words/ar.ts'
import { GERMAN } from './words/de.ts'
import { ENGLISH } from './words/en.ts'
import { SPANISH } from './words/es.ts'
import { FRENCH } from './words/fr.ts'
import { ITALIAN } from './words/it.ts'
import { JAPANESE } from './words/ja.ts'
import { KOREAN } from './words/ko.ts'
import { PORTUGUESE } from './words/pt.ts'
import { RUSSIAN } from './words/ru.ts'
import { CHINESE } from './words/zh.ts'
import { TRADITIONAL_CHINESE } from './words/zh-hant.ts'

/** Every text of the frame. */
export interface Words {
  skip: string
  search: string
  menu: string
  close: string
  docs: string
  onThisPage: string
  top: string
  breadcrumbs: string
  pager: string
  previous: string
  next: string
  theme: string
  language: string
  version: string
  currentVersion: string
  section: string
  /** With `{title}`. */
  toggle: string
  notFoundTitle: string
  notFoundText: string
  errorTitle: string
  errorText: string
  tryAgain: string
  home: string
  read: string
  copy: string
  copied: string
  copyPage: string
  poweredBy: string
  searchSubmit: string
  searchHint: string
  searchNeedsScript: string
  /** With `{limit}`. */
  searchLimit: string
  /** With `{page}` and `{pages}`. */
  searchPage: string
  suggestions: string
  tags: string
  allTags: string
  /** With `{tag}`. */
  tagged: string
  edit: string
  updated: string
  reportTitle: string
  reportText: string
  reportQuery: string
  reportExpected: string
  reportSend: string
  reportThanks: string
}

/** By the language part of a tag; Chinese also by its script. */
export const WORDS: Readonly<Record<string, Words>> = {
  ar: ARABIC,
  de: GERMAN,
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  ja: JAPANESE,
  ko: KOREAN,
  pt: PORTUGUESE,
  ru: RUSSIAN,
  zh: CHINESE,
  'zh-Hant': TRADITIONAL_CHINESE,
}

/** @param lang BCP 47; its language part counts, and of Chinese the script. */
export function wordsFor(lang: string): Words {
  const language = primary(lang)
  const key = language === 'zh' && scriptOf(lang) === 'Hant' ? 'zh-Hant' : language
  return WORDS[key] ?? ENGLISH
}

/** The script that a language tag says or implies: that of `zh-TW` is `Hant`. */
function scriptOf(lang: string): string | undefined {
  try {
    return new Intl.Locale(lang).maximize().script
  } catch {
    return undefined
  }
}
