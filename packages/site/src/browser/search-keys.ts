/** Which keys open the search. */
import { slashIsOn } from '@docent/dialog'

/** Ctrl+K, Cmd+K, or `/` while nothing is being typed in. */
export function opensSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return (
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && slashIsOn()
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
