/**
 * The languages of the interface. English is part of the bundle; each other language is loaded on demand.
 */

import { english, type LaterMessages, type Messages } from './messages.ts'

const LANGUAGES: Record<string, () => Promise<{ messages: Messages & LaterMessages }>> = {
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

const loaded = new Map<string, Messages>()

/** The loaded messages of a language (BCP 47; only its first part is used). English for an unknown language; `undefined` before loading. */
export function messagesNow(language: string | undefined): Messages | undefined {
  const name = primary(language)
  return name in LANGUAGES ? loaded.get(name) : english
}

/** Loads the messages of a language; English for an unknown language or after a failure. */
export async function loadMessages(language: string | undefined): Promise<Messages> {
  const name = primary(language)
  try {
    const { messages } = (await LANGUAGES[name]?.()) ?? { messages: english }
    loaded.set(name, messages)
    return messages
  } catch {
    return english
  }
}

function primary(language: string | undefined): string {
  return language?.split('-')[0]?.toLowerCase() ?? ''
}
