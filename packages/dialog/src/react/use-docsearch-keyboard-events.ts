/** `@docent/dialog/useDocSearchKeyboardEvents`: the shortcuts alone, with the options of the public hook. */

'use client'

import type { RefObject } from 'react'

import { type ShortcutsOption, shortcutsOf } from '../core/shortcuts.ts'
import { useSearchHotkeys } from './use-search-hotkeys.ts'

/** Options of the hook, under DocSearch's names. */
export interface KeyboardEventsOptions {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Accepted for compatibility and ignored: the shortcuts work wherever the focus is. */
  searchButtonRef?: RefObject<HTMLButtonElement | null> | undefined
  keyboardShortcuts?: ShortcutsOption | undefined
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
