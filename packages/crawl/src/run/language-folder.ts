/** Copies of a page below the folders of several languages: sites show a page in its own language where a translation is missing. */
import { readHead } from '../html/head.ts'
import { HtmlLimitError, parseHtml } from '../html/parse.ts'

/** The language that a page states, in lower case; empty if it states none. @param html the page's text. */
export function statedLanguage(html: string): string {
  try {
    return readHead(parseHtml(html), '').lang.toLowerCase().replaceAll('_', '-')
  } catch (error) {
    if (error instanceof HtmlLimitError) return ''
    throw error
  }
}

/**
 * Order of the folders of an address for a page in this language: 0 for a folder with its name, 1 for one with the name of the
 * language without its region or with another region, 2 for neither.
 */
export function languageRank(url: string, language: string): 0 | 1 | 2 {
  if (language === '') return 2
  const folders = new URL(url).pathname.toLowerCase().replaceAll('_', '-').split('/').slice(0, -1)
  if (folders.includes(language)) return 0
  return folders.some((folder) => TAG.test(folder) && primaryOf(folder) === primaryOf(language)) ? 1 : 2
}

/** A language, with or without a script or a region. */
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,4})?$/

const primaryOf = (tag: string): string => tag.split('-', 1).join('')
