import { useEffect, useInsertionEffect, useRef } from 'react'

import { isGoingBack, popEntry, pushEntry, readEntry } from '../core/back-entry.ts'

/** Options of `useBackEntry`; callbacks may change with each render. */
export interface BackEntryOptions {
  open: boolean
  onClose: () => void
  /** Called when Back or Forward leads to the open dialog. */
  onReopen: ((query: string) => void) | undefined
  /** Whether the dialog closes because a hit is opened; its entry is then kept. */
  isLeaving: () => boolean
}

/** Synchronizes the browser's history with the dialog. */
export function useBackEntry(options: BackEntryOptions): void {
  const { open } = options
  const latest = useRef(options)
  useInsertionEffect(() => {
    latest.current = options
  })
  const popping = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!open) return
    clearTimeout(popping.current)
    pushEntry()
    return () => {
      // In a timeout, since React's strict mode closes the dialog and opens it again synchronously.
      if (!latest.current.isLeaving()) popping.current = setTimeout(popEntry)
    }
  }, [open])
  useEffect(() => {
    function onTraverse(): void {
      const { open, onClose, onReopen } = latest.current
      if (isGoingBack()) {
        if (open) pushEntry()
        return
      }
      const query = readEntry()
      if (open && query === undefined) onClose()
      else if (!open && query !== undefined) onReopen?.(query)
    }
    // A page from the back/forward cache gets no `popstate`.
    const onShow = (event: PageTransitionEvent) => event.persisted && onTraverse()
    addEventListener('popstate', onTraverse)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', onTraverse)
      removeEventListener('pageshow', onShow)
    }
  }, [])
}
