/**
 * The parts of the public DocSearch component, with its names and options, for hosts that combine them: button, modal, keys.
 */

import type { ReactElement, RefObject } from 'react'

import type { DocSearchTranslations } from '../core/translations.ts'
import { DocSearchDialog, type DocSearchProps, shortcutsOf } from './doc-search.tsx'
import { SearchButton, type SearchButtonProps } from './search-button.tsx'
import { useSearchHotkeys } from './use-search-hotkeys.ts'

export interface DocSearchButtonProps extends SearchButtonProps {
  translations?: DocSearchTranslations['button'] | undefined
}

/** The button alone. */
export function DocSearchButton({ translations, ...rest }: DocSearchButtonProps): ReactElement {
  return <SearchButton text={translations?.buttonText} {...rest} />
}

export interface DocSearchModalProps extends Omit<DocSearchProps, 'translations'> {
  onClose: () => void
  translations?: DocSearchTranslations['modal'] | undefined
  /** Accepted for compatibility and ignored: the page keeps its scroll position without it. */
  initialScrollY?: number | undefined
}

/** The dialog alone, open while it is rendered. */
export function DocSearchModal({ translations, ...rest }: DocSearchModalProps): ReactElement {
  return <DocSearchDialog {...rest} open translations={translations && { modal: translations }} />
}

export interface KeyboardEventsOptions {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  searchButtonRef?: RefObject<HTMLButtonElement | null> | undefined
  keyboardShortcuts?: Readonly<Record<string, boolean>> | undefined
}

/** Opens and closes the dialog by its shortcuts. */
export function useDocSearchKeyboardEvents({
  isOpen,
  onOpen,
  onClose,
  keyboardShortcuts,
}: KeyboardEventsOptions): void {
  useSearchHotkeys({ open: isOpen, onOpen, onClose, shortcuts: shortcutsOf(keyboardShortcuts) })
}
