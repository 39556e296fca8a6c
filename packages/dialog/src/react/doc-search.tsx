/**
 * Button and dialog in one component with the options of the public DocSearch component, so that a migration only replaces
 * the import. The dialog is loaded on the first intent (pointer, focus, touch, shortcut); letters typed before it is loaded
 * are its first query.
 */

import { browserStorage, createClient, providerHosts } from '@docent/client'
import {
  type ForwardedRef,
  forwardRef,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react'

import { queryInAddress, readEntry } from '../core/back-entry.ts'
import type { DialogClient } from '../core/dialog-client.ts'
import { DEFAULT_SHORTCUTS } from '../core/shortcuts.ts'
import type { DocSearchTranslations } from '../core/translations.ts'
import type { Messages } from '../languages/messages.ts'
import { loadDialog, useKeysBefore } from './load-dialog.ts'
import { SearchButton } from './search-button.tsx'
import type { SearchDialogProps } from './props.ts'
import { useSearchHotkeys } from './use-search-hotkeys.ts'

export interface DocSearchProps extends Omit<
  SearchDialogProps,
  'client' | 'open' | 'wish' | 'onClose' | 'onReopen' | 'navigate' | 'navigateNewTab'
> {
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
  keyboardShortcuts?: Readonly<Record<string, boolean>> | readonly string[] | undefined
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

const LazyDialog = /* @__PURE__ */ lazy(async () => ({ default: (await loadDialog()).SearchDialog }))

/** A search box for any site. */
export const DocSearch = /* @__PURE__ */ forwardRef(SearchBox)

function SearchBox(props: DocSearchProps, ref: ForwardedRef<DocSearchRef>): ReactElement {
  const { translations, keyboardShortcuts, urlParameter } = props
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState({ text: '' })
  useKeysBefore(open, setTyped)
  const shortcuts = shortcutsOf(keyboardShortcuts)

  function show(query: string): void {
    setTyped({ text: query })
    if (open) return
    setWanted(true)
    setOpen(true)
    props.onOpen?.()
  }
  function hide(): void {
    setOpen(false)
    props.onClose?.()
  }
  useImperativeHandle(ref, () => ({
    open: (query = '') => show(query),
    setQuery: show,
    close: hide,
    isOpen: open,
    isReady: true,
  }))
  useSearchHotkeys({ open, onOpen: () => show(selectedText()), onClose: hide, shortcuts })
  useEffect(() => {
    // The reader went back to a page on which a hit was opened, or the address contains a query.
    const query = readEntry() ?? (urlParameter === undefined ? undefined : queryInAddress(urlParameter))
    if (query !== undefined) show(query)
    props.onReady?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after mounting
  }, [])

  return (
    <>
      <SearchButton
        text={translations?.button?.buttonText}
        aria-expanded={open}
        shortcut={shortcuts[0] ?? null}
        onClick={() => show(selectedText())}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onTouchStart={() => void loadDialog()}
      />
      {wanted && (
        <DocSearchDialog
          {...props}
          open={open}
          onClose={hide}
          onReopen={show}
          initialQuery={typed.text || props.initialQuery}
          wish={typed}
        />
      )}
    </>
  )
}

/** The dialog alone, with the same options. */
export function DocSearchDialog({
  appId,
  apiKey,
  hosts,
  transformSearchClient,
  navigator,
  translations,
  ...rest
}: DocSearchProps & Pick<SearchDialogProps, 'open' | 'onClose' | 'onReopen' | 'wish'>): ReactElement {
  const hostList = JSON.stringify(hosts)
  const client = useMemo(() => {
    const made = createClient({ hosts: hosts ?? providerHosts(appId), appId, apiKey, storage: browserStorage() })
    return transformSearchClient ? transformSearchClient({ ...made, addAlgoliaAgent: () => undefined }) : made
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- hosts pass new objects at each render; entries are compared
  }, [appId, apiKey, hostList])
  const translated = useTranslations(translations)
  return (
    <Suspense fallback={null}>
      <LazyDialog
        {...rest}
        client={client}
        navigate={by(navigator?.navigate)}
        navigateNewTab={by(navigator?.navigateNewTab)}
        messages={{ ...translated, ...rest.messages }}
      />
    </Suspense>
  )
}

/** Converts a function of the public component's navigator to the dialog's. */
function by(go: ((target: NavigatorTarget) => void) | undefined): ((url: string) => void) | undefined {
  return go && ((url) => go({ itemUrl: url, item: { url } }))
}

/** The selected text of the page, which is the initial query. Line breaks of a selection across blocks become spaces. */
function selectedText(): string {
  return getSelection()?.toString().trim().replace(/\s+/g, ' ') ?? ''
}

/** The enabled shortcuts of the public component's option. */
export function shortcutsOf(option: DocSearchProps['keyboardShortcuts']): readonly string[] {
  if (Array.isArray(option)) return option as readonly string[]
  return DEFAULT_SHORTCUTS.filter((shortcut) => (option as Record<string, boolean> | undefined)?.[shortcut] !== false)
}

/** The public component's translations as messages; the conversion is loaded only if there are any. */
function useTranslations(translations: DocSearchTranslations | undefined): Partial<Messages> | undefined {
  const [messages, setMessages] = useState<Partial<Messages>>()
  const given = JSON.stringify(translations)
  useEffect(() => {
    async function translate(): Promise<void> {
      const { toMessages } = await import('../core/translations.ts')
      setMessages(toMessages(translations))
    }
    if (given !== undefined) void translate()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- hosts pass a new object at each render; its content is compared
  }, [given])
  return messages
}
