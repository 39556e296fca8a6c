/**
 * The languages of the interface. English is part of the bundle; each other language is loaded on demand, those of few readers after
 * the table of their files (`more-languages.ts`), because each entry costs every reader 20 bytes.
 */

import { english, type LaterMessages, type Messages } from './messages.ts'

/** Loaders of messages, by the name of the language (`nameOf`). */
export type Languages = Record<string, () => Promise<{ messages: Messages & LaterMessages }>>

const LANGUAGES: Languages = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
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
  const known = messagesNow(language)
  if (known) return known
  try {
    const load = LANGUAGES[name] ?? (await import('./more-languages.ts')).MORE_LANGUAGES[name]
    const messages = (await load?.())?.messages ?? english
    loaded.set(name, messages)
    return messages
  } catch {
    return english
  }
}

function nameOf(language = ''): string {
  return /^zh-(?:hant|tw|hk|mo)/i.test(language) ? 'zh-hant' : (language.split('-')[0] ?? '').toLowerCase()
}
