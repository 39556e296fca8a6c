/** Direction and name of a language, and placeholders in the frame's words. */

/** Languages that are usually written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The direction of a page, for `dir`. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(lang)) ? 'rtl' : 'ltr'
}

/**
 * A language's name in that language: `日本語`. The tag where the name is unknown. A region is named only if another
 * tag of `all` has the same language: one alone is "English", not "American English".
 */
export function languageName(lang: string, all: readonly string[]): string {
  const isAlone = all.every((other) => other === lang || primary(other) !== primary(lang))
  try {
    return new Intl.DisplayNames([lang], { type: 'language' }).of(isAlone ? primary(lang) : lang) ?? lang
  } catch {
    return lang
  }
}

/** The language part of a tag, in lower case. */
export function primary(lang: string): string {
  return lang.split('-')[0]?.toLowerCase() ?? lang
}

/** The parameter for forms of words: those of the page's language, and of English, whose names are in all docs. */
export function wordForms(lang: string): { queryLanguages?: string[] } {
  return /^en\b/i.test(lang) ? {} : { queryLanguages: [lang, 'en'] }
}

/** Replaces placeholders: `{title}` becomes the value of that name; unknown placeholders stay. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
