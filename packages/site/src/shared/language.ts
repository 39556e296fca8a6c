/** What a language decides, beside the words: direction and name. */

/** Languages whose usual script runs from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The direction of a page, for `dir`. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(lang)) ? 'rtl' : 'ltr'
}

/** A language's own name for itself: `日本語`. The tag where it has none. */
export function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang
  } catch {
    return lang
  }
}

/** The language part of a tag, in lower case. */
export function primary(lang: string): string {
  return lang.split('-')[0]?.toLowerCase() ?? lang
}

/** Puts values into one of the frame's words: `{title}` becomes the value of that name. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
