/**
 * The languages of the interface. English is always there; the others are fetched one by one, when a page wants them.
 */

import { english, type LaterMessages, type Messages } from './messages.ts'

const LANGUAGES: Record<string, () => Promise<{ messages: Messages & LaterMessages }>> = {
  ar: () => import('../languages/ar.ts'),
  de: () => import('../languages/de.ts'),
  es: () => import('../languages/es.ts'),
  fr: () => import('../languages/fr.ts'),
  it: () => import('../languages/it.ts'),
  ja: () => import('../languages/ja.ts'),
  ko: () => import('../languages/ko.ts'),
  pt: () => import('../languages/pt.ts'),
  ru: () => import('../languages/ru.ts'),
  zh: () => import('../languages/zh.ts'),
}

const loaded = new Map<string, Messages>()

/** The messages of a language (BCP 47; its first part counts) if they are here; English where there are none. */
export function messagesNow(language: string | undefined): Messages | undefined {
  const name = primary(language)
  return name in LANGUAGES ? loaded.get(name) : english
}

/** Fetches the messages of a language; English where there are none, or where they cannot be fetched. */
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
