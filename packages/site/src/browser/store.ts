import type { NavItem } from '@docent/ingest'
import type { ArticleHtml } from '../app/article.tsx'
import type { PageView, SavedProblems, SiteInfo } from '../shared/page-data.ts'
import type { Words } from '../shared/words.ts'

/** The state of the app. Immutable; changes make a new object. */
export interface AppState {
  site: SiteInfo
  page: PageView
  items: NavItem[]
  words: Words
  article: ArticleHtml
  /** Why the dev server could not read the docs at the last save. */
  fault?: string | undefined
  /** Problems that the last save introduced. */
  problems?: SavedProblems | undefined
  /** The text that a screen reader announces after a navigation; empty on the first page. */
  announcement: string
}

/** Holds the state of the app and notifies listeners of changes. */
export interface Store {
  get(): AppState
  set(change: Partial<AppState>): void
  /** Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void
}

/** Listeners are called synchronously after each change, in the order of their subscription. */
export function createStore(initial: AppState): Store {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
