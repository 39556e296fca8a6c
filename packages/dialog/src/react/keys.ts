/** The keys of the open dialog: what moves in the list, what acts on the history, and where Tab goes. */

import type { KeyboardEvent } from 'react'

import type { Choice, View } from './view.ts'

/** How far PageUp and PageDown go, in lines. */
const PAGE_OF_LINES = 5

/** By how many lines a key moves, or to which; nothing for other keys. */
export function keyMoves(event: KeyboardEvent, active: number, count: number): number | { to: number } | undefined {
  const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const control = event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
  if ((plain && event.key === 'ArrowDown') || (control && event.key === 'n')) return 1
  if ((plain && event.key === 'ArrowUp') || (control && event.key === 'p')) return -1
  if (!plain || count === 0) return undefined
  if (event.key === 'Home') return { to: 0 }
  if (event.key === 'End') return { to: count - 1 }
  if (event.key === 'PageDown') return { to: Math.min(count - 1, Math.max(0, active) + PAGE_OF_LINES) }
  if (event.key === 'PageUp') return { to: Math.max(0, active - PAGE_OF_LINES) }
  return undefined
}

/** Delete removes the active item of the history, Alt+P pins it or lets it go. */
export function historyKey(event: KeyboardEvent, choice: Choice | undefined, view: View): void {
  if (choice?.type !== 'item') return
  if (event.key === 'Delete') view.removeItem(choice.item)
  else if (event.altKey && event.code === 'KeyP') view.setFavorite(choice.item, !choice.favorite)
  else return
  event.preventDefault()
}

/** Tab goes around in the dialog instead of out into the browser. */
export function keepTabInside(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const stops = [...(dialog?.querySelectorAll<HTMLElement>('input, button, select, a.DocSearch-Link') ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (event.target !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
}
