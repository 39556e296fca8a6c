/** The keys that open the search. */
import { slashIsOn } from '@docent/dialog'

/** Whether a key event opens the search: Ctrl+K, Cmd+K, or `/` outside text fields. */
export function opensSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return (
    event.key === '/' &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !isTyping(event.composedPath()[0]) &&
    slashIsOn()
  )
}

/** @param target inside a web component, too. */
function isTyping(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
