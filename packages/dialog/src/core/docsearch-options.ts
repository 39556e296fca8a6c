/**
 * The options of the search box with the names of the public DocSearch component. No type here is of React, so that pages
 * without React need no types of React.
 */

import type { DialogClient } from './dialog-client.ts'
import type { DialogOptions } from './dialog-options.ts'
import type { ShortcutsOption } from './shortcuts.ts'
import type { DocSearchTranslations } from './translations.ts'

/** The options of the public DocSearch component without those that are React components. */
export interface DocSearchOptions extends DialogOptions {
  appId: string
  apiKey: string
  /** Search hosts, as base URLs; `['']` is the page's own origin. Default: the hosted provider's hosts for this `appId`. */
  hosts?: readonly string[] | undefined
  /** Wraps the search client, for example to suppress certain queries. */
  transformSearchClient?: ((client: DialogClient & { addAlgoliaAgent: () => void }) => DialogClient) | undefined
  navigator?:
    | {
        navigate?: (target: NavigatorTarget) => void
        navigateNewTab?: (target: NavigatorTarget) => void
        /** Accepted for compatibility and ignored: hits are opened in a tab, never in a new window. */
        navigateNewWindow?: (target: NavigatorTarget) => void
      }
    | undefined
  translations?: DocSearchTranslations | undefined
  /** `{ '/': false }` turns a shortcut off; a list replaces them. */
  keyboardShortcuts?: ShortcutsOption | undefined
  /** The parameter of the page's address whose query opens the dialog: `q` for `?q=…`. Absent: none. */
  urlParameter?: string | undefined
  onReady?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  /** Accepted for compatibility and ignored: no data is sent to third parties. */
  insights?: unknown
  askAi?: unknown
}

/** The argument of the public component's navigator functions. */
export interface NavigatorTarget {
  itemUrl: string
  item: { url: string }
}

/** The handle of the search box for a host's `ref`. */
export interface DocSearchRef {
  /** Opens the dialog, with this query if one is given. */
  open(query?: string): void
  /** Replaces the query; opens the dialog if it is closed. */
  setQuery(query: string): void
  close(): void
  readonly isOpen: boolean
  /** Whether the component is mounted. */
  readonly isReady: boolean
}
