import { useEffect, useRef } from 'react'

import { isGoingBack, popEntry, pushEntry, readEntry } from '../core/back-entry.ts'

export interface BackEntryOptions {
  open: boolean
  onClose: () => void
  /** Back or Forward led to the open dialog; without it they only close. */
  onReopen: ((query: string) => void) | undefined
  /** Whether it is being closed because a hit is followed: its entry is then kept. */
  isLeaving: () => boolean
}

/** Keeps the browser's history in step with the dialog. */
export function useBackEntry(options: BackEntryOptions): void {
  const { open } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const popping = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!open) return
    clearTimeout(popping.current)
    pushEntry()
    return () => {
      // Later, since React's strict mode closes and opens it in one breath.
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
    // A page out of the browser's cache comes without `popstate`.
    const onShow = (event: PageTransitionEvent) => event.persisted && onTraverse()
    addEventListener('popstate', onTraverse)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', onTraverse)
      removeEventListener('pageshow', onShow)
    }
  }, [])
}
