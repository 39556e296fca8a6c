import { useEffect, useInsertionEffect, useRef } from 'react'

import { slashIsOn } from '../core/preferences.ts'
import { DEFAULT_SHORTCUTS, matchesShortcut, type Shortcut } from '../core/shortcuts.ts'

/** Options of `useSearchHotkeys`; callbacks may change with each render. */
export interface SearchHotkeysOptions {
  open: boolean
  onOpen: () => void
  onClose: () => void
  /** The shortcuts; default: `Ctrl/Cmd+K` and `/`; empty for none. */
  shortcuts?: readonly Shortcut[] | undefined
}

/** Opens the dialog by its shortcuts, and closes it by those with a modifier (`/` is text in the open dialog). */
export function useSearchHotkeys(options: SearchHotkeysOptions): void {
  const latest = useRef(options)
  // At once: a key may follow before the effects that run after the next frame.
  useInsertionEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { open, onOpen, onClose, shortcuts = DEFAULT_SHORTCUTS } = latest.current
      const usable = open ? shortcuts.filter((shortcut) => shortcut.length > 1) : shortcuts
      if (event.defaultPrevented || !matchesShortcut(event, usable)) return
      // The reader can disable `/` in the dialog's list of keys.
      if (event.key === '/' && !event.ctrlKey && !event.metaKey && !slashIsOn()) return
      event.preventDefault()
      if (open) onClose()
      else onOpen()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
