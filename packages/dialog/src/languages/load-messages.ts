/**
 * The languages of the interface. English is part of the bundle; each other language is loaded on demand, those of few readers after
 * the table of their files (`more-languages.ts`), because each entry costs every reader 20 bytes.
 */

import { english, type Languages, type Messages } from './messages.ts'

const LANGUAGES: Languages = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
}

const loaded = new Map([
  ['', english],
  ['en', english],
])

/**
 * The messages of a language (BCP 47; its first part is used, and for Chinese the script), English if it has none. `undefined` before
 * loading.
 */
export function messagesNow(language: string | undefined): Messages | undefined {
  return loaded.get(nameOf(language))
}

/** Loads the messages of a language; English for an unknown language or after a failure. */
export async function loadMessages(language: string | undefined): Promise<Messages> {
  const name = nameOf(language)
  try {
    if (!loaded.has(name)) {
      const load = LANGUAGES[name] ?? (await import('./more-languages.ts')).MORE_LANGUAGES[name]
      loaded.set(name, (await load?.())?.messages ?? english)
    }
  } catch {}
  return loaded.get(name) ?? english
}

function nameOf(language = ''): string {
  return /^zh-(?:hant|tw|hk|mo)|^\w*/.exec(language.toLowerCase())?.[0] ?? ''
}
