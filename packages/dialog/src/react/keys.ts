/** The keys of the open dialog: movement in the list, actions on the history, and Tab. */

import type { KeyboardEvent } from 'react'

import type { Choice, View } from './view.ts'

/** Number of lines that PageUp and PageDown move. */
const PAGE_OF_LINES = 5

/** The number of lines that a key moves, or its target line (0-based); `undefined` for other keys. */
export function keyMoves(event: KeyboardEvent, active: number, count: number): number | { to: number } | undefined {
  if (event.altKey || event.metaKey || event.shiftKey) return undefined
  const key = (event.ctrlKey ? 'Ctrl+' : '') + event.key
  if (key === 'ArrowDown' || key === 'Ctrl+n') return 1
  if (key === 'ArrowUp' || key === 'Ctrl+p') return -1
  if (count === 0) return undefined
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: count - 1 }
  if (key === 'PageDown') return { to: Math.min(count - 1, Math.max(0, active) + PAGE_OF_LINES) }
  if (key === 'PageUp') return { to: Math.max(0, active - PAGE_OF_LINES) }
  return undefined
}

/** Delete removes the active item of the history, Alt+P adds it to the favorites or removes it from them. */
export function historyKey(event: KeyboardEvent, choice: Choice | undefined, view: View): void {
  if (choice?.type !== 'item') return
  if (event.key === 'Delete') view.removeItem(choice.item)
  else if (event.altKey && event.code === 'KeyP') view.setFavorite(choice.item, !choice.favorite)
  else return
  event.preventDefault()
}

/** Keeps Tab inside the dialog: from the last element to the first, and back. */
export function keepTabInside(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const stops = [...(dialog?.querySelectorAll<HTMLElement>('input, button, select, a.DocSearch-Link') ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )
  if (event.shiftKey) stops.reverse()
  if (event.target !== stops.at(-1)) return
  event.preventDefault()
  stops[0]?.focus()
}
