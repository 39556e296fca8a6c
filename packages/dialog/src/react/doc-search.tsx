/**
 * Button and dialog in one component with the options of the public DocSearch component, so that a migration only replaces
 * the import. The dialog is loaded on the first intent (pointer, focus, touch, shortcut); letters typed before it is loaded
 * are its first query.
 */

'use client'

import { browserStorage, createClient, providerHosts } from '@docent/client'
import {
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react'

import { queryInAddress, readEntry } from '../core/back-entry.ts'
import type { DocSearchOptions, DocSearchRef, NavigatorTarget } from '../core/docsearch-options.ts'
import { shortcutsOf } from '../core/shortcuts.ts'
import type { DocSearchTranslations } from '../core/translations.ts'
import type { Messages } from '../languages/messages.ts'
import { loadDialog, useKeysBefore } from './load-dialog.ts'
import { onDemand } from './on-demand.tsx'
import { SearchButton } from './search-button.tsx'
import type { HostComponents, SearchDialogProps } from './props.ts'
import { useSearchHotkeys } from './use-search-hotkeys.ts'

/** The options of the search box as a component. */
export interface DocSearchProps extends DocSearchOptions, HostComponents {}

const LazyDialog = /* @__PURE__ */ onDemand(loadDialog, 'SearchDialog')

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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address is read once, after mounting: later renders must not open the dialog again
  }, [])

  return (
    <>
      <SearchButton
        text={translations?.button?.buttonText}
        aria-expanded={open}
        shortcut={shortcuts[0] ?? null}
        onClick={() => show(selectedText())}
        // Also the beginning of a touch.
        onPointerEnter={preload}
        onFocus={preload}
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

/** A failed load is repeated when the dialog is opened; without the translations it is in English. */
const ignore = (): undefined => undefined

/** Loads the dialog before it is opened. */
function preload(): void {
  loadDialog().catch(ignore)
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
    <LazyDialog
      {...rest}
      client={client}
      navigate={by(navigator?.navigate)}
      navigateNewTab={by(navigator?.navigateNewTab)}
      messages={{ ...translated, ...rest.messages }}
    />
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

/** The public component's translations as messages; the conversion is loaded only if there are any. */
function useTranslations(translations: DocSearchTranslations | undefined): Partial<Messages> | undefined {
  const [messages, setMessages] = useState<Partial<Messages>>()
  const given = JSON.stringify(translations)
  useEffect(() => {
    async function translate(): Promise<void> {
      const { toMessages } = await import('../core/translations.ts')
      const { english } = await loadDialog()
      setMessages(toMessages(translations, english.errorHelp))
    }
    if (given !== undefined) translate().catch(ignore)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- hosts pass a new object at each render; its content is compared
  }, [given])
  return messages
}
